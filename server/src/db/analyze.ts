/** Collects planner statistics after a bulk load, which autovacuum would otherwise do about a minute later. */
import pg from 'pg';

/** `owner_url`: only the owner of the tables may analyze them. */
export async function analyzeTables(owner_url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: owner_url });
  await owner.connect();
  try {
    await owner.query('analyze');
  } finally {
    await owner.end();
  }
}
