/**
 * Customers and payment links by paid volume: the daily counts, the sums of their months, and those with the highest volume.
 * A volume in a range is at most the sum of the months that touch it and of the payments that are not counted. So the exact
 * volume is read only for those that can be among the first ones by that limit.
 */
import { listMonthStarts, toBusinessDay } from '@dasbor/contract/time';
import { type RawBuilder, sql } from 'kysely';
import {
  type DayFilter,
  type DayRange,
  type DayRollUp,
  type RowCondition,
  buildCountedDays,
  buildCountedRows,
  buildFilterCondition,
  buildUncountedRows,
  groupByDimensions,
  listFilterEntries,
} from '../db/day-roll-up.ts';
import { buildDayCorrections, buildMonthCounts, buildSummedMonthsQuery } from '../db/month-roll-up.ts';
import type { MerchantTx } from '../db/tx.ts';
import { CUSTOMER_DIMENSIONS, CUSTOMER_MONTHS } from './customer-queries.ts';
import { CUSTOMERS_BY_DAY, LINKS_BY_DAY, LINK_STATUSES_BY_DAY } from './day-roll-up-queries.ts';
import { PAID_STATUSES } from './rules.ts';

/** Dimension of a ranking. */
export interface Ranked {
  roll_up: DayRollUp;
  /** Its roll-up for reads without a filter, which has fewer rows. */
  unfiltered?: DayRollUp;
  /** Its column in the counts, and its value for a single payment `t`. */
  key: string;
  single: string;
  /** Which counted rows are paid. */
  paid: DayFilter;
  /** Its sums of months under a filter; null: there are none. */
  findMonths: (filter: DayFilter) => MonthSums | null;
}

/** Sums `m` of months: their table, and the condition on its rows. */
interface MonthSums {
  table: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

/**
 * The months of customers that bound a filter: of its most selective column, or of all payments. There are no months of
 * payments without a value.
 */
function findDimension(filter: DayFilter): { dimension: string; values: readonly string[] } {
  const dimension = CUSTOMER_DIMENSIONS.find((name) => filter[name]?.length && !filter[name].includes(''));
  return dimension === undefined
    ? { dimension: '', values: [''] }
    : { dimension, values: [...new Set(filter[dimension] ?? [])] };
}

export const RANKED_CUSTOMERS: Ranked = {
  roll_up: CUSTOMERS_BY_DAY,
  key: 'customer',
  single: 'lower(t.customer_email)',
  paid: {},
  findMonths: (filter) => {
    // A customer's month holds one filtered column at most.
    if (listFilterEntries(filter).length > 1) return null;
    const { dimension, values } = findDimension(filter);
    if (dimension === '' && listFilterEntries(filter).length > 0) return null;
    const where = sql`m.dimension = ${dimension} and m.value = any (${values}::text[]) and m.count > 0`;
    return { table: sql.raw(CUSTOMER_MONTHS), where };
  },
};

export const RANKED_LINKS: Ranked = {
  roll_up: LINKS_BY_DAY,
  unfiltered: LINK_STATUSES_BY_DAY,
  key: 'payment_link_id',
  single: 't.payment_link_id',
  paid: { status: PAID_STATUSES },
  findMonths: (filter) =>
    listFilterEntries(filter).length > 0
      ? null
      : { table: sql`app.payment_link_month`, where: sql`m.status = any (${PAID_STATUSES}::text[])` },
};

/** The rows of a range: those that are counted, and the others. */
interface Parts {
  counted: RawBuilder<unknown>;
  single: RawBuilder<unknown>;
}

/** Scope of a ranking: a merchant, a range and a filter. */
export interface RankingRange {
  range: DayRange;
  filter: DayFilter;
}

/**
 * Rows `key, count, amount` of a range, from sums of months where there are some for the filter. Counts and amounts may be
 * negative; a key whose counts add up to 0 has no payments.
 * `among`: a subquery of the keys to read; absent: all.
 */
function buildKeyedRows(
  tx: MerchantTx,
  ranked: Ranked,
  { range, filter }: RankingRange,
  among?: RawBuilder<unknown>,
): Parts {
  const { merchant_id } = tx;
  const { roll_up, key } = ranked;
  const limit = (column: string) => (among === undefined ? sql`true` : sql`${sql.raw(column)} = any (array(${among}))`);
  const condition: RowCondition = { counted: limit(`d.${key}`), single: limit(ranked.single) };
  const paid = { ...filter, ...ranked.paid };
  const single = sql`select ${sql.raw(`u.${key}`)} as key, u.count, u.amount
    from (${buildUncountedRows(roll_up, merchant_id, range, { filter: paid, condition })}) u`;
  const months = ranked.findMonths(filter);
  if (months === null) {
    const counted = buildCountedRows(roll_up, merchant_id, range, { filter: paid, condition });
    return { counted: sql`select ${sql.raw(`c.${key}`)} as key, c.count, c.amount from (${counted}) c`, single };
  }
  const summed = buildSummedMonthsQuery(roll_up, merchant_id, range);
  const of_merchant = sql`m.merchant_id = ${merchant_id} and ${months.where}`;
  // Month by month, and key by key where they are known: an index that begins with the month would be read for all keys of
  // it, and a table that is read as a whole calculates for each row whether it is the merchant's.
  const months_and_keys =
    among === undefined
      ? sql`unnest(array(${summed})) w (month)`
      : sql`unnest(array(${summed})) w (month) cross join unnest(array(${among})) a (key)`;
  const of_key = among === undefined ? sql`true` : sql`${sql.raw(`m.${key}`)} = a.key`;
  const of_months = sql`select s.key, s.count, s.amount
    from ${months_and_keys}
    cross join lateral (select ${sql.raw(`m.${key}`)} as key, m.count, m.amount from ${months.table} m
      where ${of_merchant} and m.month = w.month and ${of_key} offset 0) s`;
  return {
    counted: sql`select ${sql.raw(`d.${key}`)} as key, d.count, d.amount
      from (${buildDayCorrections(roll_up, merchant_id, range, { months: summed, condition: limit(`y.${key}`) })}) d
      where ${buildFilterCondition(paid, 'd')}
      union all
      ${of_months}`,
    single,
  };
}

const buildAll = ({ counted, single }: Parts): RawBuilder<unknown> => sql`(${counted} union all ${single})`;

export interface RankedSum {
  key: string;
  count: number;
  amount: number;
}

interface Size {
  limit: number;
  /** Customers of each month by amount that the limits are calculated from, and customers whose volume is then read. */
  stages?: readonly { depth: number; candidates: number }[];
}

/** Mostly the first ones are enough; where customers pay more alike, more are looked at before all of them are. */
const STAGES = [
  { depth: 300, candidates: 60 },
  { depth: 2_000, candidates: 500 },
] as const;

/** Those with the highest paid volume, by amount. */
export async function listLargest(
  tx: MerchantTx,
  ranked: Ranked,
  read: RankingRange,
  { limit, stages = STAGES }: Size,
): Promise<RankedSum[]> {
  // The months of links hold everything that metrics are filtered by: no limit is needed.
  if (ranked.roll_up.months === undefined) {
    for (const stage of stages) {
      const likely = await listLikely(tx, ranked, read, { limit, ...stage });
      if (likely !== null) return likely;
    }
  }
  return listFromAll(tx, ranked, read, limit);
}

/** Customers; null: others than the candidates may have a higher volume. */
async function listLikely(
  tx: MerchantTx,
  ranked: Ranked,
  read: RankingRange,
  { limit, depth, candidates }: { limit: number; depth: number; candidates: number },
): Promise<RankedSum[] | null> {
  const { merchant_id } = tx;
  const { from, to } = read.range;
  const months = listMonthStarts(toBusinessDay(from), toBusinessDay(new Date(to.getTime() - 1)));
  // What a customer paid under the filter is at most what they paid under its most selective column.
  const { dimension, values } = findDimension(read.filter);
  const table = sql.raw(CUSTOMER_MONTHS);
  const among = sql`select k.key from candidate k where k.rank <= ${candidates}`;
  const { counted } = buildKeyedRows(tx, ranked, read, among);
  const { rows } = await sql<RankedSum & { next: number }>`
    with bounded as materialized (
      select u.month, v.value, coalesce((select m.amount from ${table} m
          where m.merchant_id = ${merchant_id} and m.dimension = ${dimension} and m.value = v.value and m.month = u.month
          order by m.amount desc, m.customer offset ${depth} limit 1), 0) as rest
      from unnest(${months}::date[]) u (month) cross join unnest(${values}::text[]) v (value)),
    listed as materialized (
      select x.rest, c.key, c.amount from bounded x
      cross join lateral (select m.customer as key, m.amount from ${table} m
        where m.merchant_id = ${merchant_id} and m.dimension = ${dimension} and m.value = x.value and m.month = x.month
        order by m.amount desc, m.customer limit ${depth}) c),
    rest as materialized (select coalesce(sum(x.rest), 0)::bigint as amount from bounded x),
    uncounted as materialized (
      select s.key, sum(s.count)::bigint as count, sum(s.amount)::bigint as amount
      from (${buildKeyedRows(tx, ranked, read).single}) s group by s.key),
    candidate as materialized (
      select b.key, sum(b.above)::bigint + r.amount as at_most, row_number() over (order by sum(b.above)::bigint desc) as rank
      from (
        select l.key, l.amount - l.rest as above from listed l
        union all select u.key, u.amount from uncounted u) b, rest r
      group by b.key, r.amount
      order by 3 limit ${candidates + 1}),
    exact as (
      select e.key, sum(e.count)::bigint as count, sum(e.amount)::bigint as amount
      from (${counted} union all
        select u.key, u.count, u.amount from uncounted u where u.key = any (array(${among}))) e
      group by e.key having sum(e.count) <> 0)
    select e.key, e.count, e.amount, coalesce(
      (select k.at_most from candidate k where k.rank = ${candidates + 1}), r.amount)::bigint as next
    from exact e, rest r order by e.amount desc, e.key limit ${limit}`.execute(tx.sql);
  const last = rows.at(-1);
  // Without a row nothing is known about the limit of the others.
  if (last === undefined) return null;
  const is_certain = rows.length === limit ? last.amount > last.next : last.next === 0;
  return is_certain ? rows : null;
}

function buildEvery(tx: MerchantTx, ranked: Ranked, read: RankingRange): RawBuilder<unknown> {
  const { key, paid, unfiltered } = ranked;
  const roll_up = listFilterEntries(read.filter).length === 0 ? (unfiltered ?? ranked.roll_up) : ranked.roll_up;
  if (roll_up.months === undefined) return buildAll(buildKeyedRows(tx, ranked, read));
  const filter = { ...read.filter, ...paid };
  const summed = groupByDimensions(roll_up, [key, ...listFilterEntries(filter).map(([name]) => name)]);
  return sql`(select ${sql.ref(`c.${key}`)} as key, c.count, c.amount
    from ${buildMonthCounts(summed, tx.merchant_id, read.range, { filter })} c)`;
}

async function listFromAll(tx: MerchantTx, ranked: Ranked, read: RankingRange, limit: number): Promise<RankedSum[]> {
  // The last resort of a large merchant: slow, but not an error.
  await sql`select set_config('statement_timeout', '20s', true), set_config('work_mem', '64MB', true)`.execute(tx.sql);
  const { rows } = await sql<RankedSum>`
    select e.key, sum(e.count)::bigint as count, sum(e.amount)::bigint as amount
    from ${buildEvery(tx, ranked, read)} e
    group by e.key having sum(e.count) <> 0 order by 3 desc, 1 limit ${limit}`.execute(tx.sql);
  return rows;
}

/** Paid payments of some keys in a range. */
export async function sumRanked(
  tx: MerchantTx,
  ranked: Ranked,
  read: RankingRange,
  keys: readonly string[],
): Promise<RankedSum[]> {
  const among = sql`select unnest(${keys}::text[])`;
  const { rows } = await sql<RankedSum>`
    select e.key, sum(e.count)::bigint as count, sum(e.amount)::bigint as amount
    from ${buildAll(buildKeyedRows(tx, ranked, read, among))} e group by e.key having sum(e.count) <> 0`.execute(
    tx.sql,
  );
  return rows;
}

/** The name that each customer gave with the latest payment of a range. */
export async function listCustomerNames(
  tx: MerchantTx,
  { range, filter }: RankingRange,
  customers: readonly string[],
): Promise<{ key: string; name: string | null }[]> {
  const { merchant_id } = tx;
  const { first_day, counted_to, marked } = buildCountedDays(CUSTOMERS_BY_DAY, merchant_id, range);
  const condition: RowCondition = {
    counted: sql`true`,
    single: sql`lower(t.customer_email) = any (${customers}::text[])`,
  };
  // Of the counted days the last one only, through the index by customer.
  const { rows } = await sql<{ key: string; name: string | null }>`
    select l.customer as key, n.customer_name as name
    from (
      select e.customer, max(e.latest_id) as id from (
        select c.customer, d.latest_id from unnest(${customers}::text[]) c (customer)
        cross join lateral (select d.latest_id from app.transaction_customer_day d
          where d.merchant_id = ${merchant_id} and d.customer = c.customer and d.day >= ${first_day}::date
            and d.day < ${counted_to} and d.day <> all (array(${marked})) and ${buildFilterCondition(filter, 'd')}
          order by d.day desc, d.latest_id desc limit 1) d
        union all
        select u.customer, u.latest_id
        from (${buildUncountedRows(CUSTOMERS_BY_DAY, merchant_id, range, { filter, condition })}) u) e
      group by e.customer) l
    join app.transaction n on n.merchant_id = ${merchant_id} and n.id = l.id`.execute(tx.sql);
  return rows;
}
