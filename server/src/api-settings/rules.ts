/** Rules of API keys. */
import { type AccessEntry, type AccessLevel, hasLevel } from '@dasbor/contract/access';
import { type ApiKeyStatus, EXPIRY_REMINDER_DAYS } from '@dasbor/contract/api-settings';
import * as duration from '@dasbor/contract/duration';
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

interface KeyTimes {
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  rolled_to_id: string | null;
}

export function toKeyStatus({ expires_at, revoked_at, rolled_to_id }: KeyTimes, now: Date): ApiKeyStatus {
  if (revoked_at !== null) return 'revoked';
  if (expires_at !== null && Date.parse(expires_at) <= now.getTime()) return 'expired';
  return rolled_to_id === null ? 'active' : 'rolled';
}

/** The earlier of the end of the overlap and the expiry that the old key has anyway. */
export function calculateOverlapEnd(
  { expires_at }: Pick<KeyTimes, 'expires_at'>,
  overlap_hours: number,
  now: Date,
): Date {
  const end_ms = now.getTime() + duration.hours(overlap_hours);
  return new Date(expires_at === null ? end_ms : Math.min(end_ms, Date.parse(expires_at)));
}

/** The expiry of the next generation: as given, or after the same lifetime as before. */
export function calculateNextExpiry(
  { created_at, expires_at }: Pick<KeyTimes, 'created_at' | 'expires_at'>,
  given: string | null | undefined,
  now: Date,
): Date | null {
  if (given !== undefined) return given === null ? null : new Date(given);
  if (expires_at === null) return null;
  return new Date(now.getTime() + Date.parse(expires_at) - Date.parse(created_at));
}

/** The reminder that is due for a key: days before its expiry; null when none is, or the key is younger than that. */
export function findDueReminder({ created_at, expires_at }: KeyTimes, now: Date): number | null {
  if (expires_at === null) return null;
  const left_ms = Date.parse(expires_at) - now.getTime();
  if (left_ms <= 0) return null;
  const days = EXPIRY_REMINDER_DAYS.find((each) => left_ms <= duration.days(each));
  if (days === undefined) return null;
  const lifetime_ms = Date.parse(expires_at) - Date.parse(created_at);
  return lifetime_ms > duration.days(days) ? days : null;
}

/** Everyone behind earlier generations of the next key, besides the one who rolls. */
export const listFormerOwners = (
  { owner_id, former_owner_ids }: { owner_id: string | null; former_owner_ids: readonly string[] },
  next_owner_id: string,
): string[] => [
  ...new Set([...former_owner_ids, ...(owner_id === null ? [] : [owner_id])].filter((id) => id !== next_owner_id)),
];
