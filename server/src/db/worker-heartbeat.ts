/**
 * A killed worker leaves its jobs locked, by the queue's own rule for hours. Workers therefore record a heartbeat every
 * few seconds and unlock jobs whose worker recorded none within the timeout. Jobs locked more recently than the timeout
 * stay locked, because a new worker may lock a job before its first heartbeat.
 */
import type pg from 'pg';

/** A worker without a heartbeat for this long loses its jobs to others. Jobs are idempotent. */
const HEARTBEAT_TIMEOUT = '30 seconds';

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
