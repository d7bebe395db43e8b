/** SQL of payments that are not of a payment link: no roll-up counts them, so they are all payments less those of links. */
import { type RawBuilder, sql } from 'kysely';
import {
  type DayFilter,
  type DayRange,
  type MerchantOf,
  buildSingleRows,
  type buildDayCounts,
} from '../db/day-roll-up.ts';
import { HOURS_BY_DAY, LINKS_BY_DAY } from '../transaction/day-roll-up-queries.ts';

/** Whether a filter allows only payments without a payment link. */
export const isUnlinked = ({ payment_link_id }: DayFilter): boolean => payment_link_id?.includes('') === true;

/** Counts of the payments of all links; by hour of their rows, because links are counted by day. */
export function buildLinkRows(
  merchant_id: MerchantOf,
  range: DayRange,
  { filter, is_hourly, build }: { filter: DayFilter; is_hourly: boolean; build: typeof buildDayCounts },
): RawBuilder<unknown> {
  const hours = { ...HOURS_BY_DAY, where: LINKS_BY_DAY.where };
  return is_hourly
    ? buildSingleRows(hours, merchant_id, range, filter)
    : build(LINKS_BY_DAY, merchant_id, range, { filter });
}

/** Rows `at`, the keys and the measures of all rows, and the measures of others with the opposite sign. */
export function subtractRows(
  all: RawBuilder<unknown>,
  others: RawBuilder<unknown>,
  { keys, measures }: { keys: readonly string[]; measures: readonly string[] },
): RawBuilder<unknown> {
  const list = (sign: string) => sql.raw(['at', ...keys, ...measures.map((name) => `${sign}${name}`)].join(', '));
  const names = sql.raw(['at', ...keys, ...measures].join(', '));
  return sql`(select u.* from (select ${list('')} from ${all} x union all select ${list('-')} from ${others} y) u (${names}))`;
}
