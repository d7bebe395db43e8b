/**
 * Sums of months of the daily roll-ups. They hold the counted days of a month and change with them, so a metric over a year
 * reads twelve months, and adds or subtracts the days at its ends and the marked ones.
 */
import { startOfMonth, startOfNextMonth, toBusinessDay } from '@dasbor/contract/time';
import { type RawBuilder, sql } from 'kysely';
import {
  type CountsFilter,
  type DayFilter,
  type DayRange,
  type DayRollUp,
  type MerchantOf,
  buildCountedDays,
  buildDayCounts,
  buildDayStart,
  buildFilterCondition,
  buildInstant,
  buildTable,
  buildUncountedEnds,
  buildUncountedRows,
  listColumnNames,
  listFilterEntries,
} from './day-roll-up.ts';
import type { MerchantTx } from './tx.ts';

/**
 * Months whose sums are read for a range, as a subquery of their first days: those of which more counted days are in the range
 * than outside of it. The days that a sum holds too many are subtracted (`buildDayCorrections`).
 */
export function buildSummedMonthsQuery(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
): RawBuilder<unknown> {
  const { first_day, rolled_to, counted_to } = buildCountedDays(roll_up, merchant_id, range);
  return sql`select m.first::date from (select ${rolled_to} as rolled_to, ${counted_to} as counted_to offset 0) days
    cross join lateral generate_series(date_trunc('month', ${first_day}::timestamp), days.counted_to::timestamp,
      interval '1 month') w (month)
    cross join lateral (select w.month::date as first, (w.month + interval '1 month')::date as next offset 0) m
    cross join lateral (select least(m.next, days.counted_to) - greatest(m.first, ${first_day}::date) as inside,
      greatest(${first_day}::date - m.first, 0) as before,
      greatest(least(m.next, greatest(days.rolled_to, days.counted_to)) - days.counted_to, 0) as after offset 0) counted
    where counted.inside > counted.before + counted.after`;
}

interface Corrections {
  /** The months whose sums are read. */
  months: RawBuilder<unknown>;
  /** On a row `y` of the daily counts. */
  condition?: RawBuilder<unknown>;
  /** Only the days that the sums hold too many. */
  is_only_subtracted?: boolean;
}

/**
 * Corrections of the sums of months: the counted days of the range in other months, and with negative measures
 * the marked days, and days outside the range, in these months. Day by day through the key: a condition on the month would
 * read every day of the year to leave most of them out.
 */
export function buildDayCorrections(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
  { months, condition = sql`true`, is_only_subtracted = false }: Corrections,
): RawBuilder<unknown> {
  const { first_day, counted_to, marked } = buildCountedDays(roll_up, merchant_id, range);
  // The sums of the months at the ends of the range hold days outside of it.
  const wide = { from: startOfMonth(toBusinessDay(range.from)), to: startOfNextMonth(toBusinessDay(range.to)) };
  const columns = sql.raw(
    [
      ...roll_up.dimensions.map(([name]) => `y.${name}`),
      ...roll_up.measures.map(([name, , aggregate]) =>
        aggregate === 'max' ? `y.${name}` : `apart.sign * y.${name} as ${name}`,
      ),
    ].join(', '),
  );
  return sql`select x.* from (
      select e.day::date as day, s.sign
      from (select array(${months}) as summed, array(${marked}) as marked, ${counted_to} as counted_to offset 0) known
      cross join lateral generate_series(${wide.from}::timestamp,
        ${wide.to}::timestamp - interval '1 day', interval '1 day') e (day)
      cross join lateral (select
        (e.day::date >= ${first_day}::date and e.day::date < known.counted_to and e.day::date <> all (known.marked))::int
        - (date_trunc('month', e.day)::date = any (known.summed))::int as sign offset 0) s
      where s.sign ${sql.raw(is_only_subtracted ? '< 0' : '<> 0')} offset 0) apart
    cross join lateral (select y.day, ${columns} from ${buildTable(roll_up.table)} y
      where y.merchant_id = ${merchant_id} and y.day = apart.day and ${condition} offset 0) x`;
}

/**
 * Rows of a range as `buildDayCounts` returns them, with the sums of months where possible; `at` is then in the first day of
 * the month, or null in a roll-up that is summed. For metrics without a time axis. Measures may be negative; a group whose
 * counts add up to 0 has no rows.
 */
export function buildMonthCounts(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
  { filter, uncounted }: CountsFilter,
): RawBuilder<unknown> {
  const names = listColumnNames(roll_up);
  if (roll_up.months === undefined || listFilterEntries(filter).some(([name]) => !names.includes(name))) {
    return buildDayCounts(roll_up, merchant_id, range, { filter, uncounted });
  }
  const columns = buildMonthColumns(roll_up);
  const given = buildFilterCondition(filter, 'd');
  const months = buildSummedMonthsQuery(roll_up, merchant_id, range);
  return uniteParts(roll_up, [
    sql`select ${columns} from ${buildMonthRows(roll_up, merchant_id, { of_months: months, filter })} d`,
    sql`select ${columns} from (${buildDayCorrections(roll_up, merchant_id, range, { months })}) d where ${given}`,
    uncounted ?? buildUncountedRows(roll_up, merchant_id, range, { filter }),
  ]);
}

const uniteParts = (roll_up: DayRollUp, parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`(${sql.join(roll_up.is_summed ? parts.map((rows) => addUp(roll_up, rows)) : parts, sql` union all `)})`;

/**
 * The sums of rows of a range without an instant. Adding up each part takes half the time of passing all of its rows on to
 * be added up with those of the others.
 */
function addUp({ dimensions, measures }: DayRollUp, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const keys = dimensions.map(([name]) => `p.${name}`);
  const sums = measures.map(
    ([name, , aggregate = 'sum']) => `${aggregate}(p.${name})${aggregate === 'sum' ? '::bigint' : ''} as ${name}`,
  );
  return sql`select null::timestamptz as at, ${sql.raw([...keys, ...sums].join(', '))}
    from (${rows}) p group by ${sql.raw(keys.join(', '))}`;
}

/**
 * Sums of months, and `buildOthers` for the rest of the range: rows of the same columns for each of its parts
 * `lower, upper`. Measures of days that the sums hold too many are negative.
 */
export function buildMonthsAndOthers(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
  { filter, buildOthers }: { filter: DayFilter; buildOthers: (ranges: RawBuilder<unknown>) => RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { first_at, counted_to, marked } = buildCountedDays(roll_up, merchant_id, range);
  const months = buildSummedMonthsQuery(roll_up, merchant_id, range);
  const [from, to] = [range.from.toISOString(), range.to.toISOString()];
  const columns = buildMonthColumns(roll_up);
  const given = buildFilterCondition(filter, 'd');
  const ranges = sql`(
    ${buildUncountedEnds(roll_up, merchant_id, range)}
    union all
    select ${buildDayStart(sql`k.day`)}, ${buildDayStart(sql`k.day + 1`)}
    from (select array(${months}) as summed offset 0) known cross join (${marked}) k
    where date_trunc('month', k.day::timestamp)::date = any (known.summed)
    union all
    select greatest(${first_at}::timestamptz, ${buildDayStart(sql`w.month`)}) as lower,
      least(known.counted_to, ${buildDayStart(sql`w.month + interval '1 month'`)}) as upper
    from (select array(${months}) as summed, ${buildDayStart(counted_to)} as counted_to offset 0) known
    cross join lateral generate_series(date_trunc('month', ${from}::timestamptz at time zone 'Asia/Jakarta'),
      ${to}::timestamptz at time zone 'Asia/Jakarta', interval '1 month') w (month)
    where w.month::date <> all (known.summed))`;
  const corrections = buildDayCorrections(roll_up, merchant_id, range, { months, is_only_subtracted: true });
  return uniteParts(roll_up, [
    sql`select ${columns} from ${buildMonthRows(roll_up, merchant_id, { of_months: months, filter })} d`,
    sql`select ${columns} from (${corrections}) d where ${given}`,
    buildOthers(ranges),
  ]);
}

const buildMonthColumns = (roll_up: DayRollUp): RawBuilder<unknown> =>
  sql`${buildInstant(roll_up)} as at, ${sql.raw(
    listColumnNames(roll_up)
      .map((name) => `d.${name}`)
      .join(', '),
  )}`;

/**
 * The sums of months under a filter. Month by month through a key: the condition that limits rows to their merchant is
 * calculated for every row of a table that is read as a whole.
 */
const buildMonthRows = (
  { months = '' }: DayRollUp,
  merchant_id: MerchantOf,
  { of_months, filter }: { of_months: RawBuilder<unknown>; filter: DayFilter },
): RawBuilder<unknown> => sql`(select s.*, s.month as day from (select unnest(array(${of_months})) as month offset 0) known
      cross join lateral (select * from ${buildTable(months)} m
        where m.merchant_id = ${merchant_id} and m.month = known.month and ${buildFilterCondition(filter, 'm')} offset 0) s)`;

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
