/**
 * Failed sign-ins of emails without an account. They are counted like those of accounts, by address and in total, so that
 * neither a lockout nor a slow-down reveals which emails exist. Stored in memory with a limit; the oldest are evicted first.
 */
import { setBounded } from '../http/bounded-map.ts';
import type { Failures } from './rules.ts';
import { addFailure } from './rules.ts';

const ENTRIES_MAX = 10_000;
const NONE: Failures = { failed_attempts: 0, locked_until: null };

export interface UnknownEmailFailures {
  /** Failures from one address. */
  get: (email: string, address: string) => Failures;
  /** Failures from all addresses. */
  countAll: (email: string) => number;
  add: (email: string, address: string, now: Date) => void;
}

export function createUnknownEmailFailures(): UnknownEmailFailures {
  const failures = new Map<string, Failures>();
  const getFailures = (key: string): Failures => failures.get(key) ?? NONE;
  const store = (key: string, next: Failures): void => setBounded(failures, key, next, ENTRIES_MAX);
  const toKey = (email: string, address: string): string => `${email}\n${address}`;
  return {
    get: (email, address) => getFailures(toKey(email, address)),
    countAll: (email) => getFailures(email).failed_attempts,
    add: (email, address, now) => {
      store(toKey(email, address), addFailure(getFailures(toKey(email, address)), now));
      store(email, { failed_attempts: getFailures(email).failed_attempts + 1, locked_until: null });
    },
  };
}
