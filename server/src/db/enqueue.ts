/** Enqueues a job in the caller's transaction: it exists exactly when the transaction commits. Payloads carry ids only. */
import { type Kysely, sql } from 'kysely';
import type { DB } from './schema.gen.ts';

export interface JobOptions {
  /** When to run it first; at once when absent. */
  run_at?: Date;
  /** A second job of the same key replaces the first while it waits. */
  job_key?: string;
  /** Tries at most; 25 when absent, with exponential back-off. */
  max_attempts?: number;
  /** Jobs of one queue run one after another. */
  queue?: string;
}

export async function enqueue(
  tx: { sql: Kysely<DB> },
  task: string,
  payload: Record<string, string | number>,
  options: JobOptions = {},
): Promise<void> {
  const { run_at = null, job_key = null, max_attempts = 25, queue = null } = options;
  await sql`select app.enqueue(${task}, ${JSON.stringify(payload)}::json, ${run_at}, ${job_key}, ${max_attempts}::int, ${queue})`.execute(
    tx.sql,
  );
}
