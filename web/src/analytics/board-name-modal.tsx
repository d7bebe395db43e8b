import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { messages as sharedMessages } from '../ui/messages.ts';
import { messages } from './messages.ts';

export interface BoardNameModalProps {
  title: string;
  submit: string;
  name: string;
  is_busy: boolean;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

/** Names a board. */
export function BoardNameModal(props: BoardNameModalProps) {
  const [name, setName] = useState(props.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') props.onSubmit(name.trim());
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      centered
      closeButtonProps={{ 'aria-label': sharedMessages().close }}
    >
      <form onSubmit={submit}>
        <Stack gap="lg">
          <TextInput
            data-autofocus
            label={messages().boards.name}
            value={name}
            maxLength={40}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {sharedMessages().cancel}
            </Button>
            <Button type="submit" loading={props.is_busy} disabled={name.trim() === ''}>
              {props.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
