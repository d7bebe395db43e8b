/**
 * Payments counted per hour of creation, state, method and source (migration 0020). Reading takes the counted hours
 * where they are clean and the payments themselves where not: in marked hours, beyond what is counted, and at the
 * ragged ends of a range. One statement sees one moment, so the sum is exact at every moment.
 */
import { type OperationNodeSource, type RawBuilder, sql } from 'kysely';
import { generateUlid } from '../db/new-id.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

const HOUR_MS = 3_600_000;

/** The mark of a payment that is made: its hour has to be counted again. */
export const buildMarkForNew = (tx: MerchantTx, created_at: Date): OperationNodeSource =>
  tx.sql
    .insertInto('transaction_mark')
    .values({
      merchant_id: tx.merchant_id,
      hour: new Date(Math.floor(created_at.getTime() / HOUR_MS) * HOUR_MS),
      id: generateUlid(created_at),
    })
    .returning('id');

/** The mark of a payment that is moved. */
export const buildMarkForChanged = (tx: MerchantTx, transaction_id: string, now: Date): OperationNodeSource =>
  tx.sql
    .insertInto('transaction_mark')
    .columns(['merchant_id', 'hour', 'id'])
    .expression((eb) =>
      eb
        .selectFrom('transaction as marked')
        .select([
          'marked.merchant_id',
          sql<Date>`date_trunc('hour', marked.created_at, 'UTC')`.as('hour'),
          sql<string>`${generateUlid(now)}`.as('id'),
        ])
        .where('marked.merchant_id', '=', tx.merchant_id)
        .where('marked.id', '=', transaction_id),
    )
    .returning('id');

/** Range of creation; an absent end is open. `to` is exclusive. */
export interface CreatedRange {
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Values that a payment may have; an absent or empty list stands for any. */
export interface CountedFilter {
  status?: readonly string[] | undefined;
  method?: readonly string[] | undefined;
  source?: readonly string[] | undefined;
}

/**
 * For use as a table: rows of `at, status, method, source, count, amount, fee_amount, fee_vat_amount, net_amount,
 * refunded_amount` whose sums are those of the payments created in the range. `at` is the beginning of the hour, or
 * the instant itself for a payment that is read by itself.
 */
export function buildCountsTable(
  merchant_id: string,
  { from, to }: CreatedRange,
  filter: CountedFilter = {},
): RawBuilder<unknown> {
  const begin = from?.toISOString() ?? '-infinity';
  const end = to?.toISOString() ?? 'infinity';
  const first_hour = from ? new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS).toISOString() : '-infinity';
  const last_hour = to ? new Date(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS).toISOString() : 'infinity';
  const single = sql`t.created_at as at, t.status, t.method, t.source, 1::bigint as count, t.amount, t.fee_amount,
    t.fee_vat_amount, t.net_amount, t.refunded_amount`;
  // Hours from first_hour to this are whole, inside the range and counted.
  const counted_to = sql`(select greatest(least(${last_hour}::timestamptz, coalesce(r.rolled_to, '-infinity')), ${first_hour}::timestamptz)
    from (select 1) one
    left join app.transaction_roll r on r.merchant_id = ${merchant_id})`;
  const marked = sql`select distinct k.hour from app.transaction_mark k
    where k.merchant_id = ${merchant_id} and k.hour >= ${first_hour}::timestamptz and k.hour < ${counted_to}`;
  const of = (table: string) => sql.join(buildConditions(table, filter), sql` `);
  return sql`(
    select h.hour as at, h.status, h.method, h.source, h.count, h.amount, h.fee_amount, h.fee_vat_amount, h.net_amount,
      h.refunded_amount
    from app.transaction_hour h
    where h.merchant_id = ${merchant_id} and h.hour >= ${first_hour}::timestamptz and h.hour < ${counted_to}
      and h.hour <> all (array(${marked})) ${of('h')}
    union all
    select ${single} from app.transaction t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${begin}::timestamptz
      and t.created_at < least(${first_hour}::timestamptz, ${end}::timestamptz) ${of('t')}
    union all
    select ${single} from app.transaction t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${counted_to} and t.created_at < ${end}::timestamptz ${of('t')}
    union all
    select ${single} from (${marked}) m
    join app.transaction t on t.merchant_id = ${merchant_id}
      and t.created_at >= m.hour and t.created_at < m.hour + interval '1 hour' ${of('t')})`;
}

function buildConditions(table: string, filter: CountedFilter): RawBuilder<unknown>[] {
  const columns = ['status', 'method', 'source'] as const;
  const given = columns.filter((column) => filter[column]?.length);
  // sql.join of nothing is no SQL: begin with what is always true.
  return [sql`and true`, ...given.map((column) => sql`and ${sql.ref(`${table}.${column}`)} = any (${filter[column]})`)];
}

/** Merchants whose hours are to be counted. */
export const listMerchantIds = async (tx: PlatformTx): Promise<string[]> => {
  const rows = await tx.sql.selectFrom('merchant').select('merchant_id').orderBy('merchant_id').execute();
  return rows.map((row) => row.merchant_id);
};

/** Takes the lock of the merchant's roller and reads how far it came: null, when nothing is counted yet. */
export async function lockRollUp(tx: MerchantTx): Promise<Date | null> {
  const { merchant_id } = tx;
  await tx.sql
    .insertInto('transaction_roll')
    .values({ merchant_id, rolled_to: null })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .returning('merchant_id')
    .execute();
  const row = await tx.sql
    .selectFrom('transaction_roll')
    .select('rolled_to')
    .where('merchant_id', '=', merchant_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.rolled_to === null ? null : new Date(row.rolled_to);
}

export const updateRolledTo = (tx: MerchantTx, rolled_to: Date) =>
  tx.sql
    .updateTable('transaction_roll')
    .set({ rolled_to })
    .where('merchant_id', '=', tx.merchant_id)
    .returning('merchant_id')
    .execute();

/** Beginning of the hour of the merchant's first payment; null when there is none. */
export async function findFirstHour(tx: MerchantTx): Promise<Date | null> {
  const row = await tx.sql
    .selectFrom('transaction')
    .select('created_at')
    .where('merchant_id', '=', tx.merchant_id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : new Date(Math.floor(Date.parse(row.created_at) / HOUR_MS) * HOUR_MS);
}

/** Takes at most `limit` marks off the list and answers the hours that they are about. */
export async function deleteMarks(tx: MerchantTx, limit: number): Promise<{ taken: number; hours: Date[] }> {
  const { merchant_id } = tx;
  const { rows } = await sql<{ hour: string }>`
    delete from app.transaction_mark k
    where k.merchant_id = ${merchant_id} and (k.hour, k.id) in (
      select c.hour, c.id from app.transaction_mark c
      where c.merchant_id = ${merchant_id} order by c.hour, c.id limit ${limit})
    returning k.hour`.execute(tx.sql);
  return { taken: rows.length, hours: [...new Set(rows.map((row) => row.hour))].map((hour) => new Date(hour)) };
}

/** Counts some hours again from the payments. */
export async function recountHours(tx: MerchantTx, hours: readonly Date[]): Promise<void> {
  const { merchant_id } = tx;
  const wanted = hours.map((hour) => hour.toISOString());
  await sql`delete from app.transaction_hour h
    where h.merchant_id = ${merchant_id} and h.hour = any (${wanted}::timestamptz[])`.execute(tx.sql);
  await sql`
    insert into app.transaction_hour (merchant_id, hour, status, method, source, count, amount, fee_amount,
      fee_vat_amount, net_amount, refunded_amount)
    select t.merchant_id, w.hour, t.status, t.method, t.source, ${SUMS}
    from unnest(${wanted}::timestamptz[]) w (hour)
    join app.transaction t on t.merchant_id = ${merchant_id}
      and t.created_at >= w.hour and t.created_at < w.hour + interval '1 hour'
    group by t.merchant_id, w.hour, t.status, t.method, t.source
    returning hour`.execute(tx.sql);
}

/** Counts the hours of a range that was not counted before. */
export async function insertHourCounts(tx: MerchantTx, from: Date, to: Date): Promise<void> {
  const { merchant_id } = tx;
  await sql`
    insert into app.transaction_hour (merchant_id, hour, status, method, source, count, amount, fee_amount,
      fee_vat_amount, net_amount, refunded_amount)
    select t.merchant_id, date_trunc('hour', t.created_at, 'UTC'), t.status, t.method, t.source, ${SUMS}
    from app.transaction t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${from} and t.created_at < ${to}
    group by t.merchant_id, date_trunc('hour', t.created_at, 'UTC'), t.status, t.method, t.source
    returning hour`.execute(tx.sql);
}

const SUMS = sql`count(*), sum(t.amount), sum(t.fee_amount), sum(t.fee_vat_amount), sum(t.net_amount),
  sum(t.refunded_amount)`;
