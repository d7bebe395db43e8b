/**
 * Daily roll-ups of payments (migration 0150): their columns, and the table expressions that read them. Like the hourly
 * counts, a read uses the payments where the counts are not clean: on days with a marked hour, after the last counted day
 * and at the partial ends of a range. One statement reads one snapshot, so the sums are always exact.
 */
import * as duration from '@dasbor/contract/duration';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { type RawBuilder, sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';

/** A column: its name, and its value for a single payment `t`. */
type Column = readonly [name: string, value: string];

export interface DayRollUp {
  table: string;
  dimensions: readonly Column[];
  measures: readonly Column[];
  /** Which payments it counts. */
  where: string;
}

const PAID = `t.status in ('success', 'partially_refunded', 'refunded', 'reversed')`;
const METHOD: Column = ['method', 't.method'];
const SHARED: readonly Column[] = [
  METHOD,
  ['source', 't.source'],
  ['channel_code', `coalesce(t.channel_code, '')`],
  ['issuer', `coalesce(t.issuer, '')`],
];
const COUNT: Column = ['count', '1::bigint'];
const AMOUNT: Column = ['amount', 't.amount'];

/** Growth of the buckets of the time to pay. */
export const WAIT_GROWTH = 1.1;
/** The bucket of a number of seconds, as SQL. */
export const waitBucket = (seconds: string): string =>
  `ceil(ln(greatest((${seconds})::float8, 1)) / ln(${WAIT_GROWTH}::float8))::int`;

/** Payments by status and everything that figures are filtered by. */
export const PAYMENTS_BY_DAY: DayRollUp = {
  table: 'transaction_day',
  dimensions: [['status', 't.status'], ...SHARED, ['failure_code', `coalesce(t.failure_code, '')`]],
  measures: [
    COUNT,
    // A payment that ended with its second event was never issued by the bank.
    [
      'offered_count',
      `(case when t.status = 'created' or (t.status in ('failed', 'expired') and t.last_event_seq <= 2) then 0 else 1 end)::bigint`,
    ],
    AMOUNT,
    ['fees_amount', 't.fee_amount + t.fee_vat_amount'],
    ['refunded_amount', 't.refunded_amount'],
  ],
  where: 'true',
};

/** Time from creation to payment. Payments to stickers and reusable numbers start as paid, so they have none. */
export const WAITS_BY_DAY: DayRollUp = {
  table: 'transaction_wait_day',
  dimensions: [...SHARED, ['bucket', waitBucket('extract(epoch from t.paid_at - t.created_at)')]],
  measures: [COUNT],
  where: `${PAID} and t.paid_at is not null and t.source not in ('static_qr', 'va')`,
};

/** Paid payments of payment links. */
export const LINKS_BY_DAY: DayRollUp = {
  table: 'transaction_link_day',
  dimensions: [['payment_link_id', 't.payment_link_id'], METHOD],
  measures: [COUNT, AMOUNT],
  where: `${PAID} and t.payment_link_id is not null`,
};

export const DAY_ROLL_UPS: readonly DayRollUp[] = [PAYMENTS_BY_DAY, WAITS_BY_DAY, LINKS_BY_DAY];

/** Allowed values; an absent or empty list allows any. Empty text stands for an absent value. */
export interface DayFilter {
  status?: readonly string[] | undefined;
  method?: readonly string[] | undefined;
  source?: readonly string[] | undefined;
  channel_code?: readonly string[] | undefined;
  issuer?: readonly string[] | undefined;
  payment_link_id?: readonly string[] | undefined;
}

const LIVE_COLUMNS: Record<keyof DayFilter, string> = {
  status: 't.status',
  method: 't.method',
  source: 't.source',
  channel_code: 't.channel_code',
  issuer: 't.issuer',
  payment_link_id: 't.payment_link_id',
};

const listGiven = (filter: DayFilter): [keyof DayFilter, readonly string[]][] =>
  (Object.entries(filter) as [keyof DayFilter, readonly string[] | undefined][]).flatMap(([name, values]) =>
    values?.length ? [[name, values]] : [],
  );

const columnNames = ({ dimensions, measures }: DayRollUp): string[] =>
  [...dimensions, ...measures].map(([name]) => name);

/** First instant of a day that SQL calculates. */
export const dayStart = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${day})::date::timestamp at time zone 'Asia/Jakarta')`;

/** Rows `at` and the columns of the roll-up, for single payments in a range. */
export function buildSinglePayments(
  roll_up: DayRollUp,
  merchant_id: string,
  range: { from: Date; to: Date },
  filter: DayFilter,
): RawBuilder<unknown> {
  return sql`(select ${buildSingle(roll_up)} from app.transaction t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${range.from.toISOString()}::timestamptz
      and t.created_at < ${range.to.toISOString()}::timestamptz and ${buildLiveCondition(roll_up, filter)})`;
}

/**
 * The same rows from the daily counts where possible; `at` is then the start of the day. Their sums are those of the
 * payments created in the range. A filter that the roll-up has no column for reads the payments.
 */
export function buildDayCounts(
  roll_up: DayRollUp,
  merchant_id: string,
  range: { from: Date; to: Date },
  filter: DayFilter,
): RawBuilder<unknown> {
  const names = columnNames(roll_up);
  const given = listGiven(filter);
  if (given.some(([name]) => !names.includes(name))) return buildSinglePayments(roll_up, merchant_id, range, filter);
  const [from, to] = [range.from.toISOString(), range.to.toISOString()];
  const first_day = toBusinessDay(new Date(range.from.getTime() + duration.days(1) - 1));
  const last_day = toBusinessDay(range.to);
  const first_at = startOfBusinessDay(first_day).toISOString();
  // The days from first_day up to here are complete, inside the range and counted.
  const counted_to = sql`(select greatest(least(${last_day}::date, coalesce(r.days_rolled_to, '-infinity')), ${first_day}::date)
    from (select 1) one left join app.transaction_roll r on r.merchant_id = ${merchant_id})`;
  const marked = sql`select distinct (k.hour at time zone 'Asia/Jakarta')::date as day from app.transaction_mark k
    where k.merchant_id = ${merchant_id} and k.hour >= ${first_at}::timestamptz and k.hour < ${dayStart(counted_to)}`;
  const conditions = sql.join(
    [sql`true`, ...given.map(([name, values]) => sql`${sql.ref(`d.${name}`)} = any (${values})`)],
    sql` and `,
  );
  const single = buildSingle(roll_up);
  const live = buildLiveCondition(roll_up, filter);
  return sql`(
    select ${dayStart(sql`d.day`)} as at, ${sql.raw(names.map((name) => `d.${name}`).join(', '))}
    from app.${sql.raw(roll_up.table)} d
    where d.merchant_id = ${merchant_id} and d.day >= ${first_day}::date and d.day < ${counted_to}
      and d.day <> all (array(${marked})) and ${conditions}
    union all
    select ${single} from app.transaction t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${from}::timestamptz
      and t.created_at < least(${first_at}::timestamptz, ${to}::timestamptz) and ${live}
    union all
    select ${single} from app.transaction t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${dayStart(counted_to)} and t.created_at < ${to}::timestamptz
      and ${live}
    union all
    select ${single} from (${marked}) m
    join app.transaction t on t.merchant_id = ${merchant_id} and t.created_at >= ${dayStart(sql`m.day`)}
      and t.created_at < ${dayStart(sql`m.day + 1`)} and ${live})`;
}

const buildSingle = ({ dimensions, measures }: DayRollUp): RawBuilder<unknown> =>
  sql`t.created_at as at, ${sql.raw([...dimensions, ...measures].map(([name, value]) => `${value} as ${name}`).join(', '))}`;

function buildLiveCondition({ where }: DayRollUp, filter: DayFilter): RawBuilder<unknown> {
  const given = listGiven(filter).map(([name, values]) => sql`${sql.raw(LIVE_COLUMNS[name])} = any (${values})`);
  return sql.join([sql`(${sql.raw(where)})`, ...given], sql` and `);
}

/** Recounts a range of business days from the payments; both ends are included. */
export async function recountDays(tx: MerchantTx, first: string, last: string): Promise<void> {
  const { merchant_id } = tx;
  const from = startOfBusinessDay(first).toISOString();
  const to = new Date(startOfBusinessDay(last).getTime() + duration.days(1)).toISOString();
  for (const roll_up of DAY_ROLL_UPS) {
    const { dimensions, measures } = roll_up;
    const table = sql.raw(`app.${roll_up.table}`);
    await sql`delete from ${table} d
      where d.merchant_id = ${merchant_id} and d.day >= ${first}::date and d.day <= ${last}::date`.execute(tx.sql);
    const keys = sql.raw(
      [`(t.created_at at time zone 'Asia/Jakarta')::date`, ...dimensions.map(([, value]) => value)].join(', '),
    );
    await sql`
      insert into ${table} as x (merchant_id, day, ${sql.raw(columnNames(roll_up).join(', '))})
      select t.merchant_id, ${keys}, ${sql.raw(measures.map(([, value]) => `sum(${value})`).join(', '))}
      from app.transaction t
      where t.merchant_id = ${merchant_id} and t.created_at >= ${from}::timestamptz and t.created_at < ${to}::timestamptz
        and (${sql.raw(roll_up.where)})
      group by t.merchant_id, ${keys}
      returning x.day`.execute(tx.sql);
  }
}

export const updateDaysRolledTo = (tx: MerchantTx, day: string) =>
  tx.sql
    .updateTable('transaction_roll')
    .set({ days_rolled_to: day })
    .where('merchant_id', '=', tx.merchant_id)
    .returning('merchant_id')
    .execute();
