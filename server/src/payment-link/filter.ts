/** The filter and the date range of the list of links. */
import * as duration from '@dasbor/contract/duration';
import type { Query } from '@dasbor/contract/route';
import { localized } from '@dasbor/contract/language';
import type { summarisePaymentLinks } from '@dasbor/contract/payment-link';
import { Problem } from '../http/problem.ts';

export type LinkFilter = Query<typeof summarisePaymentLinks>;

const RANGE_MAX_DAYS = 180;

/** Returns 422 `range_too_long` for a range longer than 180 days. */
export function assertRanges({ from, to, expires_from, expires_to }: LinkFilter): void {
  const is_long = (begin?: string, end?: string): boolean =>
    begin !== undefined && end !== undefined && Date.parse(end) - Date.parse(begin) > duration.days(RANGE_MAX_DAYS);
  if (!is_long(from, to) && !is_long(expires_from, expires_to)) return;
  throw new Problem(
    422,
    'range_too_long',
    localized(`Choose a range of at most ${RANGE_MAX_DAYS} days.`, `Pilih rentang maksimal ${RANGE_MAX_DAYS} hari.`),
  );
}
