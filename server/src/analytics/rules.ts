/** Rules of analytics: the compared periods, the intervals, and metrics calculated from counts. */
import {
  ANALYTICS_DIMENSIONS,
  ANALYTICS_FILTERS,
  ANALYTICS_MAX_DAYS,
  ANALYTICS_MAX_POINTS,
  type AnalyticsDimension,
  type AnalyticsInterval,
  type AnalyticsPoint,
  type AnalyticsTab,
  type AnalyticsWidget,
  PAYMENT_WIDGETS,
  PROVIDER_DIMENSIONS,
  type ProviderDimension,
} from '@dasbor/contract/analytics';
import * as duration from '@dasbor/contract/duration';
import { type Rupiah, add, prorate } from '@dasbor/contract/money';
import { startOfBusinessDay, startOfMonth, toBusinessDay } from '@dasbor/contract/time';

/** A period and its comparison: the same length, `shift_ms` (whole days) earlier. `to` is exclusive. */
export interface Period {
  from: Date;
  to: Date;
  shift_ms: number;
}

export type RequestError =
  | 'range_too_long'
  | 'range_reversed'
  | 'too_many_points'
  | 'widget_not_available'
  | 'filter_not_available';

export interface AnalyticsRequest {
  widget: AnalyticsWidget;
  tab: AnalyticsTab;
  period: Period;
  interval: AnalyticsInterval;
  dimension: AnalyticsDimension | ProviderDimension;
}

interface Query {
  tab: AnalyticsTab;
  from?: string | undefined;
  to?: string | undefined;
  interval?: AnalyticsInterval | undefined;
  dimension?: AnalyticsDimension | ProviderDimension | undefined;
}

/** Days before the end at which a period without a start begins. */
const DEFAULT_DAYS = 29;
/** The interval of a period by its length in days: the first one that is long enough. */
const AUTOMATIC: readonly (readonly [days: number, interval: AnalyticsInterval])[] = [
  [2, 'hour'],
  [62, 'day'],
  [183, 'week'],
];

/** The requested widget, period and interval at `now`; whole days of shift compare hours with the same hours. */
export function parseRequest(widget: AnalyticsWidget, query: Query, now: Date): AnalyticsRequest | RequestError {
  const { tab } = query;
  if (tab !== 'payments' && PAYMENT_WIDGETS.includes(widget)) return 'widget_not_available';
  // The route of merchants does not accept the provider's dimensions.
  const dimensions: readonly (AnalyticsDimension | ProviderDimension)[] = [
    ...ANALYTICS_DIMENSIONS[tab],
    ...PROVIDER_DIMENSIONS,
  ];
  const dimension = query.dimension ?? dimensions[0];
  if (dimension === undefined || !dimensions.includes(dimension)) return 'filter_not_available';
  if (!hasOwnFilters(tab, query)) return 'filter_not_available';
  const to = query.to === undefined ? now : new Date(query.to);
  const from =
    query.from === undefined
      ? startOfBusinessDay(toBusinessDay(new Date(to.getTime() - duration.days(DEFAULT_DAYS))))
      : new Date(query.from);
  const length_ms = to.getTime() - from.getTime();
  if (length_ms <= 0) return 'range_reversed';
  if (length_ms > duration.days(ANALYTICS_MAX_DAYS)) return 'range_too_long';
  const period = { from, to, shift_ms: Math.ceil(length_ms / duration.days(1)) * duration.days(1) };
  const interval = query.interval ?? chooseInterval(length_ms);
  if (interval === 'hour' && length_ms > duration.hours(ANALYTICS_MAX_POINTS)) return 'too_many_points';
  return { widget, tab, period, interval, dimension };
}

/** Whether every filter of the query belongs to the tab. */
function hasOwnFilters(tab: AnalyticsTab, query: object): boolean {
  const foreign = Object.entries(ANALYTICS_FILTERS).flatMap(([of_tab, names]) => (of_tab === tab ? [] : names));
  return foreign.every((name) => (query as Record<string, unknown>)[name] === undefined);
}

const chooseInterval = (length_ms: number): AnalyticsInterval =>
  AUTOMATIC.find(([days]) => length_ms <= duration.days(days))?.[1] ?? 'month';

/** The period as responses contain it. */
export const toPeriodResponse = ({ from, to, shift_ms }: Period) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  previous_from: new Date(from.getTime() - shift_ms).toISOString(),
  previous_to: new Date(to.getTime() - shift_ms).toISOString(),
});

/** Start of the interval of an instant, in Jakarta; weeks start on Monday. */
export function toIntervalStart(at: Date, interval: AnalyticsInterval): Date {
  if (interval === 'hour') return new Date(Math.floor(at.getTime() / duration.hours(1)) * duration.hours(1));
  const day = toBusinessDay(at);
  if (interval === 'month') return startOfBusinessDay(startOfMonth(day));
  const days_since_monday = interval === 'week' ? (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7 : 0;
  return new Date(startOfBusinessDay(day).getTime() - duration.days(days_since_monday));
}

function toNextInterval(at: Date, interval: AnalyticsInterval): Date {
  if (interval === 'hour') return new Date(at.getTime() + duration.hours(1));
  if (interval === 'day') return new Date(at.getTime() + duration.days(1));
  if (interval === 'week') return new Date(at.getTime() + duration.days(7));
  // The 1st plus 31 days is in the next month.
  return toIntervalStart(new Date(at.getTime() + duration.days(31)), 'month');
}

export interface Interval {
  at: Date;
  to: Date;
}

/** All intervals of a range, oldest first; the first and the last one may reach beyond it. */
export function listIntervals(from: Date, to: Date, interval: AnalyticsInterval): Interval[] {
  const intervals: Interval[] = [];
  for (let at = toIntervalStart(from, interval); at < to; at = toNextInterval(at, interval)) {
    intervals.push({ at, to: toNextInterval(at, interval) });
  }
  return intervals;
}

/** Counts by period, time, key and status. `at`: start of the hour or business day; null when not counted over time. */
export interface Count {
  is_present: boolean;
  at: string | null;
  key: string | null;
  status: string;
  count: number;
  offered_count: number;
  amount: Rupiah;
  fees_amount: Rupiah;
  refunded_amount: Rupiah;
}

/** Effect of a status on the success rate. */
export interface StatusGroups {
  done: readonly string[];
  lost: readonly string[];
}

export const STATUS_GROUPS: Record<AnalyticsTab, StatusGroups> = {
  payments: { done: ['success', 'partially_refunded', 'refunded', 'reversed'], lost: ['failed', 'expired'] },
  refunds: { done: ['succeeded'], lost: ['failed'] },
  disbursements: { done: ['success'], lost: ['failed', 'reversed'] },
};

export interface Totals {
  amount: Rupiah;
  count: number;
  lost: number;
  fees_amount: Rupiah;
  refunded_amount: Rupiah;
}

/** Sums over completed objects, and the number of those that were lost. */
export function calculateTotals(counts: readonly Count[], { done, lost }: StatusGroups): Totals {
  const completed = counts.filter(({ status }) => done.includes(status));
  return {
    amount: add(...completed.map(({ amount }) => amount)),
    count: add(...completed.map(({ count }) => count)),
    lost: add(...counts.filter(({ status }) => lost.includes(status)).map(({ count }) => count)),
    fees_amount: add(...completed.map(({ fees_amount }) => fees_amount)),
    refunded_amount: add(...completed.map(({ refunded_amount }) => refunded_amount)),
  };
}

/** Hundredths of a percent; null without a whole. */
export const toShare = (part: number, whole: number): number | null =>
  whole <= 0 ? null : prorate(part, 10_000, whole);

export const calculateSuccessRate = ({ count, lost }: Totals): number | null => toShare(count, count + lost);
export const calculateFeeRate = ({ fees_amount, amount }: Totals): number | null => toShare(fees_amount, amount);
export const calculateRefundRate = ({ refunded_amount, amount }: Totals): number | null =>
  toShare(refunded_amount, amount);
export const calculateAverage = ({ amount, count }: Totals): number | null =>
  count === 0 ? null : prorate(amount, 1, count);

/** Splits counts into the period and the previous one. */
export function splitPeriods<C extends { is_present: boolean }>(counts: readonly C[]): { present: C[]; previous: C[] } {
  const { present = [], previous = [] } = Object.groupBy(counts, ({ is_present }) =>
    is_present ? 'present' : 'previous',
  );
  return { present, previous };
}

/** A value per interval. Counts of the previous period have the times of the period that they compare with. */
export function buildPoints(
  counts: readonly Count[],
  { period, interval, tab }: Pick<AnalyticsRequest, 'period' | 'interval' | 'tab'>,
  getValue: (totals: Totals) => number | null,
): AnalyticsPoint[] {
  const intervals = listIntervals(period.from, period.to, interval);
  const toSeries = (of: readonly Count[]): Totals[] => {
    const by_interval = Map.groupBy(of, ({ at }) => toIntervalStart(new Date(at ?? 0), interval).getTime());
    return intervals.map(({ at }) => calculateTotals(by_interval.get(at.getTime()) ?? [], STATUS_GROUPS[tab]));
  };
  const { present, previous } = splitPeriods(counts);
  const [now, before] = [toSeries(present), toSeries(previous)];
  return intervals.map((each, index) => {
    const [totals, compared] = [now[index], before[index]];
    return {
      at: each.at.toISOString(),
      to: each.to.toISOString(),
      value: totals === undefined ? null : getValue(totals),
      previous: compared === undefined ? null : getValue(compared),
      count: totals?.count ?? 0,
      previous_count: compared?.count ?? 0,
    };
  });
}

/** A number of payments in a bucket of seconds: those above `growth^(bucket - 1)`, up to `growth^bucket`. */
export interface CompletionTimeCount {
  bucket: number;
  count: number;
}

/** The time within which a share of the payments was completed, in whole seconds; null without payments. */
export function calculatePercentile(
  times: readonly CompletionTimeCount[],
  share: number,
  growth: number,
): number | null {
  const total = add(...times.map(({ count }) => count));
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(share * total));
  let seen = 0;
  for (const { bucket, count } of times.toSorted((a, b) => a.bucket - b.bucket)) {
    seen += count;
    // The middle of the bucket in the sense of the relative error.
    if (seen >= rank) return Math.round((2 * growth ** bucket) / (growth + 1));
  }
  return null;
}
