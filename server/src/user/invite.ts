/** Creates, resends and revokes invitations, under the lock of all members of the merchant. */
import type { RoleKey } from '@dasbor/contract/access';
import { recordAudit } from '../audit/record.ts';
import { findAccountOfEmail } from '../auth/membership-queries.ts';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asLogin, asMerchant } from '../db/tx.ts';
import { hashToken } from '../http/opaque-token.ts';
import { notFound } from '../http/problem.ts';
import { assertGrantable, getActingMember } from '../role/acting-rules.ts';
import { findRoleGrant, lockMembers } from '../role/queries.ts';
import type { ChangeContext } from './change-member.ts';
import { assertInvitationWithinLimits } from './invitation-limits.ts';
import {
  countPending,
  findInvitation,
  findPendingByEmail,
  insertInvitation,
  updateInvitation,
} from './invitation-queries.ts';
import {
  SEND_ATTEMPTS_MAX,
  SEND_INVITATION_JOB,
  deriveInvitationToken,
  calculateInvitationExpiry,
  toInvitationStatus,
} from './invitation-rules.ts';
import { alreadyMember, invitationClosed, invitationPending, tooManyInvitations, unknownRole } from './problems.ts';
import { notifyUserChange } from './user-event-queries.ts';

/** Open invitations of a merchant. */
const PENDING_MAX = 500;

export interface InviteInput {
  /** Lower case. */
  email: string;
  role: RoleKey;
  message?: string | undefined;
}

/** Invites a person; returns the id of the invitation. */
export async function invite(ctx: ChangeContext, { email, role, message }: InviteInput): Promise<string> {
  const { deps, now, merchant_id, principal } = ctx;
  const account = await asLogin(deps.db, (tx) => findAccountOfEmail(tx, email));
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const members = await lockMembers(tx);
    const actor = getActingMember(members, principal);
    const grant = await findRoleGrant(tx, role);
    if (grant === undefined) throw unknownRole();
    assertGrantable(actor, grant);
    const member = members.find(({ user_id }) => user_id === account?.user_id);
    if (member !== undefined && member.status !== 'removed') throw alreadyMember();
    const former = await findPendingByEmail(tx, email);
    if (former !== undefined) {
      if (toInvitationStatus(former, now) === 'pending') throw invitationPending();
      await updateInvitation(tx, former.id, { status: 'revoked', closed_at: now });
    }
    if ((await countPending(tx, now)) >= PENDING_MAX) throw tooManyInvitations(PENDING_MAX);
    await assertInvitationWithinLimits(tx, email, now);
    const id = newId('invitation', now);
    const language = account?.locale ?? (principal.type === 'user' ? principal.locale : 'en');
    const by = { invited_by: actor.user_id, invited_by_name: principal.name };
    const token = buildToken(ctx, { id, token_no: 1 });
    const given = { id, email, role, message: message === undefined || message === '' ? null : message, language };
    await insertInvitation(tx, { ...given, ...by, ...token, created_at: now });
    await recordInvitation(ctx, tx, 'created', { id, email, role, role_name: grant.name });
    await notifyUserChange(tx, { outcome: 'invited', user_id: null, name: null, email, by: principal.name }, now);
    await enqueueSending(tx, id);
    return id;
  });
}

const buildToken = ({ deps, merchant_id, now }: ChangeContext, { id, token_no }: { id: string; token_no: number }) => ({
  token_no,
  token_hash: hashToken(deriveInvitationToken(deps.secrets, { owner_id: merchant_id, id, token_no })),
  expires_at: calculateInvitationExpiry(now),
});

const enqueueSending = (tx: MerchantTx, id: string): Promise<void> =>
  enqueue(
    tx,
    SEND_INVITATION_JOB,
    { merchant_id: tx.merchant_id, id },
    { max_attempts: SEND_ATTEMPTS_MAX, job_key: id },
  );

const recordInvitation = (
  ctx: ChangeContext,
  tx: MerchantTx,
  verb: 'created' | 'resent' | 'revoked',
  { id, ...after }: { id: string; email: string; role: RoleKey; role_name?: string | null },
) => recordAudit(ctx, tx, { action: `invitation.${verb}`, object_type: 'invitation', object_id: id, after });

/** Sends an invitation again with a new link. The user who resends it vouches for the role from now on. */
export async function resendInvitation(ctx: ChangeContext, id: string): Promise<void> {
  const { deps, merchant_id, principal, now } = ctx;
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const actor = getActingMember(await lockMembers(tx), principal);
    const found = await findInvitation(tx, id);
    if (found === undefined) throw notFound();
    if (found.status !== 'pending') throw invitationClosed();
    const grant = await findRoleGrant(tx, found.role);
    if (grant === undefined) throw unknownRole();
    assertGrantable(actor, grant);
    await assertInvitationWithinLimits(tx, found.email, now);
    const by = { invited_by: actor.user_id, invited_by_name: principal.name, by_provider: false };
    const token = buildToken(ctx, { id, token_no: found.token_no + 1 });
    await updateInvitation(tx, id, { ...by, ...token, sent_at: null, error: null });
    await recordInvitation(ctx, tx, 'resent', { id, email: found.email, role: found.role });
    await enqueueSending(tx, id);
  });
}

export async function revokeInvitation(ctx: ChangeContext, id: string): Promise<void> {
  const { deps, merchant_id, principal, now } = ctx;
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const actor = getActingMember(await lockMembers(tx), principal);
    const found = await findInvitation(tx, id);
    if (found === undefined) throw notFound();
    if (found.status !== 'pending') throw invitationClosed();
    const grant = await findRoleGrant(tx, found.role);
    if (grant !== undefined) assertGrantable(actor, grant);
    await updateInvitation(tx, id, { status: 'revoked', closed_at: now });
    await recordInvitation(ctx, tx, 'revoked', { id, email: found.email, role: found.role });
  });
}
