/**
 * Acceptance of an invitation of staff: the account, its authenticator app, the end of the link, the event and the emails
 * in one transaction. Nobody becomes staff without a second factor.
 */
import { localized } from '@dasbor/contract/language';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { confirmTotp, deleteSecondFactors, replaceRecoveryCodes, upsertPendingTotp } from '../auth/factor-queries.ts';
import { buildTotpUri, findTotpStep, generateRecoveryCodes, hashRecoveryCode } from '../auth/factor-rules.ts';
import { findAccountOfEmail } from '../auth/membership-queries.ts';
import { insertLogin } from '../auth/queries.ts';
import { releaseUnconfirmedEmail } from '../auth/registration-queries.ts';
import { recordSecurityEvent } from '../auth/security-event-queries.ts';
import { buildTotpContext } from '../auth/totp-context-rules.ts';
import { newId } from '../db/new-id.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../http/opaque-token.ts';
import { Problem } from '../http/problem.ts';
import { deriveInvitationTotp, toInvitationStatus, parseTokenInvitation } from './invitation-rules.ts';
import { notifyStaffChange } from './staff-event-queries.ts';
import { type StaffInvitationRow, findStaffInvitation, updateStaffInvitation } from './staff-invitation-queries.ts';
import { lockStaff, restoreStaff } from './staff-queries.ts';
import { type LockedStaff, canGrantRole, canManageStaff } from './staff-rules.ts';

export type StaffInvitationCheck =
  | { outcome: 'unknown' | 'invalid' | 'expired' }
  | { outcome: 'valid'; invitation: StaffInvitationRow };

/** Whether a link can be used now; `unknown`: it is not an invitation of staff. */
export async function checkStaffLink(tx: LoginTx, token: string, now: Date): Promise<StaffInvitationCheck> {
  const invitation = await findStaffInvitation(tx, parseTokenInvitation(token));
  if (invitation === undefined) return { outcome: 'unknown' };
  if (invitation.token_hash !== hashToken(token)) return { outcome: 'invalid' };
  const status = toInvitationStatus(invitation, now);
  if (status === 'expired') return { outcome: 'expired' };
  return status === 'pending' ? { outcome: 'valid', invitation } : { outcome: 'invalid' };
}

type Refusal = { outcome: 'invalid' | 'expired' };

/** A new key of the authenticator app of the invited person. The earlier one is no longer accepted. */
export async function startStaffTotp(
  deps: Deps,
  token: string,
  now: Date,
): Promise<Refusal | { outcome: 'started'; secret: string; uri: string }> {
  return asLogin(deps.db, async (tx) => {
    await lockStaff(tx);
    const check = await checkStaffLink(tx, token, now);
    if (check.outcome !== 'valid') return { outcome: check.outcome === 'expired' ? 'expired' : 'invalid' };
    const { id, email, token_no, totp_no } = check.invitation;
    await updateStaffInvitation(tx, id, { totp_no: totp_no + 1 });
    const secret = deriveInvitationTotp(deps.secrets, { id, token_no, totp_no: totp_no + 1 });
    return { outcome: 'started', secret, uri: buildTotpUri(secret, email) };
  });
}

interface StaffAcceptance {
  name: string;
  phone: string | null;
  locale: 'en' | 'id';
  password_hash: string;
  otp: string;
  ip: string | null;
  user_agent: string | null;
  now: Date;
}

const WRONG_CODE = localized(
  'Incorrect code. Check the time of your phone and enter the current code.',
  'Kode salah. Periksa jam ponsel Anda dan masukkan kode saat ini.',
);

/**
 * Makes the person staff. Safe to run concurrently: a link is used once. The person who sent the invitation must still be allowed
 * to grant its role. Throws `wrong_code` (422).
 */
export async function acceptStaffLink(
  deps: Deps,
  token: string,
  acceptance: StaffAcceptance,
): Promise<Refusal | { outcome: 'accepted'; recovery_codes: string[] }> {
  const { name, otp, ip, user_agent, now } = acceptance;
  return asLogin(deps.db, async (tx) => {
    const staff = await lockStaff(tx);
    const check = await checkStaffLink(tx, token, now);
    if (check.outcome !== 'valid') return { outcome: check.outcome === 'expired' ? 'expired' : 'invalid' };
    const { invitation } = check;
    const { id, email, role, token_no, totp_no, invited_by_name } = invitation;
    if (!isBackedBySender(staff, invitation)) return { outcome: 'invalid' };
    const secret = deriveInvitationTotp(deps.secrets, { id, token_no, totp_no });
    const step = totp_no === 0 ? null : findTotpStep(secret, otp, { last_step: 0, now });
    if (step === null) {
      throw new Problem(422, 'wrong_code', WRONG_CODE, { errors: [{ field: 'otp', detail: WRONG_CODE }] });
    }
    const user_id = await storePerson(tx, invitation, acceptance);
    if (user_id === null) return { outcome: 'invalid' };
    await upsertPendingTotp(tx, user_id, deps.vault.seal(buildTotpContext(user_id), secret), now);
    await confirmTotp(tx, user_id, step, now);
    const recovery_codes = generateRecoveryCodes();
    const hashes = recovery_codes.map((code) => hashRecoveryCode(user_id, code));
    await replaceRecoveryCodes(tx, user_id, hashes, now);
    await updateStaffInvitation(tx, id, { status: 'accepted', closed_at: now });
    await recordSecurityEvent(tx, { user_id, kind: 'second_factor_enabled', at: now, ip, user_agent });
    const person = { now, principal: { id: user_id, name }, request: { ip } };
    const after = { name, email, role, invitation_id: id, invited_by: invited_by_name };
    await recordProviderEvent(tx, person, { action: 'staff.joined', object_type: 'staff', object_id: user_id, after });
    await notifyStaffChange(tx, person, { outcome: 'joined', user_id, name, email, role, by: invited_by_name });
    return { outcome: 'accepted', recovery_codes };
  });
}

function isBackedBySender(
  staff: readonly LockedStaff[],
  { invited_by, role }: Pick<StaffInvitationRow, 'invited_by' | 'role'>,
): boolean {
  const sender = staff.find(({ user_id }) => user_id === invited_by);
  return sender?.status === 'active' && canManageStaff(sender.role) && canGrantRole(sender.role, role);
}

/**
 * Creates the account, or that of a removed person again; null when the email has another account meanwhile. A registration
 * under the email that nobody has confirmed ends: its password may be somebody else's, and staff have no merchants.
 */
async function storePerson(
  tx: LoginTx,
  { email, role, invited_by_name }: StaffInvitationRow,
  { name, phone, locale, password_hash, now }: StaffAcceptance,
): Promise<string | null> {
  const person = { name, phone, locale, role, password_hash, invited_by_name };
  await releaseUnconfirmedEmail(tx, email);
  const account = await findAccountOfEmail(tx, email);
  if (account === undefined) {
    const user_id = newId('user', now);
    // The link proves that the person reads the email.
    const login = { ...person, user_id, email, created_at: now, email_verified_at: now };
    return (await insertLogin(tx, login)) ? user_id : null;
  }
  const { user_id } = account;
  if (!(await restoreStaff(tx, { ...person, user_id }, now))) return null;
  await deleteSecondFactors(tx, user_id);
  return user_id;
}
