/** Sign-in. Response, lockout and response time are the same for known and unknown emails. */
import { localized } from '@dasbor/contract/language';
import { newId } from '../db/new-id.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { simulatePasswordCheck, matchesPassword } from './password.ts';
import { hashDevice, notifyNewDevice } from './device.ts';
import {
  findLogin,
  insertRefreshToken,
  insertSession,
  lockLogin,
  findDeviceUse,
  storeFailures,
  storeSignIn,
} from './queries.ts';
import { ABSOLUTE_MS, IDLE_MS, decideSignIn, isNewDevice, getLockRemaining } from './rules.ts';
import { hashToken, generateOpaqueToken } from '../http/opaque-token.ts';
import { signAccessToken } from './tokens.ts';
import { createUnknownEmailFailures } from './unknown-email-failures.ts';

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Origin of a sign-in, shown to the user in the list of sessions. */
export interface Origin {
  ip: string | null;
  user_agent: string | null;
}

const USER_AGENT_LENGTH_MAX = 300;
const unknown_email_failures = createUnknownEmailFailures();

const WRONG_CREDENTIALS = localized('Incorrect email or password.', 'Email atau kata sandi salah.');
const wrongCredentials = () => new Problem(401, 'wrong_credentials', WRONG_CREDENTIALS);

function lockedOut(wait_ms: number): Problem {
  const retry_after_s = Math.ceil(wait_ms / 1000);
  const minutes = Math.ceil(wait_ms / 60_000);
  const detail = localized(
    `Too many failed sign-ins. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    `Terlalu banyak percobaan masuk yang gagal. Coba lagi dalam ${minutes} menit.`,
  );
  return new Problem(429, 'locked_out', detail, { retry_after_s });
}

/** Creates a session and returns its tokens. Throws `wrong_credentials` (401) or `locked_out` (429). */
export async function signIn(
  deps: Deps,
  given: { email: string; password: string },
  origin: Origin,
  now: Date,
): Promise<Tokens> {
  const email = given.email.toLowerCase();
  const login = await asLogin(deps.db, (tx) => findLogin(tx, email));
  const wait_ms = getLockRemaining(login ?? unknown_email_failures.get(email), now);
  if (wait_ms > 0) throw lockedOut(wait_ms);
  if (login === undefined) {
    await simulatePasswordCheck(given.password);
    unknown_email_failures.add(email, now);
    throw wrongCredentials();
  }
  // No connection is held while the password is hashed. The account is checked again under its lock, so that concurrent
  // guesses cannot exceed the limit of failures.
  const matches = await matchesPassword(login.password_hash, given.password);
  const decision = await asLogin(deps.db, async (tx) => {
    const account = (await lockLogin(tx, login.user_id)) ?? login;
    const decided = decideSignIn(account, matches && account.password_hash === login.password_hash, now);
    if (decided.outcome === 'refused') await storeFailures(tx, login.user_id, decided.failures);
    if (decided.outcome !== 'admitted') return decided;
    await storeSignIn(tx, login.user_id, now);
    return { outcome: 'admitted' as const, session: await createSession(tx, login.user_id, origin, now) };
  });
  if (decision.outcome === 'locked') throw lockedOut(decision.wait_ms);
  if (decision.outcome === 'refused') throw wrongCredentials();
  const { session_id, refresh_token, is_new_device } = decision.session;
  // The session stores that the notification is pending: if this fails, the sweep in jobs.ts retries it.
  if (is_new_device) {
    await notifyNewDevice(deps, session_id).catch((error: unknown) =>
      deps.log.warn({ err: error, session_id }, 'notifying about a new device failed; the sweep will retry'),
    );
  }
  const session = { id: session_id, user_id: login.user_id };
  return { access_token: await signAccessToken(deps.secrets, session, now), refresh_token };
}

/** Creates a session of an authenticated user. */
async function createSession(
  tx: LoginTx,
  user_id: string,
  origin: Origin,
  now: Date,
): Promise<{ session_id: string; refresh_token: string; is_new_device: boolean }> {
  const session_id = newId('session', now);
  const refresh_token = generateOpaqueToken();
  const device_hash = hashDevice(user_id, origin);
  const is_new_device = isNewDevice(await findDeviceUse(tx, user_id, device_hash), now);
  await insertSession(tx, {
    id: session_id,
    user_id,
    ip: origin.ip,
    user_agent: origin.user_agent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
    created_at: now,
    idle_expires_at: new Date(now.getTime() + IDLE_MS),
    expires_at: new Date(now.getTime() + ABSOLUTE_MS),
    device_hash,
    is_new_device,
  });
  await insertRefreshToken(tx, { token_hash: hashToken(refresh_token), session_id, generation: 1, created_at: now });
  return { session_id, refresh_token, is_new_device };
}
