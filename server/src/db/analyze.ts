/** Planner statistics where autovacuum is late. All by the owner: nobody else may analyze the tables. */
import pg from 'pg';

/** Tables that have rows but were never analyzed; smaller ones are read as a whole. */
const NEW_TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'app' and c.relkind = 'r' and c.reltuples < 0
    and pg_relation_size(c.oid) >= 4 * current_setting('block_size')::int
  order by c.relname`;

/**
 * Analyzes the tables that have rows but were never analyzed, and returns their names. After a crash PostgreSQL does not know
 * how many rows changed, so that autovacuum may leave them without statistics for long (decision 0135). A table that is being
 * vacuumed or changed is skipped, so that no start waits for it.
 */
export const analyzeNewTables = (owner_url: string): Promise<string[]> =>
  withOwner(owner_url, async (owner) => {
    const { rows } = await owner.query<{ name: string }>(NEW_TABLES);
    for (const { name } of rows) await owner.query(`analyze (skip_locked) ${name}`);
    return rows.map(({ name }) => name);
  });

/** Analyzes all tables after a bulk load, which autovacuum would otherwise do about a minute later. */
export const analyzeTables = (owner_url: string): Promise<unknown> =>
  withOwner(owner_url, (owner) => owner.query('analyze'));

async function withOwner<T>(owner_url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: owner_url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
