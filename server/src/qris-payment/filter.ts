/** Filter of the list of QRIS payments. */
import type { summariseQrisPayments } from '@dasbor/contract/qris-payment';
import type { Query } from '@dasbor/contract/route';

export type QrisFilter = Query<typeof summariseQrisPayments>;

/** Maximum number of matches of a search, newest first. */
export const SEARCH_FOUND_MAX = 10_000;
