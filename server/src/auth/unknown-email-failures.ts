/**
 * Failed sign-ins of emails without an account. They are counted like those of accounts, so that a lockout does not
 * reveal which emails exist. Stored in memory with a limit; the oldest are evicted first.
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
  const getFailures = (email: string): Failures => failures.get(email) ?? NONE;
  return {
    get: getFailures,
    add: (email, now) => {
      const next = addFailure(getFailures(email), now);
      failures.delete(email);
      failures.set(email, next);
      const oldest = failures.keys().next();
      if (failures.size > ENTRIES_MAX && !oldest.done) failures.delete(oldest.value);
    },
  };
}
