import { getProfileDetails, saveProfile } from '@dasbor/contract/profile';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { toFieldProblems } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { Callout } from '../ui/callout.tsx';
import { messages as uiMessages } from '../ui/messages.ts';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

const NAME_MAX = 100;

export interface EditProfileModalProps {
  opened: boolean;
  onClose: () => void;
  name: string;
  phone: string | null;
  onSaved: () => Promise<void>;
}

/** Changes the name and the phone number. */
export function EditProfileModal({ opened, onClose, onSaved, ...stored }: EditProfileModalProps) {
  const t = messages().account;
  const cache = useQueryClient();
  const [name, setName] = useState(stored.name);
  const [phone, setPhone] = useState(stored.phone ?? '');
  const saving = useMutation({
    mutationFn: () => call(saveProfile, { body: { name, phone: phone.trim() === '' ? null : phone } }),
    meta: { quiet: true },
    onSuccess: async () => {
      await Promise.all([cache.invalidateQueries({ queryKey: buildQueryKey(getProfileDetails) }), onSaved()]);
      void showSuccess(messages().account.saved);
      onClose();
    },
  });
  const refused = toFieldProblems(saving.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') saving.mutate();
  };
  const edit = (store: (value: string) => void) => (value: string) => {
    saving.reset();
    store(value);
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t.edit}
      centered
      closeButtonProps={{ 'aria-label': uiMessages().close }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {saving.error && Object.keys(refused).length === 0 && <Callout kind="error">{saving.error.message}</Callout>}
          <TextField
            label={t.name}
            required
            autoComplete="name"
            maxLength={NAME_MAX}
            value={name}
            onChange={edit(setName)}
            error={refused['name'] ?? (name.trim() === '' ? t.enter_name : undefined)}
            touched
          />
          <TextField
            label={t.phone}
            description={t.phone_hint}
            type="tel"
            autoComplete="tel"
            maxLength={30}
            value={phone}
            onChange={edit(setPhone)}
            error={refused['phone']}
            touched
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {uiMessages().cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
