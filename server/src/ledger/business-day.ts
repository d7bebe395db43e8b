/** The business day in SQL. */
import { type RawBuilder, sql } from 'kysely';

/**
 * The business day (WIB) of an instant. Jakarta knows no daylight saving: a fixed offset costs a fraction of asking the
 * zone's calendar for each row.
 */
export const businessDaySql = (at: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${at} at time zone interval '7 hours')::date`;
