import { Button, Group, Modal, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Callout } from './callout.tsx';
import classes from './secret-modal.module.css';

export interface SecretModalProps {
  texts: {
    title: string;
    /** That the secret is not shown again, and what to do with it. */
    line: string;
    /** Name of the secret, for screen readers. */
    field: string;
    copy: string;
    copied: string;
    confirm: string;
  };
  secret: string;
  /** Content above the secret. */
  children?: ReactNode;
  onClose: () => void;
}

/** A new secret, once. Closes by its button only, so that it is not lost by a click outside it. */
export function SecretModal({ texts: t, secret, children, onClose }: SecretModalProps) {
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
        {children}
        <code className={classes.secret} aria-label={t.field}>
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
          <Button onClick={onClose}>{t.confirm}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
