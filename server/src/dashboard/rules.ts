/** Rules of the dashboard metrics: compared periods, and metrics calculated from counts. */
import type { DashboardInterval, DashboardMetric } from '@dasbor/contract/dashboard';
import { DASHBOARD_MAX_DAYS, DASHBOARD_METRICS } from '@dasbor/contract/dashboard';
import * as duration from '@dasbor/contract/duration';
import { type Rupiah, add, prorate } from '@dasbor/contract/money';
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import { TRANSACTION_METHODS, type Transaction, type TransactionStatus } from '@dasbor/contract/transaction';
import { type Period, toIntervalStart, splitPeriods } from '../analytics/rules.ts';
import { isPaid } from '../transaction/rules.ts';

const STEP_MS: Record<DashboardInterval, number> = {
  hour: duration.hours(1),
  day: duration.days(1),
  week: duration.days(7),
};

export type PeriodError = 'range_too_long' | 'range_reversed';

/**
 * The requested period at `now`. The shift is whole days, so hours compare with the same hours, and an incomplete day
 * with the same part of the earlier day.
 */
export function parsePeriod(
  query: { from?: string | undefined; to?: string | undefined },
  now: Date,
): Period | PeriodError {
  const to = query.to === undefined ? now : new Date(query.to);
  const from =
    query.from === undefined
      ? startOfBusinessDay(toBusinessDay(new Date(to.getTime() - duration.days(6))))
      : new Date(query.from);
  const length_ms = to.getTime() - from.getTime();
  if (length_ms <= 0) return 'range_reversed';
  if (length_ms > duration.days(DASHBOARD_MAX_DAYS)) return 'range_too_long';
  return { from, to, shift_ms: Math.ceil(length_ms / duration.days(1)) * duration.days(1) };
}

/** Interval of sparklines: hours up to two days, days beyond. */
export const chooseSeriesInterval = ({ from, to }: Period): DashboardInterval =>
  to.getTime() - from.getTime() <= duration.days(2) ? 'hour' : 'day';

/** Starts of all intervals of a period, oldest first; the first interval is complete. */
export function listIntervalStarts({ from, to }: Pick<Period, 'from' | 'to'>, interval: DashboardInterval): string[] {
  const steps: string[] = [];
  for (let at = toIntervalStart(from, interval).getTime(); at < to.getTime(); at += STEP_MS[interval]) {
    steps.push(new Date(at).toISOString());
  }
  return steps;
}

/** Payment counts by interval, status and method; `step` of the previous period is shifted into the current one. */
export interface PaymentCount {
  is_present: boolean;
  step: string;
  status: TransactionStatus;
  method: Transaction['method'];
  count: number;
  amount: Rupiah;
  fees_amount: Rupiah;
  net_amount: Rupiah;
  refunded_amount: Rupiah;
}

type Metrics = Record<DashboardMetric, number | null>;

/** All metrics of the counts (domain 1.1). A rate or an average without data is null. */
export function calculateMetrics(counts: readonly PaymentCount[]): Metrics {
  const sum = (
    chosen: readonly PaymentCount[],
    field: 'count' | 'amount' | 'fees_amount' | 'net_amount' | 'refunded_amount',
  ) => add(...chosen.map((each) => each[field]));
  const paid = counts.filter(({ status }) => isPaid(status));
  const lost = counts.filter(({ status }) => status === 'failed' || status === 'expired');
  const pending = counts.filter(({ status }) => status === 'created' || status === 'pending');
  const [gross_volume, success_count] = [sum(paid, 'amount'), sum(paid, 'count')];
  const ended = add(success_count, sum(lost, 'count'));
  return {
    gross_volume,
    success_count,
    success_rate: ended === 0 ? null : prorate(success_count, 10_000, ended),
    average_ticket: success_count === 0 ? null : prorate(gross_volume, 1, success_count),
    pending_amount: sum(pending, 'amount'),
    refunded_amount: sum(paid, 'refunded_amount'),
    fees_amount: sum(paid, 'fees_amount'),
    net_amount: sum(paid, 'net_amount'),
  };
}

/** Metrics by interval, for the current and the previous period. */
export function calculateMetricsByInterval(counts: readonly PaymentCount[], steps: readonly string[]) {
  const by_step = Map.groupBy(counts, ({ step }) => step);
  return steps.map((at) => {
    const { present, previous } = splitPeriods(by_step.get(at) ?? []);
    return { at, present: calculateMetrics(present), previous: calculateMetrics(previous) };
  });
}

/** One metric of each method by interval, for the methods of the current period, in the order of the contract. */
export function buildMethodSeries(counts: readonly PaymentCount[], steps: readonly string[], metric: DashboardMetric) {
  const by_method = Map.groupBy(splitPeriods(counts).present, ({ method }) => method);
  return TRANSACTION_METHODS.flatMap((method) => {
    const of_method = by_method.get(method);
    if (of_method === undefined) return [];
    return [{ method, values: calculateMetricsByInterval(of_method, steps).map(({ present }) => present[metric]) }];
  });
}

/** Each metric with its previous value and its series. */
export function buildSummary(counts: readonly PaymentCount[], steps: readonly string[]) {
  const { present, previous } = splitPeriods(counts);
  const [now, before] = [calculateMetrics(present), calculateMetrics(previous)];
  const series = calculateMetricsByInterval(counts, steps);
  const entries = DASHBOARD_METRICS.map((metric) => [
    metric,
    { value: now[metric], previous: before[metric], series: series.map((step) => step.present[metric]) },
  ]);
  return Object.fromEntries(entries) as Record<
    DashboardMetric,
    { value: number | null; previous: number | null; series: (number | null)[] }
  >;
}

/** Gross volume by payment method, largest first. */
export function buildMethodBreakdown(counts: readonly PaymentCount[]) {
  const by_method = Map.groupBy(counts, ({ method }) => method);
  return [...by_method]
    .map(([method, of_method]) => {
      const { present, previous } = splitPeriods(of_method);
      const { gross_volume, success_count } = calculateMetrics(present);
      return {
        method,
        count: success_count ?? 0,
        amount: gross_volume ?? 0,
        previous_amount: calculateMetrics(previous).gross_volume ?? 0,
      };
    })
    .filter(({ count, previous_amount }) => count > 0 || previous_amount > 0)
    .toSorted((a, b) => b.amount - a.amount);
}
