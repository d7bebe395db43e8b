/** Acceptance of an invitation to an account group: the shared user, the end of the link and the event in one transaction. */
import type { PlatformTx } from '../db/tx.ts';
import { toInvitationStatus } from '../user/invitation-rules.ts';
import { findGroup, insertGroupEvent, lockGroup } from './queries.ts';
import { type GroupInvitation, closeInvitation, findInvitationByToken, upsertGroupUser } from './user-queries.ts';

export type GroupInvitationCheck =
  | { outcome: 'unknown' | 'invalid' | 'expired' }
  | { outcome: 'valid'; invitation: GroupInvitation; group_name: string };

/** Whether a link can be used now; `unknown`: it is not about this group. */
export async function checkGroupLink(
  tx: PlatformTx,
  group_id: string,
  token_hash: string,
  now: Date,
): Promise<GroupInvitationCheck> {
  const invitation = await findInvitationByToken(tx, group_id, token_hash);
  if (invitation === undefined) return { outcome: 'unknown' };
  const status = toInvitationStatus(invitation, now);
  if (status === 'expired') return { outcome: 'expired' };
  const group = await findGroup(tx, group_id);
  if (status !== 'pending' || group === undefined) return { outcome: 'invalid' };
  return { outcome: 'valid', invitation, group_name: group.name };
}

interface Acceptance {
  token_hash: string;
  person: { user_id: string; name: string; email: string };
  ip: string | null;
  now: Date;
}

/** Makes the person a shared user. Safe to run concurrently: a link is used once. */
export async function acceptGroupLink(
  tx: PlatformTx,
  group_id: string,
  { token_hash, person, ip, now }: Acceptance,
): Promise<'accepted' | 'invalid' | 'expired'> {
  await lockGroup(tx, group_id);
  const check = await checkGroupLink(tx, group_id, token_hash, now);
  if (check.outcome === 'unknown') return 'invalid';
  if (check.outcome !== 'valid') return check.outcome;
  const { invitation } = check;
  if (invitation.email !== person.email) return 'invalid';
  if (!(await closeInvitation(tx, invitation, 'accepted', now))) return 'invalid';
  const { invited_by_name } = invitation;
  await upsertGroupUser(tx, { group_id, user_id: person.user_id, invited_by_name, created_at: now, updated_at: now });
  await insertGroupEvent(
    tx,
    group_id,
    { at: now, id: person.user_id, name: person.name, ip },
    { action: 'account_group.user_joined', subject: person.email },
  );
  return 'accepted';
}
