import { Button, Group, Modal, Stack } from '@mantine/core';
import { type Passkey, renamePasskey } from '@dasbor/contract/second-factor';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { messages as uiMessages } from '../ui/messages.ts';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';

export interface PasskeyNameModalProps {
  passkey: Passkey;
  onRenamed: () => void;
  onClose: () => void;
}

/** The name of a passkey. */
export function PasskeyNameModal({ passkey, onRenamed, onClose }: PasskeyNameModalProps) {
  const t = messages().passkeys;
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () => call(renamePasskey, { params: { id: passkey.id }, body: { name: name.trim() } }),
    onSuccess: () => {
      onRenamed();
      onClose();
    },
  });
  const error = name.trim() === '' ? t.enter_name : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (error === undefined) rename.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.name_title}
      centered
      closeButtonProps={{ 'aria-label': uiMessages().close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextField
            name="name"
            label={t.name}
            required
            data-autofocus
            maxLength={60}
            value={name}
            onChange={setName}
            error={error}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages().step_up.cancel}
            </Button>
            <Button type="submit" loading={rename.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
