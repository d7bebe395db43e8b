/** Condition of a filter by values that a row may lack. */
import { NOT_SET } from '@dasbor/contract/paging';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * A column has one of the values of a filter. A column without a value counts as empty text, as in roll-ups; only a filter
 * with `none` compares so, because the column alone can use its index.
 */
export function buildValueCondition(column: string, values: readonly string[]): RawBuilder<SqlBool> {
  const ref = sql.ref(column);
  return values.includes(NOT_SET)
    ? sql<SqlBool>`coalesce(${ref}, '') in (${sql.join(values.map(toStored))})`
    : sql<SqlBool>`${ref} in (${sql.join(values)})`;
}

/** The value of a filter as roll-ups store it. */
export const toStored = (value: string): string => (value === NOT_SET ? '' : value);
