/** One authentication attempt, by any factor: password, one-time code or recovery code. All share one limit. */
import { localized } from '@dasbor/contract/language';
import type { LoginTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { clearFailures, findFailures, lockLogin, storeFailures } from './queries.ts';
import { type SignInDecision, decideSignIn } from './rules.ts';

/** An account and the address of the attempt, which together are the key of locks. */
export interface AttemptKey {
  user_id: string;
  address: string;
  /** Whether the person may sign in at all, apart from the status of the account. */
  has_access?: boolean;
}

/** `incomplete`: right as far as it goes, and more is needed; neither a failure nor a success. */
export type AttemptCheck = 'right' | 'wrong' | 'incomplete';

/** `is_suspended`: refused although what was given is right. */
export type AttemptDecision = (SignInDecision | { outcome: 'incomplete' }) & { is_suspended: boolean };

type Account = NonNullable<Awaited<ReturnType<typeof lockLogin>>>;

/**
 * Decides an attempt under the lock of the account, so that concurrent guesses, of other processes too, cannot exceed the
 * limit of failures. `check` runs only while the account is not locked for the address. Stores a failure; only a complete
 * success clears earlier ones, so that a known password gives no further guesses of codes.
 */
export async function decideAttempt(
  tx: LoginTx,
  key: AttemptKey,
  check: (account: Account) => AttemptCheck | Promise<AttemptCheck>,
  now: Date,
): Promise<AttemptDecision> {
  const account = await lockLogin(tx, key.user_id);
  if (account === undefined) throw new Error('an attempt of an account that does not exist');
  const failures = (await findFailures(tx, key.user_id, key.address)) ?? { failed_attempts: 0, locked_until: null };
  const status = key.has_access === false ? 'removed' : account.status;
  const state = { status, ...failures };
  const locked = decideSignIn(state, true, now);
  if (locked.outcome === 'locked') return { ...locked, is_suspended: false };
  const checked = await check(account);
  if (checked === 'incomplete' && status === 'active') return { outcome: 'incomplete', is_suspended: false };
  const decided = decideSignIn(state, checked === 'right', now);
  if (decided.outcome === 'refused') await storeFailures(tx, key, decided.failures, now);
  if (decided.outcome === 'admitted') await clearFailures(tx, key);
  return { ...decided, is_suspended: checked !== 'wrong' && status !== 'active' };
}

export function lockedOut(wait_ms: number): Problem {
  const retry_after_s = Math.ceil(wait_ms / 1000);
  const minutes = Math.ceil(wait_ms / 60_000);
  const detail = localized(
    `Too many failed sign-ins. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    `Terlalu banyak percobaan masuk yang gagal. Coba lagi dalam ${minutes} menit.`,
  );
  return new Problem(429, 'locked_out', detail, { retry_after_s });
}
