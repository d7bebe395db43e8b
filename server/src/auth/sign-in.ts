/** Sign-in. Response, lockout and response time are the same for known and unknown emails. */
import { setTimeout as wait } from 'node:timers/promises';
import type { SignInReason } from '@dasbor/contract/account';
import { localized } from '@dasbor/contract/language';
import { newId } from '../db/new-id.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { Problem } from '../http/problem.ts';
import { simulatePasswordCheck, matchesPassword } from './password.ts';
import { decideAttempt, lockedOut } from './attempt.ts';
import { hashDevice } from './device.ts';
import { findLastMerchant, listActiveMemberships } from './membership-queries.ts';
import type { Origin } from './origin.ts';
import {
  countSignIn,
  findFailures,
  findLogin,
  insertRefreshToken,
  insertSession,
  findDeviceUse,
  storeSignIn,
} from './queries.ts';
import {
  ABSOLUTE_MS,
  IDLE_MS,
  SIGN_INS_PER_MINUTE,
  chooseMerchant,
  getLockRemaining,
  getSlowDown,
  isNewDevice,
} from './rules.ts';
import { hashToken, generateOpaqueToken } from '../http/opaque-token.ts';
import { recordSecurityEvent } from './security-event-queries.ts';
import { insertSignInEvent } from './sign-in-event-queries.ts';
import { signAccessToken } from './tokens.ts';
import { createUnknownEmailFailures } from './unknown-email-failures.ts';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

const USER_AGENT_LENGTH_MAX = 300;
const unknown_email_failures = createUnknownEmailFailures();

const WRONG_CREDENTIALS = localized('Incorrect email or password.', 'Email atau kata sandi salah.');
const wrongCredentials = () => new Problem(401, 'wrong_credentials', WRONG_CREDENTIALS);

const emailNotVerified = () =>
  new Problem(
    401,
    'email_not_verified',
    localized(
      'Confirm your email first: open the link in the email that we sent you.',
      'Konfirmasi email Anda terlebih dahulu: buka tautan di email yang kami kirim.',
    ),
  );

const tooManySignIns = () =>
  new Problem(
    429,
    'too_many_requests',
    localized('Too many sign-ins. Try again in a minute.', 'Terlalu banyak percobaan masuk. Coba lagi dalam semenit.'),
    { retry_after_s: 60 },
  );

/**
 * Creates a session and returns its tokens. Throws `wrong_credentials` (401), `locked_out` or `too_many_requests` (429).
 */
export async function signIn(
  deps: Deps,
  given: { email: string; password: string },
  origin: Origin,
  now: Date,
): Promise<Tokens> {
  const email = given.email.toLowerCase();
  const address = toAddressKey(origin.ip ?? '');
  const { login, attempts, failures } = await asLogin(deps.db, async (tx) => {
    const found = await findLogin(tx, email);
    const known = found && (await findFailures(tx, found.user_id, address));
    return { login: found, attempts: await countSignIn(tx, address), failures: known };
  });
  if (attempts > SIGN_INS_PER_MINUTE) throw tooManySignIns();
  const failed_from_address = login === undefined ? unknown_email_failures.get(email, address) : failures;
  const wait_ms = failed_from_address === undefined ? 0 : getLockRemaining(failed_from_address, now);
  if (wait_ms > 0) throw lockedOut(wait_ms);
  await wait(getSlowDown(login?.failed_attempts ?? unknown_email_failures.countAll(email)));
  if (login === undefined) {
    await simulatePasswordCheck(given.password);
    unknown_email_failures.add(email, address, now);
    throw wrongCredentials();
  }
  return admit(deps, { login, address, password: given.password, origin }, now);
}

interface Attempt {
  login: NonNullable<Awaited<ReturnType<typeof findLogin>>>;
  /** The address as the key of locks. */
  address: string;
  password: string;
  origin: Origin;
}

/** Checks the password and creates the session, or stores the failure. */
async function admit(deps: Deps, { login, address, password, origin }: Attempt, now: Date): Promise<Tokens> {
  // No connection is held while the password is hashed. The account is checked again under its lock, so that concurrent
  // guesses cannot exceed the limit of failures.
  const matches = await matchesPassword(login.password_hash, password);
  const key = { user_id: login.user_id, address };
  const decision = await asLogin(deps.db, async (tx) => {
    const isRight = (account: { password_hash: string }) => matches && account.password_hash === login.password_hash;
    const merchant = await findSignInMerchant(tx, login);
    const decided = await decideAttempt(tx, { ...key, has_access: merchant !== null }, isRight, now);
    const attempt = { user_id: login.user_id, at: now, ...origin };
    if (decided.outcome !== 'admitted') {
      await insertSignInEvent(tx, { ...attempt, reason: getRefusalReason(decided) });
      return decided;
    }
    if (login.email_verified_at === null) {
      await insertSignInEvent(tx, { ...attempt, reason: 'email_not_verified' });
      return { outcome: 'unverified' as const };
    }
    await storeSignIn(tx, login.user_id, now);
    const session = await createSession(tx, { merchant_id: null, ...merchant, user_id: login.user_id }, origin, now);
    await insertSignInEvent(tx, { ...attempt, reason: null, session_id: session.session_id });
    return { outcome: 'admitted' as const, session };
  });
  if (decision.outcome === 'locked') throw lockedOut(decision.wait_ms);
  if (decision.outcome === 'refused') throw wrongCredentials();
  if (decision.outcome === 'unverified') throw emailNotVerified();
  const { session_id, refresh_token } = decision.session;
  const session = { id: session_id, user_id: login.user_id };
  return { access_token: await signAccessToken(deps.secrets, session, now), refresh_token };
}

const getRefusalReason = ({ outcome, is_suspended }: { outcome: string; is_suspended: boolean }): SignInReason =>
  outcome === 'locked' ? 'locked_out' : is_suspended ? 'suspended' : 'wrong_password';

/** The merchant to sign in to, null for provider staff; no result without an active membership. */
async function findSignInMerchant(
  tx: LoginTx,
  { user_id, role }: { user_id: string; role: string | null },
): Promise<{ merchant_id: string | null } | null> {
  if (role !== null) return { merchant_id: null };
  const memberships = await listActiveMemberships(tx, user_id);
  const merchant_ids = memberships.map(({ merchant_id }) => merchant_id);
  const merchant_id = chooseMerchant(merchant_ids, await findLastMerchant(tx, user_id));
  return merchant_id === null ? null : { merchant_id };
}

/** Creates a session of an authenticated user. */
async function createSession(
  tx: LoginTx,
  { user_id, merchant_id = null }: { user_id: string; merchant_id?: string | null },
  origin: Origin,
  now: Date,
): Promise<{ session_id: string; refresh_token: string }> {
  const session_id = newId('session', now);
  const refresh_token = generateOpaqueToken();
  const device_hash = hashDevice(user_id, origin);
  const is_new_device = isNewDevice(await findDeviceUse(tx, user_id, device_hash), now);
  await insertSession(tx, {
    id: session_id,
    user_id,
    merchant_id,
    ip: origin.ip,
    user_agent: origin.user_agent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
    created_at: now,
    idle_expires_at: new Date(now.getTime() + IDLE_MS),
    expires_at: new Date(now.getTime() + ABSOLUTE_MS),
    device_hash,
  });
  await insertRefreshToken(tx, { token_hash: hashToken(refresh_token), session_id, generation: 1, created_at: now });
  if (is_new_device) {
    await recordSecurityEvent(tx, {
      user_id,
      kind: 'new_device',
      at: now,
      ...origin,
      details: { session: session_id },
    });
  }
  return { session_id, refresh_token };
}
