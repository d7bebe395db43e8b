import type { NewApiKey } from '@dasbor/contract/api-settings';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Callout } from '../ui/callout.tsx';
import classes from './api-settings.module.css';
import { messages } from './messages.ts';

/** The secret of a new key, once. Closes by its button only, so that it is not lost by a click beside it. */
export function SecretModal({ shown, onClose }: { shown: NewApiKey; onClose: () => void }) {
  const t = messages().secret;
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title}
      size={520}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Callout kind="warning">{t.line}</Callout>
        <code className={classes.secret} aria-label={t.field}>
          {shown.secret}
        </code>
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => clipboard.copy(shown.secret)}
          >
            {clipboard.copied ? t.copied : t.copy}
          </Button>
          <Button onClick={onClose}>{t.confirm}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
