/** The business day in SQL. */
import { type RawBuilder, sql } from 'kysely';

/** The business day (WIB) of an instant. Jakarta has no daylight saving time, so a fixed offset is exact and much faster. */
export const buildBusinessDay = (at: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${at} at time zone interval '7 hours')::date`;
