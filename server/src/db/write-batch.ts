/** Several writes in one round trip: each is a common table expression of one atomic statement. */
import { type OperationNodeSource, sql } from 'kysely';
import type { MerchantTx } from './tx.ts';

/**
 * Runs the named writes in order (parents first) and returns how many rows each affected. Every write needs RETURNING, and
 * must not depend on whether it sees the effects of another: a sharded database, where one statement of many writes costs
 * twice as much as its parts, runs them one by one.
 */
export async function executeWriteBatch<Name extends string>(
  tx: MerchantTx,
  writes: Record<Name, OperationNodeSource>,
): Promise<Record<Name, number>> {
  const names = Object.keys(writes) as Name[];
  if (tx.is_sharded === true) {
    const touched: [Name, number][] = [];
    for (const name of names) touched.push([name, (await sql`${writes[name]}`.execute(tx.sql)).rows.length]);
    return Object.fromEntries(touched) as Record<Name, number>;
  }
  const expressions = names.map((name) => sql`${sql.id(name)} as (${writes[name]})`);
  const counts = names.map((name) => sql`(select count(*)::int from ${sql.id(name)}) as ${sql.id(name)}`);
  const { rows } = await sql<Record<Name, number>>`with ${sql.join(expressions)} select ${sql.join(counts)}`.execute(
    tx.sql,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A statement without FROM answers one row');
  return row;
}
