import { type BusinessProfile, removeMerchantPerson } from '@dasbor/contract/business-profile';
import type { MerchantPerson } from '@dasbor/contract/business-profile-fields';
import { PERSON_ROLE_LABELS } from '@dasbor/contract/business-profile-labels';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { CONTACTS } from '../profile-fields/person-fields.tsx';
import { messages as fieldMessages } from '../profile-fields/messages.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { showError } from '../ui/toast.ts';
import classes from './business-profile.module.css';
import { messages } from './messages.ts';
import { PersonModal } from './person-modal.tsx';
import { useProfileChange } from './use-profile.ts';

export interface PeopleSectionProps {
  profile: BusinessProfile;
  may_manage: boolean;
}

/** Owners, directors, shareholders and contacts. */
export function PeopleSection({ profile, may_manage }: PeopleSectionProps) {
  const t = messages().people;
  const [edited, setEdited] = useState<MerchantPerson | 'new' | null>(null);
  const [removed, setRemoved] = useState<MerchantPerson | null>(null);
  const removal = useProfileChange((id: string) => call(removeMerchantPerson, { params: { id } }), {
    done: t.removed,
    onDone: () => setRemoved(null),
  });
  const is_editable = may_manage && !profile.is_locked;
  const owners_locked = profile.activated_at !== null && profile.verification_status === 'approved';
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t.add}
    </Button>
  );
  return (
    <>
      {owners_locked && is_editable && (
        <Text fz="sm" c="dimmed" mb="xs">
          {t.locked}
        </Text>
      )}
      {profile.people.length === 0 ? (
        <EmptyState title={t.none} action={is_editable && add}>
          {t.none_text}
        </EmptyState>
      ) : (
        <>
          {profile.people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              is_editable={is_editable && (!owners_locked || CONTACTS.includes(person.role))}
              onEdit={() => setEdited(person)}
              onRemove={() => setRemoved(person)}
            />
          ))}
          {is_editable && <Group mt="sm">{add}</Group>}
        </>
      )}
      {edited !== null && (
        <PersonModal
          person={edited === 'new' ? null : edited}
          entity={profile.fields.entity_type}
          only_contacts={owners_locked}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmModal
        opened={removed !== null}
        title={t.remove_title}
        confirm={t.remove_confirm}
        is_dangerous
        is_busy={removal.isPending}
        onClose={() => setRemoved(null)}
        onConfirm={() =>
          removed && removal.mutate(removed.id, { onError: (error) => void showError(toProblem(error).detail) })
        }
      >
        {removed && t.remove_text(removed.name)}
      </ConfirmModal>
    </>
  );
}

interface PersonRowProps {
  person: MerchantPerson;
  is_editable: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function PersonRow({ person, is_editable, onEdit, onRemove }: PersonRowProps) {
  const t = messages().people;
  const { name, role, nik_masked, phone, email, share_bps } = person;
  const is_contact = CONTACTS.includes(role);
  const details = [
    is_contact ? null : nik_masked === null ? t.nik_missing : `${fieldMessages().person.nik} ${nik_masked}`,
    share_bps === null ? null : t.share_text(formatShare(share_bps)),
    phone,
    email,
  ];
  return (
    <div className={classes.row}>
      <div className={classes.details}>
        <span className={classes.name}>{name}</span>
        <span>{PERSON_ROLE_LABELS[role][currentLanguage()]}</span>
        <span className={classes.quiet}>{details.filter((detail) => detail !== null).join(' · ')}</span>
      </div>
      {is_editable && (
        <Group gap={4}>
          <ActionIcon variant="subtle" color="gray" aria-label={t.edit(name)} onClick={onEdit}>
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={t.remove(name)} onClick={onRemove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      )}
    </div>
  );
}

/** Basis points as a percentage, with the decimal sign of the language. */
const formatShare = (share_bps: number): string =>
  (share_bps / 100).toLocaleString(currentLanguage() === 'id' ? 'id-ID' : 'en-US', { maximumFractionDigits: 2 });
