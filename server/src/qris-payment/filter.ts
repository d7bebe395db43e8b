/** Filter of the list of QRIS payments. */
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type { summariseQrisPayments } from '@dasbor/contract/qris-payment';
import type { Query } from '@dasbor/contract/route';
import { Problem } from '../http/problem.ts';

export type QrisFilter = Query<typeof summariseQrisPayments>;

/** Maximum number of matches of a search, newest first. */
export const SEARCH_FOUND_MAX = 10_000;
const RANGE_MAX_DAYS = 180;

/** Throws 422 `range_too_long` for a range longer than 180 days. */
export function assertRange({ from, to }: QrisFilter): void {
  if (from === undefined || to === undefined) return;
  if (Date.parse(to) - Date.parse(from) <= duration.days(RANGE_MAX_DAYS)) return;
  throw new Problem(
    422,
    'range_too_long',
    localized(`Choose a range of at most ${RANGE_MAX_DAYS} days.`, `Pilih rentang paling lama ${RANGE_MAX_DAYS} hari.`),
  );
}
