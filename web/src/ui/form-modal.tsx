import { Alert, Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages } from './messages.ts';

interface FormModalProps {
  title: string;
  /** Label of the button that submits. */
  submit: string;
  /** Why the server refused the form. */
  refusal: string | null;
  is_busy: boolean;
  is_dangerous?: boolean;
  size?: ModalProps['size'];
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, with the refusal of the server. */
export const FormModal = ({
  title,
  submit,
  refusal,
  is_busy,
  is_dangerous = false,
  size,
  onSubmit,
  onClose,
  children,
}: FormModalProps) => (
  <Modal
    opened
    onClose={onClose}
    title={title}
    centered
    {...(size === undefined ? {} : { size })}
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!is_busy) onSubmit();
      }}
    >
      <Stack gap="md">
        {children}
        {refusal !== null && (
          <Alert color="red.9" variant="light" role="alert" style={{ whiteSpace: 'pre-line' }}>
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button type="submit" loading={is_busy} {...(is_dangerous ? { color: 'red.8' } : {})}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  </Modal>
);
