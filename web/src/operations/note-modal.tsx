import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { fieldLabel } from '../ui/field-label.tsx';
import { messages } from './messages.ts';

export interface NoteModalProps {
  title: string;
  /** Subject of the note. */
  children: ReactNode;
  field: string;
  max_length: number;
  confirm: string;
  is_busy: boolean;
  onConfirm: (note: string) => void;
  onClose: () => void;
}

/** Asks for a required text before an action. */
export function NoteModal({
  title,
  children,
  field,
  max_length,
  confirm,
  is_busy,
  onConfirm,
  onClose,
}: NoteModalProps) {
  const t = messages();
  const [note, setNote] = useState('');
  const is_empty = note.trim() === '';
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': t.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!is_empty && !is_busy) onConfirm(note.trim());
        }}
      >
        <Stack gap="md">
          <Text component="div">{children}</Text>
          <Textarea
            data-autofocus
            label={fieldLabel({ label: field, required: true })}
            maxLength={max_length}
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.cancel}
            </Button>
            <Button type="submit" disabled={is_empty} loading={is_busy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
