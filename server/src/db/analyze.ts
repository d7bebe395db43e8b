/** Planner statistics where autovacuum is late. */
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './connect.ts';
import { asPlatform, isSharded } from './tx.ts';

/**
 * Analyzes the tables that have rows but were never analyzed, each in a transaction of its own, and returns their names.
 * None on a sharded database, where the rows are in the tables of other nodes.
 */
export async function analyzeNewTables(db: Db): Promise<string[]> {
  const analyzed: string[] = [];
  if (await isSharded(db)) return analyzed;
  for (;;) {
    const { rows } = await asPlatform(db, (tx) =>
      sql<{ name: string | null }>`select app.analyze_new_table() as name`.execute(tx.sql),
    );
    const name = rows[0]?.name ?? null;
    if (name === null) return analyzed;
    analyzed.push(name);
  }
}

/**
 * Analyzes all tables after a bulk load, which autovacuum would otherwise do about a minute later. `owner_url`: only the
 * owner of the tables may analyze them.
 */
export async function analyzeTables(owner_url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: owner_url });
  await owner.connect();
  try {
    await owner.query('analyze');
  } finally {
    await owner.end();
  }
}
