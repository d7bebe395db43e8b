/** CSV cells as SQL expressions for COPY, which quotes commas and quotes itself. */
import { type Expression, sql } from 'kysely';

/** A number or a code: unchanged. */
export const plainCell = (value: Expression<unknown>) => sql<string>`${value}`;

/**
 * Text from people. A leading apostrophe prevents spreadsheets from running it as a formula. Text that already has
 * apostrophes before a formula gets one more, so that removing one always restores the text.
 */
export const textCell = (value: Expression<unknown>) =>
  sql<string>`case when (${value}) ~ '^''*[-=+@\t\r\n]' then '''' || (${value}) else ${value} end`;

/** A local time such as `2026-11-21 14:05:00`; the column name must contain the time zone. */
export const timeCell = (value: Expression<unknown>, zone: string) =>
  sql<string>`to_char(${value} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
