import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages } from './messages.ts';

export interface ConfirmModalProps {
  opened: boolean;
  title: string;
  /** Exactly what will happen. */
  children: ReactNode;
  /** Label of the button that does it. */
  confirm: string;
  cancel?: string;
  is_dangerous?: boolean;
  is_busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before something that cannot be undone. */
export const ConfirmModal = (props: ConfirmModalProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title={props.title}
    centered
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    <Stack gap="lg">
      <div>{props.children}</div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={props.onClose}>
          {props.cancel ?? messages().cancel}
        </Button>
        <Button
          color={props.is_dangerous ? 'red.8' : 'primary'}
          loading={props.is_busy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </Group>
    </Stack>
  </Modal>
);
