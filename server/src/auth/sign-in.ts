/** Sign-in. Response, lockout and response time are the same for known and unknown emails. */
import { setTimeout as wait } from 'node:timers/promises';
import type { SignInReason } from '@dasbor/contract/account';
import { localized } from '@dasbor/contract/language';
import { newId } from '../db/new-id.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { isAllowedAddress } from '../http/allowed-address.ts';
import { Problem, addressNotAllowed } from '../http/problem.ts';
import { listAllowedNetworks } from './ip-allow-list-queries.ts';
import { simulatePasswordCheck, matchesPassword } from './password.ts';
import { type AttemptCheck, type AttemptDecision, decideAttempt, lockedOut } from './attempt.ts';
import { type FactorResult, type SubmittedCodes, checkSecondFactor } from './check-factor.ts';
import { hashDevice } from './device.ts';
import type { Factors } from './factor-queries.ts';
import { rememberDevice } from './remember-device.ts';
import { type Workspace, findSignInWorkspace } from './workspace-queries.ts';
import type { Origin } from '../http/origin.ts';
import {
  countSignIn,
  findFailures,
  findLogin,
  insertRefreshToken,
  insertSession,
  findDeviceUse,
  updateAuthenticatedAt,
  updateLastLogin,
} from './queries.ts';
import {
  ABSOLUTE_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  SIGN_INS_PER_MINUTE,
  calculateLockRemaining,
  calculateThrottleDelay,
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

export interface SignInTokens extends Tokens {
  /** Token of the device, when it is remembered from now on. */
  device_token?: string;
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

const wrongCode = () =>
  new Problem(
    401,
    'wrong_code',
    localized(
      'Incorrect code, or it was used already. Wait for the next code.',
      'Kode salah atau sudah dipakai. Tunggu kode berikutnya.',
    ),
  );

/** Names the fields that complete the sign-in, so that the client can ask for them. */
function otpRequired({ totp, passkeys }: Factors): Problem {
  const otp = localized('Enter your one-time code.', 'Masukkan kode sekali pakai Anda.');
  const passkey = localized('Sign in with your passkey.', 'Masuk dengan passkey Anda.');
  const errors = [
    ...(totp === null ? [] : [{ field: 'otp', detail: otp }]),
    ...(passkeys === 0 ? [] : [{ field: 'passkey', detail: passkey }]),
  ];
  return new Problem(401, 'otp_required', totp === null ? passkey : otp, { errors });
}

const tooManySignIns = () =>
  new Problem(
    429,
    'too_many_requests',
    localized('Too many sign-ins. Try again in a minute.', 'Terlalu banyak percobaan masuk. Coba lagi dalam semenit.'),
    { retry_after_s: 60 },
  );

export interface Credentials extends SubmittedCodes {
  email: string;
  password: string;
  remember_device?: boolean | undefined;
}

/**
 * Creates a session and returns its tokens. Throws `wrong_credentials`, `otp_required` or `wrong_code` (401), `locked_out`
 * or `too_many_requests` (429).
 */
export async function signIn(deps: Deps, given: Credentials, origin: Origin, now: Date): Promise<SignInTokens> {
  const email = given.email.toLowerCase();
  const address = toAddressKey(origin.ip ?? '');
  const { login, attempts, failures } = await asLogin(deps.db, async (tx) => {
    const found = await findLogin(tx, email);
    const known = found && (await findFailures(tx, found.user_id, address));
    return { login: found, attempts: await countSignIn(tx, address), failures: known };
  });
  if (attempts > SIGN_INS_PER_MINUTE) throw tooManySignIns();
  const failed_from_address = login === undefined ? unknown_email_failures.get(email, address) : failures;
  const wait_ms = failed_from_address === undefined ? 0 : calculateLockRemaining(failed_from_address, now);
  if (wait_ms > 0) throw lockedOut(wait_ms);
  await wait(calculateThrottleDelay(login?.failed_attempts ?? unknown_email_failures.countAll(email)));
  if (login === undefined) {
    await simulatePasswordCheck(given.password);
    unknown_email_failures.add(email, address, now);
    throw wrongCredentials();
  }
  return admit(deps, { login, address, given, origin }, now);
}

type Login = NonNullable<Awaited<ReturnType<typeof findLogin>>>;

interface Attempt {
  login: Login;
  /** The address as the key of locks. */
  address: string;
  given: Credentials;
  origin: Origin;
}

/** Checks password and second factor and creates the session, or stores the failure. */
async function admit(deps: Deps, { login, address, given, origin }: Attempt, now: Date): Promise<SignInTokens> {
  const { user_id } = login;
  // No connection is held while the password is hashed. The account is checked again under its lock, so that concurrent
  // guesses cannot exceed the limit of failures.
  const matches = await matchesPassword(login.password_hash, given.password);
  const { decision, factor, admitted } = await asLogin(deps.db, async (tx) => {
    let checked: FactorResult | undefined;
    const check = async (account: { password_hash: string }): Promise<AttemptCheck> => {
      if (!matches || account.password_hash !== login.password_hash) return 'wrong';
      checked = await checkSecondFactor(deps, tx, { user_id, otp: given.otp, device_token: given.device_token }, now);
      return checked.result === 'required' ? 'incomplete' : checked.result === 'wrong' ? 'wrong' : 'right';
    };
    const merchant = await findSignInWorkspace(tx, login, origin.ip);
    const decided = await decideAttempt(tx, { user_id, address, has_access: merchant !== null }, check, now);
    const result = checked as FactorResult | undefined;
    if (decided.outcome !== 'admitted' || merchant === null) {
      const reason = getRefusalReason(decided, result);
      await insertSignInEvent(tx, { user_id, at: now, ...origin, reason });
      return { decision: decided, factor: result, admitted: null };
    }
    if (login.email_verified_at === null) {
      await insertSignInEvent(tx, { user_id, at: now, ...origin, reason: 'email_not_verified' });
      return { decision: decided, factor: result, admitted: 'unverified' as const };
    }
    if (!isAllowedAddress(origin.ip, await listAllowedNetworks(tx, merchant.merchant_id))) {
      await insertSignInEvent(tx, { user_id, at: now, ...origin, reason: 'address_not_allowed' });
      return { decision: decided, factor: result, admitted: 'elsewhere' as const };
    }
    const session = await completeSignIn(
      tx,
      { user_id, ...merchant, is_strong: result?.result !== 'device' },
      origin,
      now,
    );
    if (result?.result === 'recovery_code') {
      await recordSecurityEvent(tx, { user_id, kind: 'recovery_code_used', at: now, ...origin });
    }
    const remembers =
      given.remember_device === true && (result?.result === 'totp' || result?.result === 'recovery_code');
    const device_token = remembers ? await rememberDevice(tx, user_id, origin, now) : undefined;
    return { decision: decided, factor: result, admitted: { session, device_token } };
  });
  if (decision.outcome === 'locked') throw lockedOut(decision.wait_ms);
  if (decision.outcome === 'incomplete' && factor) throw otpRequired(factor.factors);
  if (admitted === null) throw factor?.result === 'wrong' && !decision.is_suspended ? wrongCode() : wrongCredentials();
  if (admitted === 'unverified') throw emailNotVerified();
  if (admitted === 'elsewhere') throw addressNotAllowed();
  const { session, device_token } = admitted;
  return {
    ...(await issueTokens(deps, user_id, session, now)),
    ...(device_token === undefined ? {} : { device_token }),
  };
}

/** The tokens of a new session. */
export const issueTokens = async (
  { secrets }: Pick<Deps, 'secrets'>,
  user_id: string,
  { session_id, refresh_token }: NewTokens,
  now: Date,
): Promise<Tokens> => ({
  access_token: await signAccessToken(secrets, { id: session_id, user_id }, now),
  refresh_token,
});

/** The reason of a refused attempt in the sign-in history. */
export function getRefusalReason(
  { outcome, is_suspended }: AttemptDecision,
  factor: Pick<FactorResult, 'result'> | undefined,
): SignInReason {
  if (outcome === 'locked') return 'locked_out';
  if (is_suspended) return 'suspended';
  if (outcome === 'incomplete') return 'otp_required';
  return factor?.result === 'wrong' ? 'wrong_otp' : 'wrong_password';
}

interface NewTokens {
  session_id: string;
  refresh_token: string;
}

/** Stores a successful sign-in and creates its session. */
export async function completeSignIn(
  tx: LoginTx,
  { user_id, merchant_id, group_id, is_strong }: Workspace & { user_id: string; is_strong: boolean },
  origin: Origin,
  now: Date,
): Promise<NewTokens> {
  if (!isAllowedAddress(origin.ip, await listAllowedNetworks(tx, merchant_id))) throw addressNotAllowed();
  await updateLastLogin(tx, user_id, now);
  const session = await createSession(tx, { user_id, merchant_id, group_id }, origin, now);
  // A remembered device proves no second factor: sensitive actions ask for it.
  if (!is_strong) await updateAuthenticatedAt(tx, session.session_id, NEVER);
  await insertSignInEvent(tx, { user_id, at: now, ...origin, reason: null, session_id: session.session_id });
  return session;
}

const NEVER = new Date(0);

/** Creates a session of an authenticated user. */
async function createSession(
  tx: LoginTx,
  { user_id, merchant_id, group_id }: Workspace & { user_id: string },
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
    group_id,
    ip: origin.ip,
    user_agent: origin.user_agent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
    created_at: now,
    idle_expires_at: new Date(now.getTime() + IDLE_TIMEOUT_MS),
    expires_at: new Date(now.getTime() + ABSOLUTE_TIMEOUT_MS),
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
