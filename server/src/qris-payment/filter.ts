/** What the list of QRIS payments may be asked for. */
import type { summariseQrisPayments } from '@dasbor/contract/qris-payment';
import type { Query } from '@dasbor/contract/route';
import { Problem } from '../http/problem.ts';

export type QrisFilter = Query<typeof summariseQrisPayments>;

/** Matches of a search that are looked at, newest first. */
export const SEARCH_FOUND_MAX = 10_000;
const RANGE_MAX_DAYS = 180;
const DAY_MS = 24 * 3_600_000;

/** Refuses a range longer than 180 days with 422 `range_too_long`. */
export function assertRange({ from, to }: QrisFilter): void {
  if (from === undefined || to === undefined) return;
  if (Date.parse(to) - Date.parse(from) <= RANGE_MAX_DAYS * DAY_MS) return;
  throw new Problem(422, 'range_too_long', `Choose a range of at most ${RANGE_MAX_DAYS} days.`);
}
