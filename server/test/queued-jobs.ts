/** Jobs that wait in the queue, for tests that look at what was enqueued instead of running it. */
import pg from 'pg';

/** Removes the job with a key; returns whether there was one. */
export async function removeQueuedJob(owner_url: string, key: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: owner_url });
  await client.connect();
  const { rowCount } = await client.query('delete from graphile_worker._private_jobs where key = $1', [key]);
  await client.end();
  return rowCount === 1;
}
