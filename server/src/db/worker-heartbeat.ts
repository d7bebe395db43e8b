/**
 * A killed worker leaves its jobs locked, by the queue's own rule for hours. Workers therefore record a heartbeat every
 * few seconds and unlock jobs whose worker recorded none within the timeout. Jobs locked more recently than the timeout
 * stay locked, because a new worker may lock a job before its first heartbeat.
 */
import pg from 'pg';

/** A worker without a heartbeat for this long loses its jobs to others. Jobs are idempotent. */
const HEARTBEAT_TIMEOUT = '30 seconds';

/** One connection per lane that listens, and one per job that runs at the same time (jobs/worker.ts), with some to spare. */
const POOL_MAX = 32;

/** A connection pool of the job queue's role. `on_error`: called for errors of idle connections. */
export function connectJobQueue(url: string, on_error: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_MAX,
    options: '-c jit=off',
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', on_error);
  pool.on('connect', (client) => {
    client.on('error', on_error);
  });
  return pool;
}

/** Records a heartbeat of these workers and unlocks the jobs of dead ones. Uses the clock of the database. */
export async function recordHeartbeat(pool: pg.Pool, worker_ids: string[]): Promise<void> {
  await pool.query(
    `insert into app.worker (id, seen_at) select unnest($1::text[]), now()
     on conflict (id) do update set seen_at = excluded.seen_at`,
    [worker_ids],
  );
  await pool.query(
    `with holders as (
       select locked_by from graphile_worker._private_jobs where locked_at < now() - interval '${HEARTBEAT_TIMEOUT}'
       union
       select locked_by from graphile_worker._private_job_queues where locked_at < now() - interval '${HEARTBEAT_TIMEOUT}'
     )
     select graphile_worker.force_unlock_workers(array(
       select h.locked_by from holders h
       where not exists (select from app.worker w where w.id = h.locked_by and w.seen_at > now() - interval '${HEARTBEAT_TIMEOUT}')
     ))`,
  );
  await pool.query(`delete from app.worker where seen_at < now() - interval '1 day'`);
}

/** Removes workers that stopped; they hold no jobs. */
export async function removeWorkers(pool: pg.Pool, worker_ids: string[]): Promise<void> {
  await pool.query('delete from app.worker where id = any($1)', [worker_ids]);
}
