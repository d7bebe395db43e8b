/**
 * Daily roll-ups: rows counted per business day (WIB) of their creation. A read uses the rows themselves where the counts
 * are not clean: on marked days, after the last counted day and at the partial ends of a range. One statement reads one
 * snapshot, so the sums are always exact.
 */
import * as duration from '@dasbor/contract/duration';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { type RawBuilder, sql } from 'kysely';

/** A column: its name, and its value for a single row `t`. */
export type Column = readonly [name: string, value: string];

export interface DayRollUp {
  table: string;
  /** The table that it counts. */
  rows: 'transaction' | 'refund' | 'disbursement';
  /** Roll-ups of one subject share their watermark (`rolled_to`) and the marks of changed days. */
  subject: 'payment' | 'payment_detail' | 'refund' | 'disbursement';
  dimensions: readonly Column[];
  /** Sums, unless `max`. */
  measures: readonly (Column | readonly [name: string, value: string, aggregate: 'max'])[];
  /** Which rows it counts. */
  where: string;
  /** Instant of a counted row `d`; default: start of its day. */
  at?: string;
  /** Whether the rows of a day are added up as they are read, for a part of the dimensions of the table. */
  is_summed?: boolean;
  /** Table of the sums of its months, which metrics without a time axis read (month-roll-up.ts). */
  months?: string;
}

/** Allowed values by column, an empty text for none; an absent or empty list allows any. */
export type DayFilter = Partial<
  Record<
    'status' | 'method' | 'source' | 'channel_code' | 'issuer' | 'payment_link_id' | 'reason' | 'bank_code' | 'rail',
    readonly string[] | undefined
  >
>;

export interface DayRange {
  from: Date;
  to: Date;
}

/** A merchant: its id, or the column of an outer table of a lateral join. */
export type MerchantOf = string | RawBuilder<string>;

/** Growth of the buckets of durations. */
export const DURATION_GROWTH = 1.1;
/** The bucket of a number of seconds, as SQL. */
export const buildDurationBucket = (seconds: string): string =>
  `ceil(ln(greatest((${seconds})::float8, 1)) / ln(${DURATION_GROWTH}::float8))::int`;

export const listFilterEntries = (filter: DayFilter): [string, readonly string[]][] =>
  Object.entries(filter).flatMap(([name, values]): [string, readonly string[]][] =>
    values?.length ? [[name, values]] : [],
  );

export const listColumnNames = ({ dimensions, measures }: DayRollUp): string[] =>
  [...dimensions, ...measures].map(([name]) => name);

/** The counts of a roll-up by some of its dimensions alone. */
export const groupByDimensions = (roll_up: DayRollUp, names: readonly string[]): DayRollUp => ({
  ...roll_up,
  dimensions: roll_up.dimensions.filter(([name]) => names.includes(name)),
  is_summed: true,
});

/** First instant of a day that SQL calculates. */
export const buildDayStart = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`((${day})::date::timestamp at time zone 'Asia/Jakarta')`;

export const buildTable = (name: string): RawBuilder<unknown> => sql.raw(`app.${name}`);

/** Rows `at` and the columns of the roll-up, for single rows in a range. */
export function buildSingleRows(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
  filter: DayFilter,
): RawBuilder<unknown> {
  return sql`(select ${buildSingle(roll_up)} from ${buildTable(roll_up.rows)} t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${range.from.toISOString()}::timestamptz
      and t.created_at < ${range.to.toISOString()}::timestamptz and ${buildLiveCondition(roll_up, filter)})`;
}

/**
 * The complete days of a range: from `first_day` up to `counted_to` they are counted, `marked` ones are not read from the
 * counts. `rolled_to`: the day up to which days are counted, also outside the range.
 */
export function buildCountedDays({ rows, subject }: DayRollUp, merchant_id: MerchantOf, range: DayRange) {
  const first_day = toBusinessDay(new Date(range.from.getTime() + duration.days(1) - 1));
  const last_day = toBusinessDay(range.to);
  const first_at = startOfBusinessDay(first_day).toISOString();
  const roll =
    subject === 'payment'
      ? sql`select r.merchant_id, r.days_rolled_to as rolled_to from app.transaction_roll r where r.merchant_id = ${merchant_id}`
      : sql`select r.merchant_id, r.rolled_to from app.day_roll r where r.merchant_id = ${merchant_id} and r.subject = ${subject}`;
  const rolled_to = sql`(select coalesce(k.rolled_to, '-infinity')
    from (select 1) one left join (${roll}) k on k.merchant_id = ${merchant_id})`;
  const counted_to = sql`greatest(least(${last_day}::date, ${rolled_to}), ${first_day}::date)`;
  const marked =
    rows === 'transaction'
      ? sql`select distinct (k.hour at time zone 'Asia/Jakarta')::date as day from app.transaction_mark k
          where k.merchant_id = ${merchant_id} and k.hour >= ${first_at}::timestamptz and k.hour < ${buildDayStart(counted_to)}`
      : sql`select distinct k.day from app.day_mark k
          where k.merchant_id = ${merchant_id} and k.subject = ${rows} and k.day >= ${first_day}::date and k.day < ${counted_to}`;
  return { first_day, first_at, rolled_to, counted_to, marked };
}

/** A further condition on counted rows `d`, and the same on single rows `t`. */
export interface RowCondition {
  counted: RawBuilder<unknown>;
  single: RawBuilder<unknown>;
}

interface RowFilter {
  filter: DayFilter;
  condition?: RowCondition;
}

/** Which rows are counted. */
export interface CountsFilter {
  filter: DayFilter;
  /** The rows of what days are not counted for, where finer counts have them; absent: the single rows. */
  uncounted?: RawBuilder<unknown> | undefined;
}

const ANY_ROW: RowCondition = { counted: sql`true`, single: sql`true` };

/**
 * Rows of a range from the daily counts where possible; `at` is then the start of the day. Their sums are those of the
 * rows created in the range. A filter that the roll-up has no column for reads the single rows.
 */
export function buildDayCounts(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
  { filter, uncounted }: CountsFilter,
): RawBuilder<unknown> {
  const names = listColumnNames(roll_up);
  if (listFilterEntries(filter).some(([name]) => !names.includes(name))) {
    return buildSingleRows(roll_up, merchant_id, range, filter);
  }
  return sql`(
    ${buildCountedRows(roll_up, merchant_id, range, { filter })}
    union all
    ${uncounted ?? buildUncountedRows(roll_up, merchant_id, range, { filter })})`;
}

/** The ends of a range that days are not counted for, as rows `lower, upper`; those whose end is before them are empty. */
export function buildUncountedEnds(roll_up: DayRollUp, merchant_id: MerchantOf, range: DayRange): RawBuilder<unknown> {
  const { first_at, counted_to } = buildCountedDays(roll_up, merchant_id, range);
  const [from, to] = [range.from.toISOString(), range.to.toISOString()];
  return sql`
    select ${from}::timestamptz as lower, least(${first_at}::timestamptz, ${to}::timestamptz) as upper
    union all
    select ${buildDayStart(counted_to)}, ${to}::timestamptz`;
}

/** The same and the marked days. */
export function buildUncountedRanges(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
): RawBuilder<unknown> {
  const { marked } = buildCountedDays(roll_up, merchant_id, range);
  return sql`(
    ${buildUncountedEnds(roll_up, merchant_id, range)}
    union all
    select ${buildDayStart(sql`m.day`)}, ${buildDayStart(sql`m.day + 1`)} from (${marked}) m)`;
}

/** Counted rows of the complete days without a mark. */
export function buildCountedRows(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
  { filter, condition = ANY_ROW }: RowFilter,
): RawBuilder<unknown> {
  const { first_day, counted_to, marked } = buildCountedDays(roll_up, merchant_id, range);
  const dimensions = roll_up.dimensions.map(([name]) => `d.${name}`);
  const measures = roll_up.measures.map(([name]) =>
    roll_up.is_summed ? `sum(d.${name})::bigint as ${name}` : `d.${name}`,
  );
  return sql`
    select ${buildInstant(roll_up)} as at, ${sql.raw([...dimensions, ...measures].join(', '))}
    from ${buildTable(roll_up.table)} d
    where d.merchant_id = ${merchant_id} and d.day >= ${first_day}::date and d.day < ${counted_to}
      and d.day <> all (array(${marked})) and ${condition.counted} and ${buildFilterCondition(filter, 'd')}
    ${roll_up.is_summed ? sql.raw(`group by ${['d.day', ...dimensions].join(', ')}`) : sql``}`;
}

/**
 * Single rows of everything else in the range. `offset 0` keeps the rows of each marked day in a subquery of its own: joined
 * to the days, a day is estimated at a ninth of all rows, and every row of the merchant is read for each of them.
 */
export function buildUncountedRows(
  roll_up: DayRollUp,
  merchant_id: MerchantOf,
  range: DayRange,
  { filter, condition = ANY_ROW }: RowFilter,
): RawBuilder<unknown> {
  const { first_at, counted_to, marked } = buildCountedDays(roll_up, merchant_id, range);
  const [from, to] = [range.from.toISOString(), range.to.toISOString()];
  const single = buildSingle(roll_up);
  const live = sql`${condition.single} and ${buildLiveCondition(roll_up, filter)}`;
  const rows = buildTable(roll_up.rows);
  return sql`
    select ${single} from ${rows} t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${from}::timestamptz
      and t.created_at < least(${first_at}::timestamptz, ${to}::timestamptz) and ${live}
    union all
    select ${single} from ${rows} t
    where t.merchant_id = ${merchant_id} and t.created_at >= ${buildDayStart(counted_to)} and t.created_at < ${to}::timestamptz
      and ${live}
    union all
    select s.* from (${marked}) m
    cross join lateral (select ${single} from ${rows} t
      where t.merchant_id = ${merchant_id} and t.created_at >= ${buildDayStart(sql`m.day`)}
        and t.created_at < ${buildDayStart(sql`m.day + 1`)} and ${live} offset 0) s`;
}

/** Instant of a counted row `d`. */
export const buildInstant = ({ at }: DayRollUp): RawBuilder<unknown> =>
  at === undefined ? buildDayStart(sql`d.day`) : sql.raw(at);

/** On counted rows, which have an empty text instead of no value. */
export const buildFilterCondition = (filter: DayFilter, alias: string): RawBuilder<unknown> =>
  joinConditions(
    listFilterEntries(filter).map(([name, values]) => sql`${sql.ref(`${alias}.${name}`)} = any (${values})`),
  );

const joinConditions = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...conditions], sql` and `);

const buildSingle = ({ dimensions, measures }: DayRollUp): RawBuilder<unknown> =>
  sql`t.created_at as at, ${sql.raw([...dimensions, ...measures].map(([name, value]) => `${value} as ${name}`).join(', '))}`;

/** A filter compares the column itself, so that its index serves, unless it allows rows without a value. */
function buildLiveCondition({ where }: DayRollUp, filter: DayFilter): RawBuilder<unknown> {
  const given = listFilterEntries(filter).map(([name, values]) => {
    const column = sql.ref(`t.${name}`);
    return sql`${values.includes('') ? sql`coalesce(${column}, '')` : column} = any (${values})`;
  });
  return sql`(${sql.raw(where)}) and ${joinConditions(given)}`;
}
