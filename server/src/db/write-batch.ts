/** Several writes in one round trip: each becomes a common table expression of one statement, whole or not at all. */
import { type OperationNodeSource, sql } from 'kysely';
import type { MerchantTx } from './tx.ts';

/**
 * Runs the named writes in their order (parents first: a sharded database runs them so) and answers how many rows
 * each touched. Every write must carry RETURNING; none sees what another has done.
 */
export async function executeWriteBatch<Name extends string>(
  tx: MerchantTx,
  writes: Record<Name, OperationNodeSource>,
): Promise<Record<Name, number>> {
  const names = Object.keys(writes) as Name[];
  const expressions = names.map((name) => sql`${sql.id(name)} as (${writes[name]})`);
  const counts = names.map((name) => sql`(select count(*)::int from ${sql.id(name)}) as ${sql.id(name)}`);
  const { rows } = await sql<Record<Name, number>>`with ${sql.join(expressions)} select ${sql.join(counts)}`.execute(
    tx.sql,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A statement without FROM answers one row');
  return row;
}
