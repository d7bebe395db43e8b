/** Cells of a CSV as SQL expressions, for COPY, which does the quoting of commas and quotes. */
import { type Expression, sql } from 'kysely';

/** Numbers and words of our own: as they are. */
export const plainCell = (value: Expression<unknown>) => sql<string>`${value}`;

/**
 * Text that people wrote: a cell that a spreadsheet would run as a formula is made harmless by a leading apostrophe. One
 * that has apostrophes before a formula already gets one more, so that taking one away is always the text again.
 */
export const textCell = (value: Expression<unknown>) =>
  sql<string>`case when (${value}) ~ '^''*[-=+@\t\r\n]' then '''' || (${value}) else ${value} end`;

/** A time of day in a zone, such as `2026-11-21 14:05:00`; the zone belongs into the column's name. */
export const timeCell = (value: Expression<unknown>, zone: string) =>
  sql<string>`to_char(${value} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
