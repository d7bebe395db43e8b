/** SQL of analytics. One statement per response: it reads one snapshot, so the sums are exact. */
import type { AnalyticsDimension, AnalyticsTab, ProviderDimension } from '@dasbor/contract/analytics';
import { TIME_ZONE, startOfBusinessDay } from '@dasbor/contract/time';
import { type RawBuilder, sql } from 'kysely';
import {
  type DayFilter,
  type DayRange,
  type DayRollUp,
  type MerchantOf,
  buildDayCounts,
  buildUncountedRanges,
  groupByDimensions,
  listColumnNames,
  listFilterEntries,
} from '../db/day-roll-up.ts';
import { buildMonthCounts, buildMonthsAndOthers } from '../db/month-roll-up.ts';
import type { MerchantTx, PlatformTx, ReaderTx } from '../db/tx.ts';
import { toStored } from '../db/value-condition.ts';
import { DISBURSEMENTS_BY_DAY, DISBURSEMENT_HOURS_BY_DAY } from '../disbursement/day-roll-up-queries.ts';
import { REFUNDS_BY_DAY, REFUND_HOURS_BY_DAY } from '../refund/day-roll-up-queries.ts';
import {
  HOURS_BY_DAY,
  LINKS_BY_DAY,
  LINK_STATUSES_BY_DAY,
  PAYMENTS_BY_DAY,
} from '../transaction/day-roll-up-queries.ts';
import { buildCountsTable } from '../transaction/roll-up-queries.ts';
import { type Count, type Period, STATUS_GROUPS, calculateTotals } from './rules.ts';
import { buildLinkRows, isUnlinked, subtractRows } from './unlinked-queries.ts';

/** Origin of the intervals: midnight in Jakarta, which has no daylight saving time. */
const ORIGIN = startOfBusinessDay('2001-01-01');

/** Parsed filters of all tabs; those of other tabs are absent. */
export interface AnalyticsFilter {
  method?: readonly string[] | undefined;
  channel?: readonly string[] | undefined;
  issuer?: readonly string[] | undefined;
  source?: readonly string[] | undefined;
  payment_link_id?: string | undefined;
  refund_method?: readonly string[] | undefined;
  reason?: readonly string[] | undefined;
  bank_code?: readonly string[] | undefined;
  rail?: readonly string[] | undefined;
}

export interface CountOptions {
  tab: AnalyticsTab;
  period: Period;
  filter: AnalyticsFilter;
  /** Counts over time: by hour, by business day or by month. */
  step?: 'hour' | 'day' | 'month';
  /** Counts by the values of a column. */
  by?: CountKey;
  /** Whether payments that the payer could pay are counted on their own. */
  has_offered?: boolean;
  /** Whether the previous period is left out. */
  is_present_only?: boolean;
  /** Whether only number and amount are read; the other sums are then 0. */
  is_volume_only?: boolean;
}

type CountKey = AnalyticsDimension | ProviderDimension | 'failure';

/** Several merchants; null: all that the transaction sees. */
export type MultiMerchantReader = (PlatformTx | ReaderTx) & { readonly merchant_ids: readonly string[] | null };
/** Whose rows are read: one merchant's, or those of several merchants. */
export type Reader = MerchantTx | MultiMerchantReader;

/** Columns that counts are grouped by; the tables of other tabs lack them. */
const KEYS: Record<CountKey, string> = {
  method: 'c.method',
  channel: 'c.channel_code',
  issuer: 'c.issuer',
  source: 'c.source',
  // Of the roll-up of links.
  payment_link: 'c.payment_link_id',
  // Of the roll-ups by hour, which are read for this.
  hour: `lpad(c.hour::text, 2, '0')`,
  refund_method: 'c.method',
  reason: 'c.reason',
  bank_code: 'c.bank_code',
  rail: 'c.rail',
  failure: 'c.failure_code',
  merchant: 'c.merchant_of',
  // Groups are sums of merchants.
  group: 'c.merchant_of',
};

/** Measures of the counts. */
const VOLUMES: readonly string[] = ['count', 'amount'];
const OTHER_SUMS: readonly string[] = ['offered_count', 'fees_amount', 'refunded_amount'];

/** The completed amount of a period, of which metrics of parts are shares. */
export async function readCompletedAmount(
  tx: Reader,
  options: Pick<CountOptions, 'tab' | 'period' | 'filter'>,
): Promise<number> {
  const counts = await readCounts(tx, { ...options, is_present_only: true, is_volume_only: true });
  return calculateTotals(counts, STATUS_GROUPS[options.tab]).amount;
}

/** Counts of a period and of the previous one, by status. */
export async function readCounts(tx: Reader, options: CountOptions): Promise<Count[]> {
  const { rows } = await sql<Count>`${buildCounts(tx, options)}`.execute(tx.sql);
  return rows;
}

function buildCounts(tx: Reader, options: CountOptions): RawBuilder<unknown> {
  const { period, step } = options;
  const at =
    step === undefined
      ? sql`null::timestamptz`
      : step === 'month'
        ? sql`date_trunc('month', c.at, ${TIME_ZONE})`
        : sql`date_bin(${`1 ${step}`}::interval, c.at, ${ORIGIN}::timestamptz)`;
  const { present, previous } = toRanges(period);
  // The days of the previous period are moved onto the present one, whose months begin on other days.
  const before = { ...options, step: step === 'month' ? ('day' as const) : step };
  return sql`
    select c.is_present, ${at} as at, c.key, c.status, sum(c.count)::bigint as count, sum(c.amount)::bigint as amount,
      ${listOtherSums(options)}
    from (
      ${buildPeriod(tx, present, options, 0)}
      ${options.is_present_only ? sql`` : sql`union all ${buildPeriod(tx, previous, before, period.shift_ms)}`}) c
    group by 1, 2, 3, 4
    having sum(c.count) <> 0`;
}

/** The counted rows of the period (`shift_ms` 0) or of the previous one, at the times of the period that they compare with. */
function buildPeriod(tx: Reader, range: DayRange, options: CountOptions, shift_ms: number): RawBuilder<unknown> {
  const { step, by, is_volume_only } = options;
  const at = shift_ms === 0 ? sql`c.at` : sql`c.at + make_interval(secs => ${shift_ms / 1000})`;
  const sums = (is_volume_only ? VOLUMES : [...VOLUMES, ...OTHER_SUMS]).map((name) => `c.${name}`);
  return sql`select ${shift_ms === 0}::boolean as is_present, ${step === undefined ? sql`null::timestamptz` : at} as at,
      ${by === undefined ? sql`null::text` : sql.raw(KEYS[by])} as key, c.status, ${sql.raw(sums.join(', '))}
    from ${buildScope(tx, (of) => buildRows(of, range, options))} c`;
}

const listOtherSums = ({ is_volume_only }: CountOptions): RawBuilder<unknown> =>
  sql.raw(
    OTHER_SUMS.map((name) => (is_volume_only ? `0::bigint as ${name}` : `sum(c.${name})::bigint as ${name}`)).join(
      ', ',
    ),
  );

export interface LargestCounts {
  counts: Count[];
  /** Number of keys with completed or lost payments. */
  key_count: number;
}

/** Counts by `options.by` of the keys with the largest completed amount in the period. One statement: one snapshot. */
export async function readLargestCounts(tx: Reader, options: CountOptions, limit: number): Promise<LargestCounts> {
  const { done, lost } = STATUS_GROUPS[options.tab];
  const { rows } = await sql<Count & { key_count: number }>`
    with counted as materialized (${buildCounts(tx, { ...options, is_volume_only: true })}),
    ranked as (
      select k.key, count(*) over () as key_count, row_number() over (
        order by sum(case when k.is_present and k.status = any (${done}) then k.amount else 0 end) desc, k.key) as rank
      from counted k
      group by k.key
      having bool_or(k.status = any (${done}) or (k.is_present and k.status = any (${lost}))))
    select k.is_present, k.at, k.key, k.status, k.count, k.offered_count, k.amount, k.fees_amount, k.refunded_amount,
      r.key_count
    from ranked r join counted k on k.key = r.key
    where r.rank <= ${limit}
    order by r.rank`.execute(tx.sql);
  return { counts: rows, key_count: rows[0]?.key_count ?? 0 };
}

export const toRanges = ({ from, to, shift_ms }: Period): { present: DayRange; previous: DayRange } => ({
  present: { from, to },
  previous: { from: new Date(from.getTime() - shift_ms), to: new Date(to.getTime() - shift_ms) },
});

/** The rows of a merchant, or of each of several merchants with the column `merchant_of`. */
export function buildScope(tx: Reader, build: (merchant_id: MerchantOf) => RawBuilder<unknown>): RawBuilder<unknown> {
  if ('merchant_id' in tx) return build(tx.merchant_id);
  const { merchant_ids } = tx;
  // An alias that the rows do not use themselves.
  return sql`(select who.merchant_id as merchant_of, x.*
    from app.merchant who cross join lateral ${build(sql<string>`who.merchant_id`)} x
    where ${merchant_ids === null ? sql`true` : sql`who.merchant_id = any (${merchant_ids})`})`;
}

/** The counts of the tabs without payments. */
const OTHER_ROLL_UPS: Record<Exclude<AnalyticsTab, 'payments'>, Record<'by_day' | 'by_hour', DayRollUp>> = {
  refunds: { by_day: REFUNDS_BY_DAY, by_hour: REFUND_HOURS_BY_DAY },
  disbursements: { by_day: DISBURSEMENTS_BY_DAY, by_hour: DISBURSEMENT_HOURS_BY_DAY },
};

/** The counted rows of a tab in a range. */
function buildRows(merchant_id: MerchantOf, range: DayRange, options: CountOptions): RawBuilder<unknown> {
  const { tab, filter, step, by } = options;
  const by_column = toDayFilter(filter);
  const is_hourly = step === 'hour' || by === 'hour';
  // An axis of hours, days or weeks needs the days.
  const build = step === 'hour' || step === 'day' ? buildDayCounts : buildMonthCounts;
  if (tab === 'payments' && isUnlinked(by_column) && by !== 'payment_link') {
    const rest = { ...options, filter: { ...filter, payment_link_id: undefined } };
    const of_links = buildLinkRows(merchant_id, range, { filter: toDayFilter(rest.filter), is_hourly, build });
    return subtractRows(buildRows(merchant_id, range, rest), of_links, {
      keys: ['status', ...listKeyColumns(by)],
      measures: options.is_volume_only ? VOLUMES : [...VOLUMES, ...OTHER_SUMS],
    });
  }
  if (tab !== 'payments') {
    const { by_day, by_hour } = OTHER_ROLL_UPS[tab];
    return sql`(select c.*, c.count as offered_count, 0::bigint as refunded_amount
      from ${build(is_hourly ? by_hour : by_day, merchant_id, range, { filter: by_column })} c)`;
  }
  const is_of_link = by_column.payment_link_id?.length === 1 || by === 'payment_link';
  const has_hours = isCountedByHour(options, by_column);
  if (!is_hourly) {
    const is_by_link_only = by === 'payment_link' && listFilterEntries(by_column).length === 0;
    const detailed = is_by_link_only ? LINK_STATUSES_BY_DAY : is_of_link ? LINKS_BY_DAY : PAYMENTS_BY_DAY;
    const is_summed = step === undefined || (step === 'day' && by === undefined);
    const roll_up = is_summed ? sumByStatus(detailed, by_column, options) : detailed;
    const uncounted = has_hours
      ? buildHours(roll_up, merchant_id, buildUncountedRanges(roll_up, merchant_id, range), by_column)
      : undefined;
    return build(roll_up, merchant_id, range, { filter: by_column, uncounted });
  }
  if (!has_hours) return build(HOURS_BY_DAY, merchant_id, range, { filter: by_column });
  if (step === undefined) {
    const summed = sumByStatus(HOURS_BY_DAY, by_column, options);
    return buildMonthsAndOthers(summed, merchant_id, range, {
      filter: by_column,
      buildOthers: (ranges) => buildHours(summed, merchant_id, ranges, by_column),
    });
  }
  const { method, source } = by_column;
  return sql`(select h.at, h.status, h.method, h.source, h.count, h.count as offered_count, h.amount,
      h.fee_amount + h.fee_vat_amount as fees_amount, h.refunded_amount
    from ${buildCountsTable(merchant_id, range, { method, source })} h)`;
}

/** The counts by status and key, which is all that a metric shows, and by the columns of its filter. */
function sumByStatus(roll_up: DayRollUp, filter: DayFilter, { by, is_volume_only = false }: CountOptions): DayRollUp {
  const summed = groupByDimensions(roll_up, [
    'status',
    ...listKeyColumns(by),
    ...listFilterEntries(filter).map(([name]) => name),
  ]);
  const measures = summed.measures.filter(([name]) => VOLUMES.includes(name));
  return is_volume_only ? { ...summed, measures } : summed;
}

/** Columns of the rows that a key reads; merchants are of the outer query. */
function listKeyColumns(by: CountKey | undefined): string[] {
  if (by === undefined || by === 'merchant' || by === 'group') return [];
  return [by === 'hour' ? by : KEYS[by].replace('c.', '')];
}

/** Whether the hourly counts, which have few columns, hold what is asked for. */
function isCountedByHour({ by, has_offered = false }: CountOptions, filter: DayFilter): boolean {
  const columns: readonly (CountKey | undefined)[] = [undefined, 'method', 'source', 'hour', 'merchant', 'group'];
  const filtered = listFilterEntries(filter).map(([name]) => name);
  return !has_offered && columns.includes(by) && filtered.every((name) => name === 'method' || name === 'source');
}

/** The hourly counts of ranges `lower, upper`, with the columns of a roll-up; those that they lack are empty. */
function buildHours(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  ranges: RawBuilder<unknown>,
  { method, source }: DayFilter,
): RawBuilder<unknown> {
  const own: Readonly<Record<string, string>> = {
    hour: `extract(hour from c.at at time zone 'Asia/Jakarta')::int`,
    status: 'c.status',
    method: 'c.method',
    source: 'c.source',
    count: 'c.count',
    offered_count: 'c.count',
    amount: 'c.amount',
    fees_amount: 'c.fee_amount + c.fee_vat_amount',
    refunded_amount: 'c.refunded_amount',
  };
  const columns = listColumnNames(roll_up).map((name) => `${own[name] ?? `''`} as ${name}`);
  const bounds = { lower: sql`edge.lower`, upper: sql`edge.upper` };
  return sql`select c.at, ${sql.raw(columns.join(', '))}
    from ${ranges} edge cross join lateral ${buildCountsTable(merchant_id, bounds, { method, source })} c`;
}

/** The filter of a tab by the columns of its roll-ups. */
export const toDayFilter = (filter: AnalyticsFilter): DayFilter => ({
  method: filter.method ?? filter.refund_method,
  source: filter.source,
  channel_code: filter.channel?.map(toStored),
  issuer: filter.issuer?.map(toStored),
  payment_link_id: filter.payment_link_id === undefined ? undefined : [toStored(filter.payment_link_id)],
  reason: filter.reason,
  bank_code: filter.bank_code,
  rail: filter.rail,
});
