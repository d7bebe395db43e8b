/** Widgets of times, and of the links and customers with the highest volume. */
import type { Language } from '@dasbor/contract/language';
import { add } from '@dasbor/contract/money';
import { DURATION_GROWTH } from '../db/day-roll-up.ts';
import { TIMED_SOURCES } from '../transaction/day-roll-up-queries.ts';
import { dimensionLabel } from './labels.ts';
import type { KeyedCompletionTime } from './completion-time-queries.ts';
import { buildRow, compareByCount, toDimensionFilter } from './rows.ts';
import { type AnalyticsRequest, STATUS_GROUPS, calculatePercentile, splitPeriods, toShare } from './rules.ts';
import type { TopRow } from './top-queries.ts';
import type { WidgetContent } from './widgets.ts';

/**
 * Median and 90th percentile of the time to complete, by payment method, refund method or rail. `sources`: the sources
 * of payments that are requested; empty: all.
 */
export function buildCompletionTimes(
  { tab }: AnalyticsRequest,
  times: readonly KeyedCompletionTime[],
  language: Language,
  sources: readonly string[] = [],
): WidgetContent {
  const counted = TIMED_SOURCES.filter((source) => sources.length === 0 || sources.includes(source));
  // Other payments have no time to pay, so the lists must leave them out.
  const limits: Record<string, string> = tab === 'payments' ? { source: counted.join(',') } : {};
  const toTimes = (of: readonly KeyedCompletionTime[]) => ({
    p50: calculatePercentile(of, 0.5, DURATION_GROWTH),
    p90: calculatePercentile(of, 0.9, DURATION_GROWTH),
  });
  const dimension = ({ payments: 'method', refunds: 'refund_method', disbursements: 'rail' } as const)[tab];
  const { present, previous } = splitPeriods(times);
  const [now, before] = [toTimes(present), toTimes(previous)];
  const rows = [...Map.groupBy(times, ({ key }) => key)].map(([key, of_key]) => {
    const split = splitPeriods(of_key);
    const earlier = toTimes(split.previous);
    return buildRow({
      key,
      label: dimensionLabel(dimension, key, language),
      filter: { ...toDimensionFilter(dimension, key, STATUS_GROUPS[tab].done), ...limits },
      count: add(...split.present.map(({ count }) => count)),
      previous_count: add(...split.previous.map(({ count }) => count)),
      ...toTimes(split.present),
      previous_p50: earlier.p50,
      previous_p90: earlier.p90,
    });
  });
  return {
    metrics: [
      { key: 'p50', unit: 'seconds', value: now.p50, previous: before.p50 },
      { key: 'p90', unit: 'seconds', value: now.p90, previous: before.p90 },
    ],
    points: [],
    rows: rows.filter(({ count }) => count > 0).toSorted(compareByCount),
    filter: { status: STATUS_GROUPS[tab].done.join(','), ...limits },
  };
}

/** Links or customers; `whole`: the paid volume of all payments. */
export function buildRanking(
  widget: 'top-links' | 'top-customers',
  rows: readonly TopRow[],
  whole: number,
): WidgetContent {
  const paid = STATUS_GROUPS.payments.done.join(',');
  return {
    metrics: [],
    points: [],
    rows: rows.map((each) =>
      buildRow({
        ...each,
        label: each.label ?? each.key,
        filter:
          widget === 'top-links'
            ? { status: paid, payment_link_id: each.key }
            : { status: paid, customer_email: each.key },
        share: toShare(each.amount, whole),
      }),
    ),
    filter: {},
  };
}
