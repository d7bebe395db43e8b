import { addMerchantPerson, updateMerchantPerson } from '@dasbor/contract/business-profile';
import type { MerchantPerson, PersonInput } from '@dasbor/contract/business-profile-fields';
import { getSignatoryRole } from '@dasbor/contract/business-profile-rules';
import type { EntityType } from '@dasbor/contract/merchant-fields';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { toFieldProblems } from '../api/problem.ts';
import {
  CONTACTS,
  PersonFields,
  toPersonInput,
  toPersonValues,
  validatePerson,
} from '../profile-fields/person-fields.tsx';
import { Callout } from '../ui/callout.tsx';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { messages as uiMessages } from '../ui/messages.ts';
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

/** Adds or changes a person. A stored NIK is not shown; an empty field keeps it. */
export function PersonModal({ person, entity, only_contacts, onClose }: PersonModalProps) {
  const t = messages().people;
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() =>
    toPersonValues(person, only_contacts ? 'pic_finance' : getSignatoryRole(entity)),
  );
  const [is_tried, setTried] = useState(false);
  const saving = useProfileChange(
    (body: PersonInput) =>
      person === null
        ? call(addMerchantPerson, { body })
        : call(updateMerchantPerson, { params: { id: person.id }, body }),
    { done: t.saved, onDone: onClose },
  );
  const refused = toFieldProblems(saving.error);
  const invalid = validatePerson(values);
  const errors = {
    ...refused,
    ...(refused['share_bps'] === undefined ? {} : { share: refused['share_bps'] }),
    ...invalid,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(invalid).length > 0) return focusFirstInvalid(form.current);
    saving.mutate(toPersonInput(values));
  };
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
          <PersonFields
            values={values}
            onChange={(change) => setValues((before) => ({ ...before, ...change }))}
            errors={errors}
            is_tried={is_tried}
            stored_nik={person?.nik_masked ?? null}
            {...(only_contacts ? { roles: CONTACTS } : {})}
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
