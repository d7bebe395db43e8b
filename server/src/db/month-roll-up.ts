/**
 * Sums of months of the daily roll-ups. They hold the counted days of a month and change with them, so a figure over a year
 * reads twelve months, and the days at its ends.
 */
import { type RawBuilder, sql } from 'kysely';
import {
  type CountsFilter,
  type DayFilter,
  type DayRange,
  type DayRollUp,
  type MerchantOf,
  buildCountedDays,
  buildDayCounts,
  buildFilterCondition,
  buildInstant,
  buildTable,
  buildUncountedRows,
  columnNames,
  dayStart,
  listGiven,
} from './day-roll-up.ts';
import type { MerchantTx } from './tx.ts';

/** Months that lie in the counted days of a range and have no marked day, as a subquery of their first days. */
export function selectWholeMonths(roll_up: DayRollUp, merchant_id: MerchantOf, range: DayRange): RawBuilder<unknown> {
  const { first_day, counted_to, marked } = buildCountedDays(roll_up, merchant_id, range);
  return sql`select w.month::date from generate_series(date_trunc('month', ${first_day}::timestamp),
      ${counted_to}::timestamp, interval '1 month') w (month)
    where w.month >= ${first_day}::timestamp and w.month + interval '1 month' <= ${counted_to}::timestamp
      and not exists (select from (${marked}) k where date_trunc('month', k.day::timestamp) = w.month)`;
}

/**
 * Counted rows of the days of a range that lie in none of the months and have no mark. Day by day through the key: a
 * condition on the month would read every day of the year to leave most of them out. `condition`: on a row `y`.
 */
export function buildDaysApart(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
  { months, condition = sql`true` }: { months: RawBuilder<unknown>; condition?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { first_day, counted_to, marked } = buildCountedDays(roll_up, merchant_id, range);
  return sql`select x.* from (
      select e.day::date as day
      from (select array(${months}) as whole, array(${marked}) as marked offset 0) known
      cross join lateral generate_series(
        ${first_day}::timestamp, ${counted_to}::timestamp - interval '1 day', interval '1 day') e (day)
      where date_trunc('month', e.day)::date <> all (known.whole) and e.day::date <> all (known.marked) offset 0) apart
    cross join lateral (select y.* from ${buildTable(roll_up.table)} y
      where y.merchant_id = ${merchant_id} and y.day = apart.day and ${condition} offset 0) x`;
}

/**
 * Rows of a range as `buildDayCounts` returns them, with whole months where possible; `at` is then in the first day of the
 * month. For figures without a time axis.
 */
export function buildMonthCounts(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
  { filter, uncounted }: CountsFilter,
): RawBuilder<unknown> {
  const names = columnNames(roll_up);
  if (roll_up.months === undefined || listGiven(filter).some(([name]) => !names.includes(name))) {
    return buildDayCounts(roll_up, merchant_id, range, { filter, uncounted });
  }
  const columns = buildMonthColumns(roll_up);
  const given = buildFilterCondition(filter, 'd');
  const whole = selectWholeMonths(roll_up, merchant_id, range);
  return sql`(
    select ${columns}
    from ${buildMonthRows(roll_up, merchant_id, whole)} d
    where ${given}
    union all
    select ${columns} from (${buildDaysApart(roll_up, merchant_id, range, { months: whole })}) d where ${given}
    union all
    ${uncounted ?? buildUncountedRows(roll_up, merchant_id, range, { filter })})`;
}

/** Whole months, and `others` for the rest of the range: rows of the same columns for each of its parts `lower, upper`. */
export function buildMonthsAndOthers(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
  { filter, buildOthers }: { filter: DayFilter; buildOthers: (ranges: RawBuilder<unknown>) => RawBuilder<unknown> },
): RawBuilder<unknown> {
  const whole = selectWholeMonths(roll_up, merchant_id, range);
  const [from, to] = [range.from.toISOString(), range.to.toISOString()];
  const ranges = sql`(
    select greatest(${from}::timestamptz, ${dayStart(sql`w.month`)}) as lower,
      least(${to}::timestamptz, ${dayStart(sql`w.month + interval '1 month'`)}) as upper
    from (select array(${whole}) as months offset 0) known
    cross join lateral generate_series(date_trunc('month', ${from}::timestamptz at time zone 'Asia/Jakarta'),
      ${to}::timestamptz at time zone 'Asia/Jakarta', interval '1 month') w (month)
    where w.month::date <> all (known.months))`;
  return sql`(
    select ${buildMonthColumns(roll_up)}
    from ${buildMonthRows(roll_up, merchant_id, whole)} d
    where ${buildFilterCondition(filter, 'd')}
    union all
    ${buildOthers(ranges)})`;
}

const buildMonthColumns = (roll_up: DayRollUp): RawBuilder<unknown> =>
  sql`${buildInstant(roll_up)} as at, ${sql.raw(
    columnNames(roll_up)
      .map((name) => `d.${name}`)
      .join(', '),
  )}`;

const buildMonthRows = (
  { months = '' }: DayRollUp,
  merchant_id: MerchantOf,
  whole: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(select m.*, m.month as day from (select array(${whole}) as months offset 0) known
      join ${buildTable(months)} m on m.merchant_id = ${merchant_id} and m.month = any (known.months))`;

/** Runs a statement that deletes (`sign` -1) or inserts counted days and returns them, and changes their months with it. */
export async function changeDays(
  tx: MerchantTx,
  { dimensions, measures, months }: DayRollUp,
  days: RawBuilder<unknown>,
  sign: 1 | -1,
): Promise<void> {
  if (months === undefined) {
    await days.execute(tx.sql);
    return;
  }
  const list = (columns: readonly (readonly [string, ...unknown[]])[], write = (name: string) => name) =>
    sql.raw(columns.map(([name]) => write(name)).join(', '));
  const keys = list(dimensions, (name) => `c.${name}`);
  await sql`
    with changed as (${days})
    insert into ${buildTable(months)} as s (merchant_id, month, ${list([...dimensions, ...measures])})
    select c.merchant_id, date_trunc('month', c.day::timestamp)::date, ${keys},
      ${list(measures, (name) => `${sign} * sum(c.${name})`)}
    from changed c group by c.merchant_id, date_trunc('month', c.day::timestamp)::date, ${keys}
    on conflict (merchant_id, month, ${list(dimensions)})
      do update set ${list(measures, (name) => `${name} = s.${name} + excluded.${name}`)}`.execute(tx.sql);
}

/** Removes what nothing is left of, in the months of a range of days. */
export async function deleteEmptySums(
  tx: MerchantTx,
  { months }: DayRollUp,
  { first, last }: { first: string; last: string },
): Promise<void> {
  if (months === undefined) return;
  await sql`delete from ${buildTable(months)} m
    where m.merchant_id = ${tx.merchant_id} and m.month >= date_trunc('month', ${first}::timestamp)::date
      and m.month <= ${last}::date and m.count = 0`.execute(tx.sql);
}
