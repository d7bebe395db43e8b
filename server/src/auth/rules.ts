/** Decisions about signing in and refreshing, without effects (design rules 4.8; specification section 4). */

/** Life of an access token, seconds. */
export const ACCESS_TOKEN_LIFE_S = 600;
/** A session that is not refreshed for this long has ended. */
export const IDLE_MS = 24 * 3_600_000;
/** A session ends after this long, however busy it is. */
export const ABSOLUTE_MS = 14 * 24 * 3_600_000;
/** How long the immediately previous refresh token still answers the same successor. */
export const GRACE_MS = 10_000;
/** Failures in a row that lock an account, and for how long. */
export const LOCK_AFTER = 5;
export const LOCK_MS = 15 * 60_000;

export interface Failures {
  failed_attempts: number;
  /** ISO-8601; null while the account was never locked. */
  locked_until: string | null;
}

/** Milliseconds until the account may be tried again; 0 when it is not locked. */
export function getLockRemaining(failures: Failures, now: Date): number {
  if (failures.locked_until === null) return 0;
  return Math.max(0, Date.parse(failures.locked_until) - now.getTime());
}

/** The count after one more failure. A lock that has run out starts the count anew. */
export function addFailure(failures: Failures, now: Date): Failures {
  const failed_attempts = failures.locked_until === null ? failures.failed_attempts + 1 : 1;
  const locks = failed_attempts >= LOCK_AFTER;
  return { failed_attempts, locked_until: locks ? new Date(now.getTime() + LOCK_MS).toISOString() : null };
}

export type SignInDecision =
  | { outcome: 'locked'; wait_ms: number }
  | { outcome: 'refused'; failures: Failures }
  | { outcome: 'admitted' };

/** Judges a password check against the account as it stands now, under its lock. */
export function decideSignIn(
  account: Failures & { status: string },
  password_matches: boolean,
  now: Date,
): SignInDecision {
  const wait_ms = getLockRemaining(account, now);
  if (wait_ms > 0) return { outcome: 'locked', wait_ms };
  if (!password_matches || account.status !== 'active')
    return { outcome: 'refused', failures: addFailure(account, now) };
  return { outcome: 'admitted' };
}

export interface SessionState {
  revoked_at: string | null;
  expires_at: string;
  idle_expires_at: string;
  /** Status of the user. */
  status: string;
}

/** Whether a session may still be used. */
export function isAlive(session: SessionState, now: Date): boolean {
  const at = now.getTime();
  return (
    session.revoked_at === null &&
    session.status === 'active' &&
    Date.parse(session.expires_at) > at &&
    Date.parse(session.idle_expires_at) > at
  );
}

/** `reused`: whoever presents the token is not who was given its successor. */
export type RefreshDecision = 'rotate' | 'repeat' | 'reused' | 'ended';

/**
 * Judges a refresh token that belongs to the session. Only the immediately previous token has a grace: parallel
 * requests and a lost answer look like that. An older one, even within the grace, can only be a copy.
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
  const is_within_grace = now.getTime() - Date.parse(token.replaced_at) <= GRACE_MS;
  return is_previous && is_within_grace ? 'repeat' : 'reused';
}

/** When the session goes idle if it is not refreshed again, never beyond its absolute end. */
export const getIdleExpiry = (now: Date, expires_at: string): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, Date.parse(expires_at)));

const DEVICE_KNOWN_MS = 90 * 24 * 3_600_000;

/**
 * Whether a sign-in is worth telling its user: from a device that was not used for ninety days. The first device of all
 * is nobody's surprise.
 */
export function isNewDevice(
  { last_used_at, knows_any }: { last_used_at: string | null; knows_any: boolean },
  now: Date,
): boolean {
  if (!knows_any) return false;
  return last_used_at === null || Date.parse(last_used_at) < now.getTime() - DEVICE_KNOWN_MS;
}
