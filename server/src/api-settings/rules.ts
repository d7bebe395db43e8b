/** Decisions about API keys. */
import { type AccessEntry, type AccessLevel, hasLevel } from '@dasbor/contract/access';
import { type Principal, getAccessLevel } from '../http/principal.ts';

/** The wanted entries that go beyond what the maker holds: nobody grants more than they have. */
export const findExceedingEntries = (maker: Principal, wanted: AccessEntry[]): AccessEntry[] =>
  wanted.filter((entry) => !hasLevel(getAccessLevel(maker, entry.group), entry.access));

/** One entry per group; of several for one group the highest counts. */
export function mergeEntries(wanted: AccessEntry[]): AccessEntry[] {
  const levels = new Map<AccessEntry['group'], AccessLevel>();
  for (const { group, access } of wanted) {
    const before = levels.get(group);
    if (before === undefined || hasLevel(access, before)) levels.set(group, access);
  }
  return [...levels].map(([group, access]) => ({ group, access }));
}
