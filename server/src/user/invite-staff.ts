/** Creates, resends and revokes invitations of staff of the provider, under the lock of all staff. */
import type { ProviderRole } from '@dasbor/contract/access';
import { localized } from '@dasbor/contract/language';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { findAccountOfEmail } from '../auth/membership-queries.ts';
import { isUnconfirmed } from '../auth/registration-queries.ts';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';
import { hashToken } from '../http/opaque-token.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type StaffContext, assertGrantableRole, getActingStaff } from './change-staff.ts';
import {
  SEND_ATTEMPTS_MAX,
  deriveInvitationToken,
  calculateInvitationExpiry,
  toInvitationStatus,
} from './invitation-rules.ts';
import { alreadyMember, invitationClosed, invitationPending, tooManyInvitations } from './problems.ts';
import { notifyStaffChange } from './staff-event-queries.ts';
import {
  type StaffInvitationRow,
  countPendingStaffInvitations,
  findPendingStaffInvitation,
  findStaffInvitation,
  insertStaffInvitation,
  updateStaffInvitation,
} from './staff-invitation-queries.ts';
import { lockStaff } from './staff-queries.ts';
import { type LockedStaff, SEND_STAFF_INVITATION_JOB } from './staff-rules.ts';

const PENDING_MAX = 100;

const MERCHANT_USER = localized(
  'This email belongs to a user of a merchant. Staff of the provider need an email of their own.',
  'Email ini milik pengguna merchant. Staf penyedia memerlukan email tersendiri.',
);
const merchantUser = () =>
  new Problem(422, 'merchant_user', MERCHANT_USER, { errors: [{ field: 'email', detail: MERCHANT_USER }] });

/** Invites a person; returns the id of the invitation. An invitation that expired is replaced. */
export async function inviteStaff(
  ctx: StaffContext & { language: 'en' | 'id' },
  { email, role }: { email: string; role: ProviderRole },
): Promise<string> {
  const { deps, now, principal } = ctx;
  return asLogin(deps.db, async (tx) => {
    const actor = getActingStaff(await lockStaff(tx), principal);
    assertGrantableRole(actor, role);
    const found = await findAccountOfEmail(tx, email);
    const account = found === undefined || isUnconfirmed(found) ? undefined : found;
    if (account !== undefined && account.role === null) throw merchantUser();
    if (account !== undefined && account.status !== 'removed') throw alreadyMember();
    const former = await findPendingStaffInvitation(tx, email);
    if (former !== undefined) {
      if (toInvitationStatus(former, now) === 'pending') throw invitationPending();
      await updateStaffInvitation(tx, former.id, { status: 'revoked', closed_at: now });
    }
    if ((await countPendingStaffInvitations(tx, now)) >= PENDING_MAX) throw tooManyInvitations(PENDING_MAX);
    const id = newId('invitation', now);
    const language = account?.locale ?? ctx.language;
    const by = { invited_by: actor.user_id, invited_by_name: principal.name };
    const link = buildLink(ctx, { id, token_no: 1 });
    await insertStaffInvitation(tx, { id, email, role, language, ...by, ...link, created_at: now });
    await record(tx, ctx, 'staff.invited', { id, email, role });
    await notifyStaffChange(tx, ctx, { outcome: 'invited', user_id: null, name: null, email, role });
    await enqueueSending(tx, id);
    return id;
  });
}

const buildLink = ({ deps, now }: StaffContext, { id, token_no }: { id: string; token_no: number }) => ({
  token_no,
  token_hash: hashToken(deriveInvitationToken(deps.secrets, { owner_id: id, id, token_no })),
  expires_at: calculateInvitationExpiry(now),
});

const enqueueSending = (tx: LoginTx, id: string): Promise<void> =>
  enqueue(tx, SEND_STAFF_INVITATION_JOB, { id }, { max_attempts: SEND_ATTEMPTS_MAX, job_key: id });

const record = (
  tx: LoginTx,
  ctx: StaffContext,
  action: 'staff.invited' | 'staff.invitation_resent' | 'staff.invitation_revoked',
  { id, email, role }: Pick<StaffInvitationRow, 'id' | 'email' | 'role'>,
) => recordProviderEvent(tx, ctx, { action, object_type: 'staff_invitation', object_id: id, after: { email, role } });

/** Sends an invitation again with a new link. The person who resends it vouches for the role from now on. */
export const resendStaffInvitation = (ctx: StaffContext, id: string): Promise<void> =>
  changeInvitation(ctx, id, async (tx, found, actor) => {
    assertGrantableRole(actor, found.role);
    const by = { invited_by: actor.user_id, invited_by_name: ctx.principal.name };
    const link = buildLink(ctx, { id, token_no: found.token_no + 1 });
    await updateStaffInvitation(tx, id, { ...by, ...link, sent_at: null, error: null });
    await record(tx, ctx, 'staff.invitation_resent', found);
    await enqueueSending(tx, id);
  });

export const revokeStaffInvitation = (ctx: StaffContext, id: string): Promise<void> =>
  changeInvitation(ctx, id, async (tx, found) => {
    await updateStaffInvitation(tx, id, { status: 'revoked', closed_at: ctx.now });
    await record(tx, ctx, 'staff.invitation_revoked', found);
  });

/** Changes an open invitation. Throws 404, and 409 `invitation_closed`. */
const changeInvitation = (
  { deps, principal }: StaffContext,
  id: string,
  change: (tx: LoginTx, found: StaffInvitationRow, actor: LockedStaff) => Promise<void>,
): Promise<void> =>
  asLogin(deps.db, async (tx) => {
    const actor = getActingStaff(await lockStaff(tx), principal);
    const found = await findStaffInvitation(tx, id);
    if (found === undefined) throw notFound();
    if (found.status !== 'pending') throw invitationClosed();
    await change(tx, found, actor);
  });
