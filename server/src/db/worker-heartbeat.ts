/**
 * A worker that is killed leaves its jobs locked, for hours by the queue's own rule. So each worker says every few
 * seconds that it lives, and gives free what was taken half a minute ago or more by one that said nothing for as long:
 * one that has only just begun may hold something before it said anything.
 */
import pg from 'pg';

/** How long a worker may be silent before its jobs go to others. They bear being run again. */
const HEARTBEAT_TIMEOUT = '30 seconds';

/** A pool of the job queue's role. `on_error` is told of errors of idle connections. */
export function connectJobQueue(url: string, on_error: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  pool.on('error', on_error);
  pool.on('connect', (client) => {
    client.on('error', on_error);
  });
  return pool;
}

/** Says that these pools of workers live, forgets silent ones, and gives their jobs free. Times are the database's own. */
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

/** Takes the names of workers that stop out of the list; they hold nothing any more. */
export async function removeWorkers(pool: pg.Pool, worker_ids: string[]): Promise<void> {
  await pool.query('delete from app.worker where id = any($1)', [worker_ids]);
}
