/** Changes of a password: by its owner, and with the token of a link. */
import { localized } from '@dasbor/contract/language';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { hashToken } from '../http/opaque-token.ts';
import { revokePrincipal } from '../http/principal-cache.ts';
import { Problem } from '../http/problem.ts';
import { decideAttempt, lockedOut } from './attempt.ts';
import { isBreached } from './breached-passwords.ts';
import { deleteDevices } from './factor-queries.ts';
import { hashPassword, matchesPassword } from './password.ts';
import {
  type Account,
  findAccount,
  findAnyLink,
  findLink,
  listReplacedPasswords,
  storeEmailVerified,
  updatePassword,
  consumeLink,
  voidResetLinks,
} from './password-queries.ts';
import { findPasswordRefusal } from './password-rules.ts';
import type { Origin } from '../http/origin.ts';
import { lockLogin } from './queries.ts';
import { endOtherSessions } from './session-queries.ts';
import { recordSecurityEvent } from './security-event-queries.ts';

const wrongPassword = () => {
  const detail = localized('The current password is incorrect.', 'Kata sandi saat ini salah.');
  return new Problem(422, 'wrong_password', detail, { errors: [{ field: 'old_password', detail }] });
};
const linkNotValid = () =>
  new Problem(
    422,
    'link_not_valid',
    localized(
      'This link has expired or was already used. Request a new one.',
      'Tautan ini sudah kedaluwarsa atau sudah dipakai. Minta tautan baru.',
    ),
  );

/** Why a link to confirm an email is refused. Only who holds its token learns it. */
async function buildVerifyRefusal(tx: LoginTx, token_hash: string): Promise<Problem> {
  const link = await findAnyLink(tx, token_hash);
  if (link?.purpose !== 'verify_email') {
    return new Problem(
      422,
      'link_not_valid',
      localized(
        'This link is not valid. Open the link in the latest email.',
        'Tautan ini tidak valid. Buka tautan dari email terbaru secara utuh.',
      ),
    );
  }
  // An unused link of an account that is not active counts as expired.
  return link.used_at === null
    ? new Problem(
        422,
        'link_expired',
        localized(
          'This link has expired. Sign in to request a new email.',
          'Tautan ini sudah kedaluwarsa. Masuk untuk meminta email baru.',
        ),
      )
    : new Problem(
        422,
        'link_used',
        localized(
          'This link was already used, or a newer email replaced it. Sign in if your email is confirmed.',
          'Tautan ini sudah dipakai atau diganti oleh email yang lebih baru. Masuk jika email Anda sudah dikonfirmasi.',
        ),
      );
}

/**
 * Changes the password of a signed-in user, ends all their sessions, this one included, and forgets their remembered
 * devices: anyone who holds a token of one of them must sign in with the new password and the second factor. Throws
 * `wrong_password` or `password_refused` (422), and `locked_out` (429) after five wrong passwords, which count as failed
 * sign-ins.
 */
export async function changePassword(
  deps: Deps,
  user: { id: string },
  given: { old_password: string; new_password: string },
  { origin, now }: { origin: Origin; now: Date },
): Promise<void> {
  const account = await asLogin(deps.db, (tx) => getAccount(tx, user.id));
  const matches = await matchesPassword(account.password_hash, given.old_password);
  const key = { user_id: user.id, address: toAddressKey(origin.ip ?? '') };
  const check = ({ password_hash }: { password_hash: string }) =>
    matches && password_hash === account.password_hash ? 'right' : 'wrong';
  const decision = await asLogin(deps.db, (tx) => decideAttempt(tx, key, check, now));
  if (decision.outcome === 'locked') throw lockedOut(decision.wait_ms);
  if (decision.outcome === 'refused') throw wrongPassword();
  await assertAcceptable(deps, account, given.new_password);
  const new_hash = await hashPassword(given.new_password);
  const ended = await asLogin(deps.db, async (tx) => {
    await lockLogin(tx, user.id);
    const change = { user_id: user.id, old_hash: account.password_hash, new_hash };
    if (!(await updatePassword(tx, change, now))) throw wrongPassword();
    await voidResetLinks(tx, user.id, now);
    await deleteDevices(tx, user.id);
    const session_ids = await endOtherSessions(tx, { user_id: user.id }, 'password_changed', now);
    await recordSecurityEvent(tx, { user_id: user.id, kind: 'password_changed', at: now, ...origin });
    return session_ids;
  });
  for (const session_id of ended) revokePrincipal(deps, session_id);
}

/** Returns the purpose and the account of a link. Throws `link_not_valid` (422). */
export async function checkPasswordLink(
  deps: Pick<Deps, 'db'>,
  token: string,
  now: Date,
): Promise<{ purpose: 'reset_password' | 'set_up'; email: string }> {
  const link = await asLogin(deps.db, (tx) => findLink(tx, hashToken(token), now));
  if (link === undefined || link.purpose === 'verify_email') throw linkNotValid();
  return { purpose: link.purpose, email: link.email };
}

/**
 * Sets a password with the token of a link and ends all sessions. The link proves that the person reads the email, too.
 * Throws `link_not_valid` or `password_refused` (422); a refused password does not use up the link.
 */
export async function resetPassword(
  deps: Deps,
  given: { token: string; new_password: string },
  { origin, now }: { origin: Origin; now: Date },
): Promise<void> {
  const token_hash = hashToken(given.token);
  const { link, account } = await asLogin(deps.db, async (tx) => {
    const found = await findLink(tx, token_hash, now);
    if (found === undefined || found.purpose === 'verify_email') throw linkNotValid();
    return { link: found, account: await getAccount(tx, found.user_id) };
  });
  await assertAcceptable(deps, account, given.new_password);
  const new_hash = await hashPassword(given.new_password);
  const { user_id } = account;
  const ended = await asLogin(deps.db, async (tx) => {
    const locked = await lockLogin(tx, user_id);
    const purposes = ['reset_password', 'set_up'] as const;
    if (locked?.status !== 'active' || !(await consumeLink(tx, { token_hash, purposes }, now))) throw linkNotValid();
    // Under the lock of the account, the current password is the one to replace.
    await updatePassword(tx, { user_id, old_hash: locked.password_hash, new_hash }, now);
    await storeEmailVerified(tx, user_id, now);
    await deleteDevices(tx, user_id);
    const details = { first_password: link.purpose === 'set_up' };
    const session_ids = await endOtherSessions(tx, { user_id }, 'password_changed', now);
    await recordSecurityEvent(tx, { user_id, kind: 'password_reset', at: now, ...origin, details });
    return session_ids;
  });
  for (const session_id of ended) revokePrincipal(deps, session_id);
}

const wrongRegistrationPassword = () => {
  const detail = localized(
    'This is not the password of the latest registration with this email. If you cannot remember it, or did not register, reset the password.',
    'Ini bukan kata sandi dari pendaftaran terakhir dengan email ini. Jika Anda lupa atau tidak mendaftar, atur ulang kata sandi.',
  );
  return new Problem(422, 'wrong_password', detail, { errors: [{ field: 'password', detail }] });
};

/**
 * Confirms an email with the token of a link and the password of the account: the link proves who reads the email, the
 * password that the reader registered. Throws `link_not_valid`, `link_expired`, `link_used` and `wrong_password` (422); a
 * wrong password does not use up the link.
 */
export async function verifyEmail(
  deps: Pick<Deps, 'db'>,
  given: { token: string; password: string },
  { origin, now }: { origin: Origin; now: Date },
): Promise<void> {
  const token_hash = hashToken(given.token);
  const account = await asLogin(deps.db, async (tx) => {
    const link = await findLink(tx, token_hash, now);
    if (link?.purpose !== 'verify_email') throw await buildVerifyRefusal(tx, token_hash);
    return getAccount(tx, link.user_id);
  });
  const { user_id, password_hash } = account;
  if (!(await matchesPassword(password_hash, given.password))) throw wrongRegistrationPassword();
  await asLogin(deps.db, async (tx) => {
    const locked = await lockLogin(tx, user_id);
    // A registration that replaced the password also ended the link.
    const is_valid =
      locked?.password_hash === password_hash &&
      (await consumeLink(tx, { token_hash, purposes: ['verify_email'] }, now));
    if (!is_valid) throw await buildVerifyRefusal(tx, token_hash);
    if (!(await storeEmailVerified(tx, user_id, now))) return;
    await recordSecurityEvent(tx, { user_id, kind: 'email_verified', at: now, ...origin });
  });
}

async function getAccount(tx: LoginTx, user_id: string): Promise<Account> {
  const account = await findAccount(tx, user_id);
  if (account === undefined) throw new Error(`The user ${user_id} does not exist`);
  return account;
}

/** Throws `password_refused` (422). */
async function assertAcceptable(deps: Pick<Deps, 'db'>, account: Account, password: string): Promise<void> {
  const replaced = await asLogin(deps.db, (tx) => listReplacedPasswords(tx, account.user_id));
  const matches = await Promise.all(
    [account.password_hash, ...replaced].map((hash) => matchesPassword(hash, password)),
  );
  const refusal = findPasswordRefusal(password, {
    owner: account,
    is_breached: await isBreached(password),
    is_used_before: matches.includes(true),
  });
  if (refusal === null) return;
  throw new Problem(422, 'password_refused', refusal, { errors: [{ field: 'new_password', detail: refusal }] });
}
