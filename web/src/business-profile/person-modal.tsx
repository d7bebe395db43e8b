import { addMerchantPerson, updateMerchantPerson } from '@dasbor/contract/business-profile';
import {
  type MerchantPerson,
  NIK_MESSAGE,
  PERSON_ROLES,
  type PersonRole,
} from '@dasbor/contract/business-profile-fields';
import { PERSON_ROLE_LABELS } from '@dasbor/contract/business-profile-labels';
import { getSignatoryRole } from '@dasbor/contract/business-profile-rules';
import { translateMessage } from '@dasbor/contract/language';
import type { EntityType } from '@dasbor/contract/merchant-fields';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { toFieldProblems } from '../api/problem.ts';
import { Callout } from '../ui/callout.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { messages as uiMessages } from '../ui/messages.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';
import { useProfileChange } from './use-profile.ts';

export interface PersonModalProps {
  /** null: a new person. */
  person: MerchantPerson | null;
  entity: EntityType | null;
  /** Owners, directors and shareholders cannot be added now. */
  only_contacts: boolean;
  onClose: () => void;
}

interface Values {
  role: PersonRole;
  name: string;
  nik: string;
  phone: string;
  email: string;
  share: string;
}

const OWNERSHIP: readonly PersonRole[] = ['director', 'shareholder'];
const CONTACTS: readonly PersonRole[] = ['pic_finance', 'pic_tech'];

/** Basis points of a percentage such as `33,5`; null while empty, undefined when it is none. */
function parseShare(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const bps = Math.round(Number(text.trim().replace(',', '.')) * 100);
  return bps >= 1 && bps <= 10_000 ? bps : undefined;
}

function readValues(person: MerchantPerson | null, role: PersonRole): Values {
  const share = person?.share_bps ?? null;
  return {
    role: person?.role ?? role,
    name: person?.name ?? '',
    nik: '',
    phone: person?.phone ?? '',
    email: person?.email ?? '',
    share: share === null ? '' : String(share / 100),
  };
}

/** Adds or changes a person. A stored NIK is not shown; an empty field keeps it. */
export function PersonModal({ person, entity, only_contacts, onClose }: PersonModalProps) {
  const t = messages().people;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() =>
    readValues(person, only_contacts ? 'pic_finance' : getSignatoryRole(entity)),
  );
  const [is_tried, setTried] = useState(false);
  const saving = useProfileChange(
    (body: object) =>
      person === null
        ? call(addMerchantPerson, { body: body as never })
        : call(updateMerchantPerson, { params: { id: person.id }, body: body as never }),
    { done: t.saved, onDone: onClose },
  );
  const refused = toFieldProblems(saving.error);
  const roles = only_contacts ? CONTACTS : PERSON_ROLES;
  const options = roles.map((id) => ({ id, name: PERSON_ROLE_LABELS[id][currentLanguage()] }));
  const is_contact = CONTACTS.includes(values.role);
  const nik = values.nik.replaceAll(/\D/g, '');
  const share_bps = OWNERSHIP.includes(values.role) ? parseShare(values.share) : null;
  const errors = {
    name: values.name.trim() === '' ? t.name_missing : refused['name'],
    nik: nik !== '' && nik.length !== 16 ? translateMessage(NIK_MESSAGE, currentLanguage()) : refused['nik'],
    share: share_bps === undefined ? t.share_invalid : refused['share_bps'],
  };
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.values(errors).some((error) => error !== undefined)) return focusFirstInvalid(form.current);
    const { role, name, phone, email } = values;
    // A NIK that was not typed stays as it is stored.
    saving.mutate({ role, name, phone, email, share_bps, ...(nik === '' ? {} : { nik }) });
  };
  const touched = is_tried ? { touched: true } : {};
  const stored_nik = person?.nik_masked ?? null;
  return (
    <Modal
      opened
      onClose={onClose}
      title={person === null ? t.add_title : t.edit_title}
      centered
      closeButtonProps={{ 'aria-label': uiMessages().close }}
    >
      <form ref={form} noValidate onSubmit={submit}>
        <Stack gap="md">
          {saving.error !== null && Object.keys(refused).length === 0 && (
            <Callout kind="error">{saving.error.message}</Callout>
          )}
          <SelectField
            label={t.role}
            required
            options={options}
            value={options.find(({ id }) => id === values.role) ?? null}
            onChange={(option) => option !== null && set({ role: option.id })}
          />
          <TextField
            label={t.name}
            description={t.name_hint}
            required
            maxLength={100}
            value={values.name}
            onChange={(name) => set({ name })}
            error={errors.name}
            {...touched}
          />
          {!is_contact && (
            <TextField
              label={t.nik}
              description={stored_nik === null ? t.nik_hint : t.nik_kept(stored_nik)}
              inputMode="numeric"
              autoComplete="off"
              value={values.nik}
              onChange={(text) => set({ nik: text.slice(0, 24) })}
              error={errors.nik}
              {...touched}
            />
          )}
          {OWNERSHIP.includes(values.role) && (
            <TextField
              label={t.share}
              inputMode="decimal"
              value={values.share}
              onChange={(share) => set({ share })}
              error={errors.share}
              {...touched}
            />
          )}
          <TextField
            label={t.phone}
            type="tel"
            maxLength={30}
            value={values.phone}
            onChange={(phone) => set({ phone })}
            error={refused['phone']}
            touched
          />
          <TextField
            label={t.email}
            type="email"
            maxLength={254}
            value={values.email}
            onChange={(email) => set({ email })}
            error={refused['email']}
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
