/**
 * Enqueues a job of a merchant after a transaction commits, for work that the job finds in the rows of that transaction.
 * It adds no cost to the transaction. Delivery is at most once: when the process dies in between, the scheduled
 * reconciliation sweep of the job finds the rows.
 */
import type pg from 'pg';
import { enqueueAll } from './enqueue.ts';
import type { MerchantTx, PlatformTx } from './tx.ts';

/** Jobs of one process are collected for this long, so that a thousand payments a second enqueue two jobs a second. */
const DEBOUNCE_MS = 500;

/** Schedules a job with the payload `{merchant_id}` for soon after the commit. */
export function enqueueAfterCommit(tx: MerchantTx, task: string): void {
  tx.deferred_jobs?.add(task);
}

/** `merchant_id` null: a job for all merchants, with an empty payload. */
export interface DeferredJob {
  task: string;
  merchant_id: string | null;
}
type RunInTransaction = (work: (tx: PlatformTx) => Promise<void>) => Promise<void>;

const pending_by_pool = new WeakMap<pg.Pool, Map<string, DeferredJob>>();

/** Enqueues the collected jobs in a separate transaction that `runInTransaction` opens. */
export function sendDeferredJobs(
  pool: pg.Pool,
  runInTransaction: RunInTransaction,
  deferred: readonly DeferredJob[],
): void {
  const collected = pending_by_pool.get(pool);
  const jobs = collected ?? new Map<string, DeferredJob>();
  for (const job of deferred) jobs.set(job.merchant_id === null ? job.task : `${job.task}:${job.merchant_id}`, job);
  if (collected !== undefined) return;
  pending_by_pool.set(pool, jobs);
  const send = (): void => {
    pending_by_pool.delete(pool);
    const collected_jobs = [...jobs].map(([job_key, { task, merchant_id }]) => {
      const payload: Record<string, string> = merchant_id === null ? {} : { merchant_id };
      return { task, payload, job_key };
    });
    void runInTransaction((tx) => enqueueAll(tx, collected_jobs)).catch(() => undefined);
  };
  setTimeout(send, DEBOUNCE_MS).unref();
}
