/** Acceptance of an invitation: the membership, the end of the link, audit and notification in one transaction. */
import { recordAudit } from '../audit/record.ts';
import type { ListedPerson } from '../auth/membership-directory-queries.ts';
import { insertMembership } from '../auth/membership-queries.ts';
import type { MerchantTx } from '../db/tx.ts';
import { findRoleGrant, lockMembers } from '../role/queries.ts';
import { canGrant, canManageUsers } from '../role/rules.ts';
import { type InvitationRow, findInvitationByToken, updateInvitation } from './invitation-queries.ts';
import { toInvitationStatus } from './invitation-rules.ts';
import { notifyUserChange } from './user-event-queries.ts';

export type InvitationCheck =
  | { outcome: 'invalid' }
  | { outcome: 'expired' }
  | { outcome: 'valid'; invitation: InvitationRow };

/** Whether a link can be used now. */
export async function checkMemberLink(tx: MerchantTx, token_hash: string, now: Date): Promise<InvitationCheck> {
  const invitation = await findInvitationByToken(tx, token_hash);
  if (invitation === undefined) return { outcome: 'invalid' };
  const status = toInvitationStatus(invitation, now);
  if (status === 'expired') return { outcome: 'expired' };
  return status === 'pending' ? { outcome: 'valid', invitation } : { outcome: 'invalid' };
}

interface Acceptance {
  token_hash: string;
  person: { user_id: string; name: string; email: string };
  listed: ListedPerson;
  ip: string | null;
  now: Date;
}

/**
 * Makes the person a member. Safe to run concurrently: a link is used once. The user who sent the invitation must still be
 * allowed to grant its role, so that nobody receives more than its sender holds now.
 */
export async function acceptMemberLink(
  tx: MerchantTx,
  acceptance: Acceptance,
): Promise<'accepted' | 'invalid' | 'expired'> {
  const { token_hash, person, listed, ip, now } = acceptance;
  const members = await lockMembers(tx);
  const check = await checkMemberLink(tx, token_hash, now);
  if (check.outcome !== 'valid') return check.outcome;
  const { id, role, email, invited_by, invited_by_name, by_provider } = check.invitation;
  const sender = members.find(({ user_id }) => user_id === invited_by);
  const grant = await findRoleGrant(tx, role);
  if (email !== person.email || grant === undefined) return 'invalid';
  // Owners are invited by the provider, whose people are not members.
  if (!by_provider && (sender?.status !== 'active' || !canManageUsers(sender) || !canGrant(sender, grant)))
    return 'invalid';
  const { user_id } = person;
  if (!(await insertMembership(tx, listed, { role, invited_by, invited_by_name, created_at: now }))) return 'invalid';
  await updateInvitation(tx, id, { status: 'accepted', closed_at: now });
  const actor = { type: 'user' as const, id: user_id, name: person.name };
  await recordAudit({ now, ip, actor }, tx, {
    action: 'user.joined',
    object_type: 'user',
    object_id: user_id,
    after: { name: person.name, email, role, role_name: grant.name, invitation_id: id, invited_by: invited_by_name },
  });
  await notifyUserChange(tx, { outcome: 'joined', user_id, name: person.name, email, by: invited_by_name }, now);
  return 'accepted';
}
