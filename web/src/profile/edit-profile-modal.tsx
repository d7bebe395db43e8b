import { sendMobileCode } from '@dasbor/contract/mobile-verification';
import { PERSON_NAME_MAX, getProfileDetails, saveProfile } from '@dasbor/contract/profile';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { toFieldProblems } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { Callout } from '../ui/callout.tsx';
import { messages as uiMessages } from '../ui/messages.ts';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

export interface EditProfileModalProps {
  opened: boolean;
  onClose: () => void;
  name: string;
  phone: string | null;
  is_phone_verified: boolean;
  onSaved: () => Promise<void>;
}

/** Changes the name and the phone number. A code to the new number replaces a verified one. */
export function EditProfileModal({ opened, onClose, onSaved, ...stored }: EditProfileModalProps) {
  const t = messages().account;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(stored.name);
  const [phone, setPhone] = useState(stored.phone ?? '');
  const saving = useMutation({
    mutationFn: async () => {
      const entered = phone.trim() === '' ? null : phone;
      const is_replaced = stored.is_phone_verified && entered !== null && entered !== stored.phone;
      await call(saveProfile, { body: { name, ...(is_replaced ? {} : { phone: entered }) } });
      if (is_replaced) await call(sendMobileCode, { body: { phone: entered } });
      return { is_replaced };
    },
    meta: { quiet: true },
    onSuccess: async ({ is_replaced }) => {
      await Promise.all([cache.invalidateQueries({ queryKey: buildQueryKey(getProfileDetails) }), onSaved()]);
      onClose();
      if (is_replaced) await navigate({ to: '/mobile-verification' });
      else void showSuccess(messages().account.saved);
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
            maxLength={PERSON_NAME_MAX}
            value={name}
            onChange={edit(setName)}
            error={refused['name'] ?? (name.trim() === '' ? t.enter_name : undefined)}
            touched
          />
          <TextField
            label={t.phone}
            description={stored.is_phone_verified ? t.phone_verified_hint : t.phone_hint}
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
