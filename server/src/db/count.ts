/** Row counts without reading the rows. */
import { type Compilable, CompiledQuery } from 'kysely';
import { type CopyOptions, inlineParameters } from './copy.ts';
import type { MerchantTx } from './tx.ts';

/**
 * Counts up to `most` rows, so that the time is bounded. Parameters are inlined as for COPY, because PostgreSQL may infer
 * another type for a parameter than for the same literal.
 */
export async function countRows(
  tx: Pick<MerchantTx, 'sql'>,
  query: Compilable,
  most: number,
  { timeout }: Pick<CopyOptions, 'timeout'> = {},
): Promise<number> {
  if (timeout !== undefined) {
    await tx.sql.executeQuery(CompiledQuery.raw(`select set_config('statement_timeout', $1, true)`, [timeout]));
  }
  const counting = `select count(*) as count from (select 1 from (${inlineParameters(query)}) as f limit ${Math.trunc(most)}) as g`;
  const { rows } = await tx.sql.executeQuery<{ count: number }>(CompiledQuery.raw(counting));
  return Number(rows[0]?.count ?? 0);
}
