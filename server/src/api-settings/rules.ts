/** Rules of API keys. */
import { type AccessEntry, type AccessLevel, hasLevel } from '@dasbor/contract/access';
import { type Principal, getAccessLevel } from '../http/principal.ts';

/** The requested entries that exceed the creator's own access. */
export const findExceedingEntries = (creator: Principal, requested: AccessEntry[]): AccessEntry[] =>
  requested.filter((entry) => !hasLevel(getAccessLevel(creator, entry.group), entry.access));

/** One entry per group; the highest level wins. */
export function mergeEntries(requested: AccessEntry[]): AccessEntry[] {
  const levels = new Map<AccessEntry['group'], AccessLevel>();
  for (const { group, access } of requested) {
    const before = levels.get(group);
    if (before === undefined || hasLevel(access, before)) levels.set(group, access);
  }
  return [...levels].map(([group, access]) => ({ group, access }));
}
