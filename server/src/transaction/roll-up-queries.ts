/**
 * Hourly payment counts by status, method and source (migration 0020). Reads use the counts where they are clean and
 * the payments elsewhere: in marked hours, after the last counted hour and at the partial ends of a range. One statement
 * reads one snapshot, so the sums are always exact.
 */
import * as duration from '@dasbor/contract/duration';
import { TIME_ZONE } from '@dasbor/contract/time';
import { type OperationNodeSource, type RawBuilder, type SqlBool, sql } from 'kysely';
import { deleteBatch } from '../db/delete-batch.ts';
import { generateUlid } from '../db/new-id.ts';
import type { MerchantTx, PlatformTx, QueryScope } from '../db/tx.ts';
import { buildPaidNet } from './net-queries.ts';

/** Marks the hour of a new payment for a recount. */
export const buildMarkForNew = (tx: MerchantTx, created_at: Date): OperationNodeSource =>
  tx.sql
    .insertInto('transaction_mark')
    .values({
      merchant_id: tx.merchant_id,
      hour: new Date(Math.floor(created_at.getTime() / duration.hours(1)) * duration.hours(1)),
      id: generateUlid(created_at),
    })
    .returning('id');

/** Marks the hour of a changed payment for a recount. */
export const buildMarkForChanged = (tx: MerchantTx, transaction_id: string, now: Date): OperationNodeSource => sql`
  insert into app.transaction_mark as mark (merchant_id, hour, id)
  select t.merchant_id, date_trunc('hour', t.created_at, 'UTC'), ${generateUlid(now)}
  from app.transaction t
  where t.merchant_id = ${tx.merchant_id} and t.id = ${transaction_id}
  returning mark.id`;

/** Range of creation times; an absent bound is open. `to` is exclusive. */
export interface CreatedRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** A range whose ends are columns of an outer table of a lateral join. */
interface InstantRange {
  lower: RawBuilder<unknown>;
  upper: RawBuilder<unknown>;
}

/** Allowed values; an absent or empty list allows any. */
export interface CountedFilter {
  /** Hours of the day (WIB) of creation. */
  hour?: readonly string[] | undefined;
  status?: readonly string[] | undefined;
  method?: readonly string[] | undefined;
  source?: readonly string[] | undefined;
}

/**
 * Table expression with rows of `at, status, method, source, count, amount, fee_amount, fee_vat_amount, net_amount,
 * refunded_amount`. Their sums are those of the payments created in the range. `at` is the start of the hour, or the
 * creation time of a single payment. The net is what paid payments have brought to the balance so far, after refunds and
 * reversals. `merchant_id`: a value, or the column of an outer table of a lateral join.
 */
export function buildCountsTable(
  merchant_id: QueryScope['merchant_id'],
  range: CreatedRange | InstantRange,
  filter: CountedFilter = {},
): RawBuilder<unknown> {
  const { begin, end, first_hour, last_hour } = 'lower' in range ? toHoursInSql(range) : toHours(range);
  const single = sql`t.created_at as at, t.status, t.method, t.source, 1::bigint as count, t.amount, t.fee_amount,
    t.fee_vat_amount, ${buildPaidNet(merchant_id)} as net_amount, t.refunded_amount`;
  // The hours from first_hour up to here are complete, inside the range and counted.
  const counted_to = sql`(select greatest(least(${last_hour}, coalesce(r.rolled_to, '-infinity')), ${first_hour})
    from (select 1) one
    left join app.transaction_roll r on r.merchant_id = ${merchant_id})`;
  const marked = sql`select distinct k.hour from app.transaction_mark k
    where k.merchant_id = ${merchant_id} and k.hour >= ${first_hour} and k.hour < ${counted_to}`;
  const conditions = (table: 'h' | 't') => sql.join(buildConditions(table, filter), sql` `);
  // Rows between the columns of another table are estimated at a ninth of all, and then all are read for each row of it.
  // `offset 0` makes a subquery of its own, for which these columns are given values.
  const alone = 'lower' in range ? sql`offset 0` : sql``;
  return sql`(
    (select h.hour as at, h.status, h.method, h.source, h.count, h.amount, h.fee_amount, h.fee_vat_amount, h.net_amount,
      h.refunded_amount
    from app.transaction_hour h
    where h.merchant_id = ${merchant_id} and h.hour >= ${first_hour} and h.hour < ${counted_to}
      and h.hour <> all (array(${marked})) ${conditions('h')} ${alone})
    union all
    (select ${single} from app.transaction t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${begin}
      and t.created_at < least(${first_hour}, ${end}) ${conditions('t')} ${alone})
    union all
    (select ${single} from app.transaction t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${counted_to} and t.created_at < ${end} ${conditions('t')}
    ${alone})
    union all
    select s.* from (${marked}) m
    cross join lateral (select ${single} from app.transaction t
      where t.merchant_id = ${merchant_id} and t.created_at >= m.hour and t.created_at < m.hour + interval '1 hour'
        ${conditions('t')} offset 0) s)`;
}

/** The ends of a range, and the first and last full hour in it. */
interface Hours {
  begin: RawBuilder<unknown>;
  end: RawBuilder<unknown>;
  first_hour: RawBuilder<unknown>;
  last_hour: RawBuilder<unknown>;
}

function toHours({ from, to }: CreatedRange): Hours {
  const hour_ms = duration.hours(1);
  const write = (at: Date | undefined, otherwise: string) => sql`${at?.toISOString() ?? otherwise}::timestamptz`;
  return {
    begin: write(from, '-infinity'),
    end: write(to, 'infinity'),
    first_hour: write(from && new Date(Math.ceil(from.getTime() / hour_ms) * hour_ms), '-infinity'),
    last_hour: write(to && new Date(Math.floor(to.getTime() / hour_ms) * hour_ms), 'infinity'),
  };
}

const toHoursInSql = ({ lower, upper }: InstantRange): Hours => ({
  begin: lower,
  end: upper,
  first_hour: sql`date_trunc('hour', ${lower} + interval '1 hour' - interval '1 microsecond', 'UTC')`,
  last_hour: sql`date_trunc('hour', ${upper}, 'UTC')`,
});

function buildConditions(table: 'h' | 't', filter: CountedFilter): RawBuilder<unknown>[] {
  const columns = ['status', 'method', 'source'] as const;
  const given = columns.filter((column) => filter[column]?.length);
  // sql.join of an empty list is invalid SQL, so the list starts with a condition that is always true.
  return [
    sql`and true`,
    ...given.map((column) => sql`and ${sql.ref(`${table}.${column}`)} = any (${filter[column]})`),
    // The offset of Jakarta is a whole number of hours, so all payments of a counted hour are in one hour of the day.
    ...(filter.hour?.length
      ? [sql`and ${buildHourCondition(table === 'h' ? 'h.hour' : 't.created_at', filter.hour)}`]
      : []),
  ];
}

/** Whether an instant is in one of the hours of the day (WIB). */
export const buildHourCondition = (column: 'h.hour' | 't.created_at', hours: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`extract(hour from ${sql.ref(column)} at time zone ${sql.lit(TIME_ZONE)}) = any (${hours}::int[])`;

export const listMerchantIds = async (tx: PlatformTx): Promise<string[]> => {
  const rows = await tx.sql.selectFrom('merchant').select('merchant_id').orderBy('merchant_id').execute();
  return rows.map((row) => row.merchant_id);
};

/** How far the payments of a merchant are counted: hours and business days before these; null: none. */
export interface RolledTo {
  hour: Date | null;
  day: string | null;
}

/** Locks the roll-ups of a merchant and returns how far they are counted. */
export async function lockRollUp(tx: MerchantTx): Promise<RolledTo> {
  const { merchant_id } = tx;
  await tx.sql
    .insertInto('transaction_roll')
    .values({ merchant_id, rolled_to: null })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .returning('merchant_id')
    .execute();
  const row = await tx.sql
    .selectFrom('transaction_roll')
    .select(['rolled_to', 'days_rolled_to'])
    .where('merchant_id', '=', merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { hour: row.rolled_to === null ? null : new Date(row.rolled_to), day: row.days_rolled_to };
}

export const updateRolledTo = (tx: MerchantTx, rolled_to: Date) =>
  tx.sql
    .updateTable('transaction_roll')
    .set({ rolled_to })
    .where('merchant_id', '=', tx.merchant_id)
    .returning('merchant_id')
    .execute();

/** Start of the hour of the merchant's first payment; null when there is none. */
export async function findFirstHour(tx: MerchantTx): Promise<Date | null> {
  const row = await tx.sql
    .selectFrom('transaction')
    .select('created_at')
    .where('merchant_id', '=', tx.merchant_id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined
    ? null
    : new Date(Math.floor(Date.parse(row.created_at) / duration.hours(1)) * duration.hours(1));
}

/** Deletes a batch of marks and returns their hours. */
export async function deleteMarks(tx: MerchantTx, limit: number): Promise<{ deleted: number; hours: Date[] }> {
  const hours = await deleteBatch<string>(tx, {
    table: 'transaction_mark',
    key: ['hour', 'id'],
    returning: 'hour',
    limit,
  });
  return { deleted: hours.length, hours: [...new Set(hours)].map((hour) => new Date(hour)) };
}

/** Recounts hours from the payments. */
export async function recountHours(tx: MerchantTx, hours: readonly Date[]): Promise<void> {
  const { merchant_id } = tx;
  const instants = hours.map((hour) => hour.toISOString());
  await sql`delete from app.transaction_hour h
    where h.merchant_id = ${merchant_id} and h.hour = any (${instants}::timestamptz[])`.execute(tx.sql);
  await sql`
    insert into app.transaction_hour as x (merchant_id, hour, status, method, source, count, amount, fee_amount,
      fee_vat_amount, net_amount, refunded_amount)
    select t.merchant_id, w.hour, t.status, t.method, t.source, ${buildSums(merchant_id)}
    from unnest(${instants}::timestamptz[]) w (hour)
    join app.transaction t on t.merchant_id = ${merchant_id}
      and t.created_at >= w.hour and t.created_at < w.hour + interval '1 hour'
    group by t.merchant_id, w.hour, t.status, t.method, t.source
    returning x.hour`.execute(tx.sql);
}

/** Counts the hours of a range for the first time. */
export async function insertHourCounts(tx: MerchantTx, from: Date, to: Date): Promise<void> {
  const { merchant_id } = tx;
  await sql`
    insert into app.transaction_hour as x (merchant_id, hour, status, method, source, count, amount, fee_amount,
      fee_vat_amount, net_amount, refunded_amount)
    select t.merchant_id, date_trunc('hour', t.created_at, 'UTC'), t.status, t.method, t.source, ${buildSums(merchant_id)}
    from app.transaction t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${from} and t.created_at < ${to}
    group by t.merchant_id, date_trunc('hour', t.created_at, 'UTC'), t.status, t.method, t.source
    returning x.hour`.execute(tx.sql);
}

/** A refund and a reversal mark the hour of their payment, so the net follows them. */
const buildSums = (merchant_id: string) => sql`count(*), sum(t.amount), sum(t.fee_amount), sum(t.fee_vat_amount),
  sum(${buildPaidNet(merchant_id)}), sum(t.refunded_amount)`;
