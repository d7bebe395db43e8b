import type { Language } from '@dasbor/contract/language';
import {
  type OwnerInvitation as Invitation,
  getOwnerInvitation,
  inviteMerchantOwner,
} from '@dasbor/contract/merchant-view';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { FormModal } from '../ui/form-modal.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { LANGUAGE_NAMES } from '../ui/language-names.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useMerchantChange } from './mutations.ts';
import { sectionMessages } from './section-messages.ts';

const useOwnerInvitation = (merchant_id: string) =>
  useQuery({ ...buildQuery(getOwnerInvitation, { params: { merchant_id } }), meta: { quiet: true } }).data;

/** The newest invitation of an owner by the provider, while it was not accepted. */
export function OwnerInvitationLine({ merchant_id }: { merchant_id: string }) {
  const invitation = useOwnerInvitation(merchant_id)?.data;
  if (invitation === undefined || invitation === null) return null;
  if (invitation.status !== 'pending' && invitation.status !== 'expired') return null;
  return (
    <Text fz="sm" px="md" py="xs" c={invitation.status === 'expired' || invitation.error !== null ? 'red.8' : 'dimmed'}>
      {describe(invitation)}
    </Text>
  );
}

function describe({ email, status, expires_at, sent_at, error }: Invitation): string {
  const t = sectionMessages().owner;
  if (status === 'expired') return t.expired(email);
  if (sent_at === null) return error === null ? t.waiting(email) : t.failed(email, error);
  return t.sent(email, formatInstant(expires_at));
}

/** Invites the owner of a merchant without an active superadmin, or sends the invitation again, to the same or another email. */
export function InviteOwnerButton({ merchant_id }: { merchant_id: string }) {
  const may_manage = useHasAccess('Merchants', 'manage');
  const can_invite = useOwnerInvitation(merchant_id)?.can_invite === true;
  const [is_open, setOpen] = useState(false);
  if (!may_manage || !can_invite) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {sectionMessages().owner.invite}
      </Button>
      {is_open && <InviteOwnerModal merchant_id={merchant_id} onClose={() => setOpen(false)} />}
    </>
  );
}

const LANGUAGES = (['id', 'en'] as const satisfies readonly Language[]).map((language) => ({
  language,
  name: LANGUAGE_NAMES[language],
}));
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

function InviteOwnerModal({ merchant_id, onClose }: { merchant_id: string; onClose: () => void }) {
  const t = sectionMessages().owner;
  const [email, setEmail] = useState('');
  const [chosen, setChosen] = useState(LANGUAGES[0] ?? null);
  const [is_tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const is_valid = isEmail(email.trim());
  const invite = useMerchantChange(
    () =>
      call(inviteMerchantOwner, {
        params: { merchant_id },
        body: { email: email.trim(), language: chosen?.language ?? 'id' },
      }),
    { done: t.invited, onDone: onClose, onRefused: setRefusal },
  );
  const submit = () => {
    setTried(true);
    setRefusal(null);
    if (is_valid) invite.mutate();
  };
  return (
    <FormModal
      title={t.invite}
      submit={t.submit}
      refusal={refusal}
      is_busy={invite.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{t.line}</Text>
      <TextField
        label={t.email}
        required
        type="email"
        value={email}
        touched={is_tried}
        error={is_valid ? undefined : t.email_invalid}
        onChange={setEmail}
      />
      <SelectField label={t.language} required options={LANGUAGES} value={chosen} onChange={setChosen} />
    </FormModal>
  );
}
