/** How many rows a query has, without reading them. */
import { CompiledQuery, type Compilable } from 'kysely';
import type { MerchantTx } from './tx.ts';

/** Counts up to `most`, so that the answer comes soon however many there are. */
export async function countRows(tx: MerchantTx, query: Compilable, most: number): Promise<number> {
  const { sql, parameters } = query.compile();
  const counting = `select count(*) as count from (select 1 from (${sql}) as f limit ${Math.trunc(most)}) as g`;
  const { rows } = await tx.sql.executeQuery<{ count: number }>(CompiledQuery.raw(counting, [...parameters]));
  return Number(rows[0]?.count ?? 0);
}
