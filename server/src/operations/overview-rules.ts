/** The metrics over many merchants from their counts, compared with the previous period. */
import * as duration from '@dasbor/contract/duration';
import { type Rupiah, add, prorate } from '@dasbor/contract/money';
import type { OverviewPeriod, getOperationsOverview } from '@dasbor/contract/operations';
import type { Output } from '@dasbor/contract/route';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { isPaid } from '../transaction/rules.ts';
import type { MerchantCount } from './overview-queries.ts';

type Overview = Output<typeof getOperationsOverview>['data'];

const DAYS: Record<OverviewPeriod, number> = { today: 1, '7d': 7, '30d': 30 };
const TOP_MERCHANTS = 10;

/** The period at an instant, and the same part of the days before: an incomplete day compares with the same hours. */
export function buildRanges(period: OverviewPeriod, now: Date) {
  const days = DAYS[period];
  const from = startOfBusinessDay(toBusinessDay(new Date(now.getTime() - duration.days(days - 1))));
  const shift = (at: Date): Date => new Date(at.getTime() - duration.days(days));
  return { present: { from, to: now }, previous: { from: shift(from), to: shift(now) } };
}

type Metrics = Pick<Overview, 'volume' | 'payments' | 'success_rate' | 'fees' | 'active_merchants'>;

/** The metrics of both periods. A rate without data is null. */
export function calculateMetrics(counts: readonly MerchantCount[]): Metrics {
  const present = calculatePeriod(counts.filter(({ is_present }) => is_present));
  const previous = calculatePeriod(counts.filter(({ is_present }) => !is_present));
  const compare = (name: keyof typeof present) => ({ value: present[name], previous: previous[name] });
  return {
    volume: compare('volume'),
    payments: compare('payments'),
    success_rate: compare('success_rate'),
    fees: compare('fees'),
    active_merchants: compare('active_merchants'),
  };
}

function calculatePeriod(counts: readonly MerchantCount[]) {
  const paid = counts.filter(({ status }) => isPaid(status));
  const lost = counts.filter(({ status }) => status === 'failed' || status === 'expired');
  const payments = sum(paid, 'count');
  const ended = add(payments, sum(lost, 'count'));
  return {
    volume: sum(paid, 'amount'),
    payments,
    success_rate: ended === 0 ? null : prorate(payments, 10_000, ended),
    fees: sum(paid, 'fees'),
    active_merchants: new Set(paid.map(({ merchant_id }) => merchant_id)).size,
  };
}

const sum = (rows: readonly MerchantCount[], field: 'count' | 'amount' | 'fees'): Rupiah =>
  add(...rows.map((row) => row[field]));

export function groupByMethod(counts: readonly MerchantCount[]): Overview['methods'] {
  const paid = Map.groupBy(
    counts.filter(({ status }) => isPaid(status)),
    ({ method }) => method,
  );
  return [...paid]
    .map(([method, rows]) => ({ method, ...splitPeriods(rows) }))
    .toSorted((a, b) => b.amount - a.amount || a.method.localeCompare(b.method));
}

export function rankMerchants(counts: readonly MerchantCount[]) {
  const paid = Map.groupBy(
    counts.filter(({ status }) => isPaid(status)),
    ({ merchant_id }) => merchant_id,
  );
  return [...paid]
    .map(([merchant_id, rows]) => ({ merchant_id, ...splitPeriods(rows) }))
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount || a.merchant_id.localeCompare(b.merchant_id))
    .slice(0, TOP_MERCHANTS);
}

function splitPeriods(rows: readonly MerchantCount[]) {
  const present = rows.filter(({ is_present }) => is_present);
  const previous = rows.filter(({ is_present }) => !is_present);
  return {
    count: sum(present, 'count'),
    amount: sum(present, 'amount'),
    previous_amount: sum(previous, 'amount'),
  };
}
