/**
 * Failures of e-mail addresses that no account has. They are counted like those of accounts, so that a lock does not
 * tell which addresses exist. Kept in memory, the oldest forgotten first: a stranger chooses how many there are.
 */
import type { Failures } from './rules.ts';
import { afterFailure } from './rules.ts';

const MOST = 10_000;
const NONE: Failures = { failed_attempts: 0, locked_until: null };

export interface UnknownEmails {
  failuresOf: (email: string) => Failures;
  addFailure: (email: string, now: Date) => void;
}

export function createUnknownEmails(): UnknownEmails {
  const failures = new Map<string, Failures>();
  const failuresOf = (email: string): Failures => failures.get(email) ?? NONE;
  return {
    failuresOf,
    addFailure: (email, now) => {
      const next = afterFailure(failuresOf(email), now);
      failures.delete(email);
      failures.set(email, next);
      const oldest = failures.keys().next();
      if (failures.size > MOST && !oldest.done) failures.delete(oldest.value);
    },
  };
}
