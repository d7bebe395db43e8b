/** How many rows a statement reads, by the statistics of PostgreSQL: its plan may differ with the size of the tables. */
import { sql } from 'kysely';
import type { QueryScope } from '../src/db/tx.ts';

type Scope = Pick<QueryScope, 'sql'>;

/** Returns how many rows of a table of the schema `app` some work in a transaction reads. */
export async function countRowsRead(tx: Scope, table: string, work: () => Promise<unknown>): Promise<number> {
  // The statistics of a connection also hold earlier transactions that it has not sent yet.
  const before = await readStatistics(tx, table);
  await work();
  return (await readStatistics(tx, table)) - before;
}

async function readStatistics(tx: Scope, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
    where relid = ${`app.${table}`}::regclass`.execute(tx.sql);
  return rows[0]?.rows ?? 0;
}
