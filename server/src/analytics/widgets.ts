/** Data of each widget, from counts. */
import type { Analytics, AnalyticsMetric, AnalyticsTab, AnalyticsUnit } from '@dasbor/contract/analytics';
import type { Language } from '@dasbor/contract/language';
import { add } from '@dasbor/contract/money';
import { dimensionLabel, failureLabel, failureNote, funnelLabel } from './labels.ts';
import { type RowFilter, buildRow, compareByCount, toDimensionFilter, toFilterValue } from './rows.ts';
import {
  type AnalyticsRequest,
  type Count,
  STATUS_GROUPS,
  type Totals,
  buildPoints,
  calculateTotals,
  calculateAverage,
  calculateFeeRate,
  calculateRefundRate,
  calculateSuccessRate,
  splitPeriods,
  toShare,
} from './rules.ts';

export type WidgetContent = Pick<Analytics, 'metrics' | 'points' | 'rows' | 'filter'> &
  Partial<Pick<Analytics, 'row_count'>>;
type GetValue = (totals: Totals) => number | null;
type Metric = readonly [key: AnalyticsMetric, unit: AnalyticsUnit, getValue: GetValue];

const VOLUME: readonly Metric[] = [
  ['amount', 'rupiah', ({ amount }) => amount],
  ['count', 'count', ({ count }) => count],
  ['average', 'rupiah', calculateAverage],
];
/** The widgets over time; the points show the first metric. */
const SERIES: Readonly<Record<string, readonly Metric[]>> = {
  volume: VOLUME,
  'success-rate': [
    ['success_rate', 'percent', calculateSuccessRate],
    ['count', 'count', ({ count }) => count],
    ['failed_count', 'count', ({ lost }) => lost],
  ],
  fees: [
    ['fee_rate', 'percent', calculateFeeRate],
    ['fees_amount', 'rupiah', ({ fees_amount }) => fees_amount],
    ['amount', 'rupiah', ({ amount }) => amount],
  ],
  'refund-rate': [
    ['refund_rate', 'percent', calculateRefundRate],
    ['refunded_amount', 'rupiah', ({ refunded_amount }) => refunded_amount],
    ['amount', 'rupiah', ({ amount }) => amount],
  ],
};
export const isSeries = (widget: string): boolean => widget in SERIES;

/** A widget over time, from counts by interval. */
export function buildSeries(request: AnalyticsRequest, counts: readonly Count[]): WidgetContent {
  const metrics = SERIES[request.widget] ?? VOLUME;
  const { present, previous } = splitPeriods(counts);
  const groups = STATUS_GROUPS[request.tab];
  const [now, before] = [calculateTotals(present, groups), calculateTotals(previous, groups)];
  const statuses = request.widget === 'success-rate' ? [...groups.done, ...groups.lost] : groups.done;
  return {
    metrics: metrics.map(([key, unit, getValue]) => ({ key, unit, value: getValue(now), previous: getValue(before) })),
    points: buildPoints(counts, request, metrics[0]?.[2] ?? (() => null)),
    rows: [],
    filter: { status: statuses.join(',') },
  };
}

/** Steps of the funnel: the first one is the whole; `offered` counts payments that the payer could pay. */
const FUNNELS: Record<
  AnalyticsTab,
  readonly (readonly [key: string, statuses: readonly string[] | 'all' | 'offered'])[]
> = {
  payments: [
    ['created', 'all'],
    ['offered', 'offered'],
    ['paid', STATUS_GROUPS.payments.done],
    ['pending', ['created', 'pending']],
    ['expired', ['expired']],
    ['failed', ['failed']],
    ['cancelled', ['cancelled']],
  ],
  refunds: [
    ['requested', 'all'],
    ['pending', ['pending']],
    ['processing', ['approved', 'processing']],
    ['succeeded', ['succeeded']],
    ['failed', ['failed']],
    ['rejected', ['rejected']],
  ],
  disbursements: [
    ['requested', 'all'],
    ['pending_approval', ['draft', 'pending_approval']],
    ['processing', ['approved', 'queued', 'processing', 'unknown']],
    ['success', ['success']],
    ['failed', ['failed']],
    ['reversed', ['reversed']],
    ['rejected', ['rejected']],
    ['cancelled', ['cancelled']],
  ],
};

/** Current status of what was created. */
export function buildFunnel({ tab }: AnalyticsRequest, counts: readonly Count[], language: Language): WidgetContent {
  const { present, previous } = splitPeriods(counts);
  const whole = add(...present.map(({ count }) => count));
  const rows = FUNNELS[tab].map(([key, statuses]) => {
    const pick = (of: readonly Count[]) =>
      typeof statuses === 'string' ? of : of.filter(({ status }) => statuses.includes(status));
    const sumCounts = (of: readonly Count[]) =>
      add(...pick(of).map((each) => (statuses === 'offered' ? each.offered_count : each.count)));
    const sumAmounts = (of: readonly Count[]) =>
      statuses === 'offered' ? 0 : add(...pick(of).map(({ amount }) => amount));
    const filter = buildFunnelFilter(statuses);
    const count = sumCounts(present);
    return buildRow({
      key,
      label: funnelLabel(tab, key, language),
      filter,
      count,
      previous_count: sumCounts(previous),
      amount: sumAmounts(present),
      previous_amount: sumAmounts(previous),
      share: toShare(count, whole),
    });
  });
  return { metrics: [], points: [], rows: whole === 0 ? [] : rows, filter: {} };
}

const buildFunnelFilter = (statuses: readonly string[] | 'all' | 'offered'): RowFilter => {
  if (typeof statuses !== 'string') return { status: statuses.join(',') };
  return statuses === 'offered' ? { is_shown_to_payer: 'true' } : {};
};

/** Failures by code, most frequent first. `counts`: by failure code. */
export function buildFailures(
  { tab }: AnalyticsRequest,
  counts: readonly Count[],
  messages: readonly { code: string; message: string | null }[],
  language: Language,
): WidgetContent {
  const statuses = tab === 'disbursements' ? ['failed', 'reversed'] : ['failed'];
  const failed = counts.filter(({ status }) => statuses.includes(status));
  const whole = add(...splitPeriods(failed).present.map(({ count }) => count));
  const note = new Map(messages.map(({ code, message }) => [code, message]));
  const rows = groupByKey(failed).map(({ key, present, previous }) => {
    const sums = sumBoth(present, previous);
    return buildRow({
      key,
      label: failureLabel(tab, key, language),
      note: failureNote(note.get(key) ?? null, language),
      filter: { status: statuses.join(','), failure_code: toFilterValue(key) },
      ...sums,
      share: toShare(sums.count, whole),
    });
  });
  const shown = rows.filter(({ count, previous_count }) => count > 0 || previous_count > 0);
  return { metrics: [], points: [], rows: shown.toSorted(compareByCount), filter: { status: statuses.join(',') } };
}

/** Completed volume by a dimension, largest first; hours in their order. `whole`: default the volume of all rows. */
export function buildBreakdown(
  { tab, dimension }: AnalyticsRequest,
  counts: readonly Count[],
  language: Language,
  whole = calculateTotals(splitPeriods(counts).present, STATUS_GROUPS[tab]).amount,
): WidgetContent {
  const groups = STATUS_GROUPS[tab];
  const rows = groupByKey(counts)
    .map(({ key, present, previous }) => {
      const [now, before] = [calculateTotals(present, groups), calculateTotals(previous, groups)];
      return buildRow({
        key,
        label: dimensionLabel(dimension, key, language),
        filter: toDimensionFilter(dimension, key, groups.done),
        count: now.count,
        previous_count: before.count,
        amount: now.amount,
        previous_amount: before.amount,
        share: toShare(now.amount, whole),
        rate: calculateSuccessRate(now),
      });
    })
    .filter(({ count, previous_count, rate }) => count > 0 || previous_count > 0 || rate !== null);
  const sorted =
    dimension === 'hour'
      ? rows.toSorted((a, b) => a.key.localeCompare(b.key))
      : rows.toSorted((a, b) => b.amount - a.amount);
  return { metrics: [], points: [], rows: sorted, filter: { status: groups.done.join(',') } };
}

const groupByKey = (counts: readonly Count[]) =>
  [...Map.groupBy(counts, ({ key }) => key ?? '')].map(([key, of_key]) => ({ key, ...splitPeriods(of_key) }));

const sumBoth = (present: readonly Count[], previous: readonly Count[]) => ({
  count: add(...present.map(({ count }) => count)),
  previous_count: add(...previous.map(({ count }) => count)),
  amount: add(...present.map(({ amount }) => amount)),
  previous_amount: add(...previous.map(({ amount }) => amount)),
});
