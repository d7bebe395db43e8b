/** Rules of sign-in and session refresh (design rules 4.8; specification section 4). */
import * as duration from '@dasbor/contract/duration';

/** Lifetime of an access token in seconds. */
export const ACCESS_TOKEN_TTL_S = 600;
/** A session ends when it is not refreshed for this long. */
export const IDLE_TIMEOUT_MS = duration.hours(24);
/** A session ends after this long, even when it is used. */
export const ABSOLUTE_TIMEOUT_MS = duration.days(14);
/** Period in which the previous refresh token returns the same successor. */
export const REFRESH_GRACE_MS = duration.seconds(10);
/** Sign-ins per minute and address, over all processes. */
export const SIGN_INS_PER_MINUTE = 10;
/** Consecutive failures from one address that lock an account for that address, and the lock time. */
export const LOCKOUT_THRESHOLD = 5;
export const LOCKOUT_MS = duration.minutes(15);

export interface Failures {
  failed_attempts: number;
  /** ISO-8601; null while the account was never locked. */
  locked_until: string | null;
}

const SLOW_AFTER = 10;
const SLOW_STEP_MS = 250;
const SLOW_MAX_MS = duration.seconds(3);

/**
 * Delay of a sign-in to an account that failed often, from whichever addresses. It slows down distributed guessing and
 * never rejects, because otherwise anyone could lock out anybody.
 */
export const calculateThrottleDelay = (failed_attempts: number): number =>
  Math.min(SLOW_MAX_MS, Math.max(0, failed_attempts - SLOW_AFTER + 1) * SLOW_STEP_MS);

/** Milliseconds until the lock ends; 0 when the account is not locked. */
export function calculateLockRemaining(failures: Failures, now: Date): number {
  if (failures.locked_until === null) return 0;
  return Math.max(0, Date.parse(failures.locked_until) - now.getTime());
}

/** The state after one more failure. An expired lock resets the count. */
export function addFailure(failures: Failures, now: Date): Failures {
  const failed_attempts = failures.locked_until === null ? failures.failed_attempts + 1 : 1;
  const locks = failed_attempts >= LOCKOUT_THRESHOLD;
  return { failed_attempts, locked_until: locks ? new Date(now.getTime() + LOCKOUT_MS).toISOString() : null };
}

export type SignInDecision =
  | { outcome: 'locked'; wait_ms: number }
  | { outcome: 'refused'; failures: Failures }
  | { outcome: 'admitted' };

/** Decides a sign-in from the password check and the current state of the locked account. */
export function decideSignIn(
  account: Failures & { status: string },
  password_matches: boolean,
  now: Date,
): SignInDecision {
  const wait_ms = calculateLockRemaining(account, now);
  if (wait_ms > 0) return { outcome: 'locked', wait_ms };
  if (!password_matches || account.status !== 'active')
    return { outcome: 'refused', failures: addFailure(account, now) };
  return { outcome: 'admitted' };
}

/** The merchant or group to sign in to: the last one if the person still belongs to it, else the first; null for none. */
export const chooseWorkspace = (ids: readonly string[], last: string | null): string | null =>
  ids.find((id) => id === last) ?? ids[0] ?? null;

export interface SessionState {
  revoked_at: string | null;
  expires_at: string;
  idle_expires_at: string;
  /** Status of the user. */
  status: string;
}

/** Whether a session is still valid. */
export function isAlive(session: SessionState, now: Date): boolean {
  const at = now.getTime();
  return (
    session.revoked_at === null &&
    session.status === 'active' &&
    Date.parse(session.expires_at) > at &&
    Date.parse(session.idle_expires_at) > at
  );
}

/** `reused`: the token was replaced before, so this is a copy. */
export type RefreshDecision = 'rotate' | 'repeat' | 'reused' | 'ended';

/**
 * Decides what a refresh token of the session does. Only the previous token has a grace period, for parallel requests and
 * lost responses. An older token is always a copy.
 */
export function decideRefresh(
  session: SessionState,
  token: { generation: number; replaced_at: string | null },
  newest_generation: number,
  now: Date,
): RefreshDecision {
  if (!isAlive(session, now)) return 'ended';
  if (token.replaced_at === null) return 'rotate';
  const is_previous = token.generation === newest_generation - 1;
  const is_within_grace = now.getTime() - Date.parse(token.replaced_at) <= REFRESH_GRACE_MS;
  return is_previous && is_within_grace ? 'repeat' : 'reused';
}

/** Idle expiry of a session that is refreshed now, at most its absolute expiry. */
export const calculateIdleExpiry = (now: Date, expires_at: string): Date =>
  new Date(Math.min(now.getTime() + IDLE_TIMEOUT_MS, Date.parse(expires_at)));

const DEVICE_KNOWN_MS = duration.days(90);

/** Whether a sign-in is from a new device: one that was not used for ninety days. The first device is not new. */
export function isNewDevice(
  { last_used_at, knows_any }: { last_used_at: string | null; knows_any: boolean },
  now: Date,
): boolean {
  if (!knows_any) return false;
  return last_used_at === null || Date.parse(last_used_at) < now.getTime() - DEVICE_KNOWN_MS;
}
