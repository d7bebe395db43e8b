/**
 * Failures of e-mail addresses that no account has. They are counted like those of accounts, so that a lock does not
 * tell which addresses exist. Kept in memory, the oldest forgotten first: a stranger chooses how many there are.
 */
import type { Failures } from './rules.ts';
import { addFailure } from './rules.ts';

const ENTRIES_MAX = 10_000;
const NONE: Failures = { failed_attempts: 0, locked_until: null };

export interface UnknownEmailFailures {
  get: (email: string) => Failures;
  add: (email: string, now: Date) => void;
}

export function createUnknownEmailFailures(): UnknownEmailFailures {
  const failures = new Map<string, Failures>();
  const failuresOf = (email: string): Failures => failures.get(email) ?? NONE;
  return {
    get: failuresOf,
    add: (email, now) => {
      const next = addFailure(failuresOf(email), now);
      failures.delete(email);
      failures.set(email, next);
      const oldest = failures.keys().next();
      if (failures.size > ENTRIES_MAX && !oldest.done) failures.delete(oldest.value);
    },
  };
}
