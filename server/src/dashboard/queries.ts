/** SQL of the dashboard home: one indexed statement per response, for any number of days. */
import { sql } from 'kysely';
import { ulid } from 'ulid';
import type { DashboardInterval } from '@dasbor/contract/dashboard';
import { ID_PREFIXES } from '@dasbor/contract/id';
import { startOfBusinessDay } from '@dasbor/contract/time';
import type { Period } from '../analytics/rules.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildCountsTable } from '../transaction/roll-up-queries.ts';
import type { PaymentCount } from './rules.ts';

/**
 * Origin of the intervals: the first Monday of the century in Jakarta. Jakarta has no daylight saving time, so plain
 * arithmetic is exact and several times cheaper than time zone conversion per row.
 */
const FIRST_MONDAY = startOfBusinessDay('2001-01-01');
/** Counted columns of the previous period, without the time. */
const COUNTED_COLUMNS = sql`before.status, before.method, before.source, before.count, before.amount, before.fee_amount,
  before.fee_vat_amount, before.net_amount, before.refunded_amount`;
/** Maximum number of listed incidents; the rest is only counted. */
const LATEST_MAX = 3;

/**
 * Payments created in a period and in the previous one, counted by interval, status and method from the hourly counts.
 * Times of the previous period are shifted so that the intervals match.
 */
export async function countPayments(
  tx: MerchantTx,
  period: Period,
  interval: DashboardInterval,
): Promise<PaymentCount[]> {
  const { from, to, shift_ms } = period;
  const previous = { from: new Date(from.getTime() - shift_ms), to: new Date(to.getTime() - shift_ms) };
  const { rows } = await sql<PaymentCount>`
    select c.is_present, date_bin(${`1 ${interval}`}::interval, c.at, ${FIRST_MONDAY}::timestamptz) as step,
      c.status, c.method, sum(c.count)::bigint as count, sum(c.amount)::bigint as amount,
      sum(c.fee_amount + c.fee_vat_amount)::bigint as fees_amount, sum(c.net_amount)::bigint as net_amount,
      sum(c.refunded_amount)::bigint as refunded_amount
    from (
      select true as is_present, present.* from ${buildCountsTable(tx.merchant_id, { from, to })} present
      union all
      select false, before.at + make_interval(secs => ${shift_ms / 1000}), ${COUNTED_COLUMNS}
      from ${buildCountsTable(tx.merchant_id, previous)} before) c
    group by 1, 2, 3, 4`.execute(tx.sql);
  return rows;
}

/** Payments that were paid after expiry, since an instant. */
export async function listLatePayments(tx: MerchantTx, since: Date) {
  const { rows } = await sql<{ transaction_id: string; at: string; amount: number; count: number }>`
    select t.id as transaction_id, t.paid_at as at, t.amount, count(*) over () as count
    from app.transaction t
    where t.merchant_id = ${tx.merchant_id} and t.paid_at >= ${since} and t.late_payment
    order by t.paid_at desc, t.id desc
    limit ${LATEST_MAX}`.execute(tx.sql);
  return toCountedList(rows);
}

/**
 * Refused bank notifications about known payments since an instant. Ids are time-ordered, so the primary key bounds the
 * scan. A conflict (409) is a duplicate of an accepted notification and is left out.
 */
export async function listRefusedNotifications(tx: MerchantTx, since: Date) {
  const first_id = `${ID_PREFIXES.rail_log}_${ulid(since.getTime()).slice(0, 10).toLowerCase()}`;
  const { rows } = await sql<{ transaction_id: string; at: string; response_code: string | null; count: number }>`
    select q.transaction_id, l.at, l.response_code, count(*) over () as count
    from app.rail_log l
    join app.qris_payment q on q.merchant_id = ${tx.merchant_id} and q.id = l.object_id
    where l.merchant_id = ${tx.merchant_id} and l.id >= ${first_id}
      and l.direction = 'in' and l.http_status >= 400 and l.http_status <> 409
    order by l.id desc
    limit ${LATEST_MAX}`.execute(tx.sql);
  return toCountedList(rows);
}

/** The rows and the total count beyond their limit. */
const toCountedList = <Row extends { count: number }>(latest: Row[]) => ({ count: latest[0]?.count ?? 0, latest });
