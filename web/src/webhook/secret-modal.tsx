import { Button, Group, Modal, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Callout } from '../ui/callout.tsx';
import { messages } from './messages.ts';
import classes from './webhook.module.css';

/** A signing secret, once. Closes by its button only, so that it is not lost by a click beside it. */
export function SecretModal({ secret, onClose }: { secret: string; onClose: () => void }) {
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
        <code className={classes.secret} aria-label={t.label}>
          {secret}
        </code>
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => clipboard.copy(secret)}
          >
            {clipboard.copied ? t.copied : t.copy}
          </Button>
          <Button onClick={onClose}>{t.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
