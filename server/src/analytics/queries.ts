/** SQL of analytics. One statement per response: it reads one snapshot, so the sums are exact. */
import type { AnalyticsDimension, AnalyticsTab } from '@dasbor/contract/analytics';
import { startOfBusinessDay } from '@dasbor/contract/time';
import { type RawBuilder, sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';
import {
  type DayFilter,
  LINKS_BY_DAY,
  PAYMENTS_BY_DAY,
  WAITS_BY_DAY,
  buildDayCounts,
  buildSinglePayments,
  waitBucket,
} from '../transaction/day-roll-up-queries.ts';
import { buildCountsTable } from '../transaction/roll-up-queries.ts';
import type { Count, Period, WaitCount } from './rules.ts';

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
  /** Counts over time: by hour or by business day. */
  step?: 'hour' | 'day';
  /** Counts by the values of a column. */
  by?: AnalyticsDimension | 'failure';
}

type Range = { from: Date; to: Date };

/** Columns that counts are grouped by; the tables of other tabs lack them. */
const KEYS: Record<AnalyticsDimension | 'failure', string> = {
  method: 'c.method',
  channel: 'c.channel_code',
  issuer: 'c.issuer',
  source: 'c.source',
  hour: `to_char(c.at at time zone 'Asia/Jakarta', 'HH24')`,
  refund_method: 'c.method',
  reason: 'c.reason',
  bank_code: 'c.bank_code',
  rail: 'c.rail',
  failure: 'c.failure_code',
};

/** Counts of a period and of the previous one, by status. */
export async function readCounts(tx: MerchantTx, options: CountOptions): Promise<Count[]> {
  const { period, step, by } = options;
  const at =
    step === undefined ? sql`null::timestamptz` : sql`date_bin(${`1 ${step}`}::interval, c.at, ${ORIGIN}::timestamptz)`;
  const key = by === undefined ? sql`null::text` : sql.raw(KEYS[by]);
  const { present, previous } = toRanges(period);
  const { rows } = await sql<Count>`
    select c.is_present, ${at} as at, ${key} as key, c.status, sum(c.count)::bigint as count,
      sum(c.offered_count)::bigint as offered_count, sum(c.amount)::bigint as amount,
      sum(c.fees_amount)::bigint as fees_amount, sum(c.refunded_amount)::bigint as refunded_amount
    from (
      select true as is_present, p.* from ${buildRows(tx.merchant_id, present, options)} p
      union all
      select false, b.* from ${buildRows(tx.merchant_id, previous, options)} b) c
    group by 1, 2, 3, 4`.execute(tx.sql);
  return rows;
}

export const toRanges = ({ from, to, shift_ms }: Period): { present: Range; previous: Range } => ({
  present: { from, to },
  previous: { from: new Date(from.getTime() - shift_ms), to: new Date(to.getTime() - shift_ms) },
});

/** The counted rows of a tab in a range. */
function buildRows(merchant_id: string, range: Range, { tab, filter, step, by }: CountOptions): RawBuilder<unknown> {
  if (tab === 'refunds') return buildRefunds(merchant_id, range, filter);
  if (tab === 'disbursements') return buildDisbursements(merchant_id, range, filter);
  const by_column = toDayFilter(filter);
  if (step !== 'hour' && by !== 'hour') return buildDayCounts(PAYMENTS_BY_DAY, merchant_id, range, by_column);
  const { method, source, channel_code, issuer, payment_link_id } = by_column;
  // The hourly counts know the method and the source only.
  if ([channel_code, issuer, payment_link_id].some((values) => values?.length)) {
    return buildSinglePayments(PAYMENTS_BY_DAY, merchant_id, range, by_column);
  }
  return sql`(select h.at, h.status, h.method, h.source, h.count, h.count as offered_count, h.amount,
      h.fee_amount + h.fee_vat_amount as fees_amount, h.refunded_amount
    from ${buildCountsTable(merchant_id, range, { method, source })} h)`;
}

const toDayFilter = ({ method, source, channel, issuer, payment_link_id }: AnalyticsFilter): DayFilter => ({
  method,
  source,
  channel_code: channel,
  issuer,
  payment_link_id: payment_link_id === undefined ? undefined : [payment_link_id],
});

const COUNTED_SINGLY = sql`1::bigint as count, 1::bigint as offered_count`;

const buildRange = (alias: string, merchant_id: string, { from, to }: Range) =>
  sql`${sql.ref(`${alias}.merchant_id`)} = ${merchant_id}
    and ${sql.ref(`${alias}.created_at`)} >= ${from.toISOString()}::timestamptz
    and ${sql.ref(`${alias}.created_at`)} < ${to.toISOString()}::timestamptz`;

const buildValues = (pairs: readonly (readonly [column: string, values: readonly string[] | undefined])[]) =>
  sql.join(
    [
      sql``,
      ...pairs.flatMap(([column, values]) => (values?.length ? [sql`${sql.ref(column)} = any (${values})`] : [])),
    ],
    sql` and `,
  );

const buildRefunds = (merchant_id: string, range: Range, filter: AnalyticsFilter) => sql`(
  select r.created_at as at, r.status, r.method, r.reason, coalesce(r.error_code, '') as failure_code, ${COUNTED_SINGLY},
    r.amount, r.fee_amount + r.fee_vat_amount as fees_amount, 0::bigint as refunded_amount
  from app.refund r
  where ${buildRefundCondition(merchant_id, range, filter)})`;

const buildRefundCondition = (merchant_id: string, range: Range, { refund_method, reason }: AnalyticsFilter) =>
  sql`${buildRange('r', merchant_id, range)}${buildValues([
    ['r.method', refund_method],
    ['r.reason', reason],
  ])}`;

const buildDisbursements = (merchant_id: string, range: Range, filter: AnalyticsFilter) => sql`(
  select d.created_at as at, d.status, d.bank_code::text as bank_code, d.rail, coalesce(d.failure_code, '') as failure_code,
    ${COUNTED_SINGLY}, d.amount, d.fee_amount + d.fee_vat_amount as fees_amount, 0::bigint as refunded_amount
  from app.disbursement d
  where ${buildDisbursementCondition(merchant_id, range, filter)})`;

const buildDisbursementCondition = (merchant_id: string, range: Range, { bank_code, rail }: AnalyticsFilter) =>
  sql`${buildRange('d', merchant_id, range)}${buildValues([
    ['d.bank_code', bank_code],
    ['d.rail', rail],
  ])}`;

export interface KeyedWait extends WaitCount {
  is_present: boolean;
  /** Payment method, refund method or rail. */
  key: string;
}

/** How long completed payments, refunds and disbursements took, in buckets. */
export async function readWaits(tx: MerchantTx, options: CountOptions): Promise<KeyedWait[]> {
  const { present, previous } = toRanges(options.period);
  const rowsOf = (range: Range) => buildWaits(tx.merchant_id, range, options);
  const { rows } = await sql<KeyedWait>`
    select c.is_present, c.key, c.bucket, sum(c.count)::bigint as count
    from (
      select true as is_present, p.* from ${rowsOf(present)} p
      union all
      select false, b.* from ${rowsOf(previous)} b) c
    group by 1, 2, 3`.execute(tx.sql);
  return rows;
}

function buildWaits(merchant_id: string, range: Range, { tab, filter }: CountOptions): RawBuilder<unknown> {
  if (tab === 'payments') {
    return sql`(select w.method as key, w.bucket, w.count
      from ${buildDayCounts(WAITS_BY_DAY, merchant_id, range, toDayFilter(filter))} w)`;
  }
  if (tab === 'refunds') {
    return sql`(select r.method as key, ${sql.raw(waitBucket('extract(epoch from r.completed_at - r.created_at)'))} as bucket,
        1::bigint as count
      from app.refund r
      where ${buildRefundCondition(merchant_id, range, filter)} and r.status = 'succeeded' and r.completed_at is not null)`;
  }
  return sql`(select d.rail as key, ${sql.raw(waitBucket('extract(epoch from d.completed_at - d.created_at)'))} as bucket,
      1::bigint as count
    from app.disbursement d
    where ${buildDisbursementCondition(merchant_id, range, filter)} and d.status = 'success'
      and d.completed_at is not null)`;
}

/** The latest failure message of each code in the period. */
export async function listFailureMessages(
  tx: MerchantTx,
  { tab, period }: Pick<CountOptions, 'tab' | 'period'>,
): Promise<{ code: string; message: string | null }[]> {
  const { present } = toRanges(period);
  const { merchant_id } = tx;
  const source = {
    payments: sql`select coalesce(t.failure_code, '') as code, t.failure_message as message from app.transaction t
      where ${buildRange('t', merchant_id, present)} and t.status = 'failed' order by t.created_at desc`,
    refunds: sql`select coalesce(r.error_code, '') as code, r.error_message as message from app.refund r
      where ${buildRange('r', merchant_id, present)} and r.status = 'failed' order by r.created_at desc`,
    disbursements: sql`select coalesce(d.failure_code, '') as code, d.failure_message as message from app.disbursement d
      where ${buildRange('d', merchant_id, present)} and d.status in ('failed', 'reversed') order by d.created_at desc`,
  }[tab];
  const { rows } = await sql<{ code: string; message: string | null }>`
    select distinct on (f.code) f.code, f.message from (${source} limit ${LATEST_FAILURES}) f`.execute(tx.sql);
  return rows;
}

/** Failures whose messages are looked at. */
const LATEST_FAILURES = 2_000;

/** A link or customer with its paid payments in both periods. */
export interface TopRow {
  key: string;
  label: string | null;
  note: string | null;
  count: number;
  previous_count: number;
  amount: number;
  previous_amount: number;
}

const TOP_SUMS = sql`sum(c.count) filter (where c.is_present)::bigint as count,
  coalesce(sum(c.count) filter (where not c.is_present), 0)::bigint as previous_count,
  sum(c.amount) filter (where c.is_present)::bigint as amount,
  coalesce(sum(c.amount) filter (where not c.is_present), 0)::bigint as previous_amount`;

/** The payment links with the highest paid volume. */
export async function listTopLinks(
  tx: MerchantTx,
  { period, filter }: Pick<CountOptions, 'period' | 'filter'>,
  limit: number,
): Promise<TopRow[]> {
  const { present, previous } = toRanges(period);
  const rowsOf = (range: Range) => buildDayCounts(LINKS_BY_DAY, tx.merchant_id, range, toDayFilter(filter));
  const { rows } = await sql<TopRow>`
    select top.*, l.title as label, null as note from (
      select c.payment_link_id as key, ${TOP_SUMS}
      from (
        select true as is_present, p.payment_link_id, p.count, p.amount from ${rowsOf(present)} p
        union all
        select false, b.payment_link_id, b.count, b.amount from ${rowsOf(previous)} b) c
      group by 1 having sum(c.count) filter (where c.is_present) > 0
      order by 4 desc, 1 limit ${limit}) top
    join app.payment_link l on l.merchant_id = ${tx.merchant_id} and l.id = top.key
    order by top.amount desc, top.key`.execute(tx.sql);
  return rows;
}

/** The customers with the highest paid volume, by email address; the name is that of their latest payment. */
export async function listTopCustomers(
  tx: MerchantTx,
  { period, filter }: Pick<CountOptions, 'period' | 'filter'>,
  limit: number,
): Promise<TopRow[]> {
  const { merchant_id } = tx;
  const { present, previous } = toRanges(period);
  const paidIn = (range: Range, is_present: boolean) => sql`
    select ${is_present}::boolean as is_present, lower(t.customer_email) as key, 1 as count, t.amount, t.id
    from app.transaction t
    where ${buildRange('t', merchant_id, range)} and t.customer_email is not null
      and t.status in ('success', 'partially_refunded', 'refunded', 'reversed')${buildValues([
        ['t.method', filter.method],
        ['t.channel_code', filter.channel],
        ['t.issuer', filter.issuer],
        ['t.source', filter.source],
        ['t.payment_link_id', filter.payment_link_id === undefined ? undefined : [filter.payment_link_id]],
      ])}`;
  const { rows } = await sql<TopRow>`
    select top.key, top.count, top.previous_count, top.amount, top.previous_amount, top.key as note,
      n.customer_name as label
    from (
      select c.key, ${TOP_SUMS}, max(c.id) filter (where c.is_present) as latest_id
      from (${paidIn(present, true)} union all ${paidIn(previous, false)}) c
      group by 1 having sum(c.count) filter (where c.is_present) > 0
      order by 4 desc, 1 limit ${limit}) top
    join app.transaction n on n.merchant_id = ${merchant_id} and n.id = top.latest_id
    order by top.amount desc, top.key`.execute(tx.sql);
  return rows;
}
