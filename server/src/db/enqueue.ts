/** Enqueues jobs in the current transaction: a job exists if and only if the transaction commits. Payloads carry ids only. */
import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.gen.ts';

export interface JobOptions {
  /** Time of the first run; at once by default. */
  run_at?: Date;
  /** A second job with the same key replaces the first while it is waiting. */
  job_key?: string;
  /** Maximum attempts, with exponential backoff; 25 by default. */
  max_attempts?: number;
  /** Jobs of one queue run sequentially. */
  queue?: string;
}

/** Attempts of a job, with exponential backoff. */
const ATTEMPTS_MAX = 25;

/** Enqueues several jobs in one statement, in the order of their keys, so that two processes cannot deadlock. */
export async function enqueueAll(
  tx: { sql: Kysely<DB> },
  jobs: readonly { task: string; payload: Record<string, string | number>; job_key: string }[],
): Promise<void> {
  const sorted = jobs.toSorted((a, b) => (a.job_key < b.job_key ? -1 : 1));
  await sql`select app.enqueue(j.task, j.payload, null, j.job_key, ${ATTEMPTS_MAX}::int, null)
    from json_to_recordset(${JSON.stringify(sorted)}::json) as j (task text, payload json, job_key text)`.execute(
    tx.sql,
  );
}

export async function enqueue(
  tx: { sql: Kysely<DB> },
  task: string,
  payload: Record<string, string | number>,
  options: JobOptions = {},
): Promise<void> {
  const { run_at = null, job_key = null, max_attempts = ATTEMPTS_MAX, queue = null } = options;
  await sql`select app.enqueue(${task}, ${JSON.stringify(payload)}::json, ${run_at}, ${job_key}, ${max_attempts}::int, ${queue})`.execute(
    tx.sql,
  );
}
