/** The filter and the date ranges of the list of links. */
import type { Query } from '@dasbor/contract/route';
import type { summarisePaymentLinks } from '@dasbor/contract/payment-link';
import { assertRange } from '../http/range.ts';

export type LinkFilter = Query<typeof summarisePaymentLinks>;

/** Throws 422 `range_too_long` when a range is longer than allowed. */
export function assertRanges({ from, to, expires_from, expires_to }: LinkFilter): void {
  assertRange({ from, to });
  assertRange({ from: expires_from, to: expires_to });
}
