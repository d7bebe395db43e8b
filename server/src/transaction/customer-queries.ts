/**
 * Recounts the paid payments of customers: by day, and by month for each value that metrics are filtered by (migration
 * 0240). Only differences are written: a large merchant has as many of these rows as payments.
 */
import * as duration from '@dasbor/contract/duration';
import { startOfBusinessDay } from '@dasbor/contract/time';
import { sql } from 'kysely';
import { buildTable, listColumnNames } from '../db/day-roll-up.ts';
import type { MerchantTx } from '../db/tx.ts';
import { CUSTOMERS_BY_DAY } from './day-roll-up-queries.ts';

/** Columns with months of their own, the most selective first. */
export const CUSTOMER_DIMENSIONS = ['payment_link_id', 'issuer', 'channel_code', 'source', 'method'] as const;
export const CUSTOMER_MONTHS = 'app.transaction_customer_month';

const { dimensions, measures, where } = CUSTOMERS_BY_DAY;
const listNames = (write: (name: string) => string, names = listColumnNames(CUSTOMERS_BY_DAY)) =>
  sql.raw(names.map(write).join(', '));
const KEYS = dimensions.map(([name]) => name);
const MEASURES = measures.map(([name]) => name);
const isSame = (one: string, other: string) =>
  sql.raw(KEYS.map((name) => `${one}.${name} = ${other}.${name}`).join(' and '));

/**
 * Recounts a range of business days; both ends are included. The deletion names the range itself: without statistics of a
 * table that has just grown, PostgreSQL compared all its rows with all changes.
 */
export async function recountCustomers(
  tx: MerchantTx,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const { merchant_id } = tx;
  const from = startOfBusinessDay(first).toISOString();
  const to = new Date(startOfBusinessDay(last).getTime() + duration.days(1)).toISOString();
  const table = buildTable(CUSTOMERS_BY_DAY.table);
  const values = sql.raw([`('', '')`, ...CUSTOMER_DIMENSIONS.map((name) => `('${name}', c.${name})`)].join(', '));
  await sql`
    with truth as materialized (
      select t.merchant_id, (t.created_at at time zone 'Asia/Jakarta')::date as day,
        ${sql.raw(dimensions.map(([name, value]) => `${value} as ${name}`).join(', '))},
        ${sql.raw(measures.map(([name, value, aggregate = 'sum']) => `${aggregate}(${value})::${name === 'latest_id' ? 'text' : 'bigint'} as ${name}`).join(', '))}
      from app.transaction t
      where t.merchant_id = ${merchant_id} and t.created_at >= ${from}::timestamptz and t.created_at < ${to}::timestamptz
        and (${sql.raw(where)})
      group by t.merchant_id, 2, ${sql.raw(dimensions.map(([, value]) => value).join(', '))}),
    held as materialized (
      select d.merchant_id, d.day, ${listNames((name) => `d.${name}`)} from ${table} d
      where d.merchant_id = ${merchant_id} and d.day >= ${first}::date and d.day <= ${last}::date),
    changed as materialized (
      select coalesce(n.merchant_id, o.merchant_id) as merchant_id, coalesce(n.day, o.day) as day,
        ${listNames((name) => `coalesce(n.${name}, o.${name}) as ${name}`, KEYS)},
        ${listNames((name) => `n.${name}`, MEASURES)},
        coalesce(n.count, 0) - coalesce(o.count, 0) as more, coalesce(n.amount, 0) - coalesce(o.amount, 0) as more_amount
      from truth n
      full join held o on o.merchant_id = n.merchant_id and o.day = n.day and ${isSame('o', 'n')}
      where (${listNames((name) => `n.${name}`, MEASURES)}) is distinct from (${listNames((name) => `o.${name}`, MEASURES)})),
    removed as (
      delete from ${table} x using changed c
      where x.merchant_id = ${merchant_id} and x.day >= ${first}::date and x.day <= ${last}::date
        and c.count is null and x.day = c.day and ${isSame('x', 'c')}
      returning x.day),
    written as (
      insert into ${table} as x (merchant_id, day, ${listNames((name) => name)})
      select c.merchant_id, c.day, ${listNames((name) => `c.${name}`)} from changed c where c.count is not null
      on conflict (merchant_id, day, ${listNames((name) => name, KEYS)})
        do update set ${listNames((name) => `${name} = excluded.${name}`, MEASURES)}
      returning x.day)
    insert into ${sql.raw(CUSTOMER_MONTHS)} as s (merchant_id, dimension, value, month, customer, count, amount)
    select c.merchant_id, v.dimension, v.value, date_trunc('month', c.day::timestamp)::date, c.customer, sum(c.more),
      sum(c.more_amount)
    from changed c
    cross join lateral (values ${values}) v (dimension, value)
    where v.dimension = '' or v.value <> ''
    group by c.merchant_id, v.dimension, v.value, date_trunc('month', c.day::timestamp)::date, c.customer
    having sum(c.more) <> 0 or sum(c.more_amount) <> 0
    on conflict (merchant_id, dimension, value, month, customer)
      do update set count = s.count + excluded.count, amount = s.amount + excluded.amount`.execute(tx.sql);
  await sql`delete from ${sql.raw(CUSTOMER_MONTHS)} m
    where m.merchant_id = ${merchant_id} and m.month >= date_trunc('month', ${first}::timestamp)::date
      and m.month <= ${last}::date and m.count = 0`.execute(tx.sql);
}
