/** Rows of widgets. */
import type { AnalyticsDimension, AnalyticsRow, ProviderDimension } from '@dasbor/contract/analytics';
import { NOT_SET } from '@dasbor/contract/paging';

export type RowFilter = AnalyticsRow['filter'];

const EMPTY = {
  note: null,
  amount: 0,
  previous_amount: 0,
  share: null,
  rate: null,
  p50: null,
  p90: null,
  previous_p50: null,
  previous_p90: null,
} as const;

export const buildRow = (
  row: Partial<AnalyticsRow> & Pick<AnalyticsRow, 'key' | 'label' | 'filter' | 'count' | 'previous_count'>,
): AnalyticsRow => ({ ...EMPTY, ...row });

export const compareByCount = (a: AnalyticsRow, b: AnalyticsRow): number =>
  b.count - a.count || a.key.localeCompare(b.key);

/** Names of the filters of lists that differ from the dimension. */
const LIST_FILTERS: Partial<Record<AnalyticsDimension | ProviderDimension, string>> = {
  refund_method: 'method',
  payment_link: 'payment_link_id',
  merchant: 'merchant_id',
  group: 'group_id',
};

/** The value of a filter for the key of a row, which is empty without a value. */
export const toFilterValue = (key: string): string => (key === '' ? NOT_SET : key);

export function toDimensionFilter(
  dimension: AnalyticsDimension | ProviderDimension,
  key: string,
  done: readonly string[],
): RowFilter {
  // Lists name the hour without a leading zero.
  if (dimension === 'hour') return { status: done.join(','), hour: String(Number(key)) };
  return { status: done.join(','), [LIST_FILTERS[dimension] ?? dimension]: toFilterValue(key) };
}
