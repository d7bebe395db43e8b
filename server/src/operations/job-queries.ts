/** SQL of the job queue for people, by functions of its own role (migration 0160). */
import { sql } from 'kysely';
import type { Job, JobState } from '@dasbor/contract/job';
import type { PlatformTx } from '../db/tx.ts';

interface QueueRow {
  id: string;
  task: string;
  state: JobState;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  merchant_id: string | null;
  object_id: string | null;
  run_at: string;
  created_at: string;
  started_at: string | null;
}

/** Newest first after the cursor; one extra row when there is a next page. Payloads hold ids only. */
export async function listJobRows(
  tx: PlatformTx,
  { state, before, limit }: { state: JobState | null; before: string | null; limit: number },
): Promise<Job[]> {
  const { rows } = await sql<QueueRow>`
    select j.id::text as id, j.task, j.state, j.attempts, j.max_attempts, left(j.last_error, 4000) as last_error,
      j.payload ->> 'merchant_id' as merchant_id,
      coalesce(j.payload ->> 'id', (select e.value from json_each_text(j.payload) e
        where e.key <> 'merchant_id' and e.key like '%id' order by e.key limit 1)) as object_id,
      j.run_at, j.created_at, case when j.state = 'running' then j.locked_at end as started_at
    from app.list_jobs(${state}, ${before}::bigint, ${limit + 1}) j`.execute(tx.sql);
  return rows;
}

export interface JobCount {
  state: JobState;
  task: string;
  count: number;
}

export async function countJobs(tx: PlatformTx): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`select c.state, c.task, c.count::int as count from app.count_jobs() c`.execute(
    tx.sql,
  );
  return rows;
}

/** When each schedule was last enqueued, by name. */
export async function listScheduleRuns(tx: PlatformTx): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ task: string; last_run_at: string | null }>`
    select r.task, r.last_run_at from app.list_schedule_runs() r`.execute(tx.sql);
  return new Map(rows.map(({ task, last_run_at }) => [task, last_run_at]));
}

/** Runs a job that is not running now. Returns its name; null: there is none. */
export async function rescheduleJob(tx: PlatformTx, id: string): Promise<string | null> {
  const { rows } = await sql<{ task: string | null }>`select app.retry_job(${id}::bigint) as task`.execute(tx.sql);
  return rows[0]?.task ?? null;
}
