/**
 * Wakes a job of a merchant once a transaction has committed: for work that is found in the rows of that transaction,
 * so that it costs the transaction nothing. It is a hint: a process that dies in between loses it, and the job's
 * schedule finds the rows.
 */
import type pg from 'pg';
import { enqueue } from './enqueue.ts';
import type { MerchantTx, PlatformTx } from './tx.ts';

/** Hints of one process are gathered for so long, so that a thousand payments a second wake once a second. */
const DEBOUNCE_MS = 500;

/** Has a job with the payload `{merchant_id}` run soon after the commit. */
export function enqueueAfterCommit(tx: MerchantTx, task: string): void {
  tx.deferred_jobs?.add(task);
}

interface DeferredJob {
  task: string;
  merchant_id: string;
}
type RunInTransaction = (work: (tx: PlatformTx) => Promise<void>) => Promise<void>;

const pending_by_pool = new WeakMap<pg.Pool, Map<string, DeferredJob>>();

/** Enqueues what was gathered, in a transaction of its own that `enter` opens. */
export function sendDeferredJobs(
  pool: pg.Pool,
  enter: RunInTransaction,
  merchant_id: string,
  tasks: ReadonlySet<string>,
): void {
  const others = pending_by_pool.get(pool);
  const wakes = others ?? new Map<string, DeferredJob>();
  for (const task of tasks) wakes.set(`${task}:${merchant_id}`, { task, merchant_id });
  if (others !== undefined) return;
  pending_by_pool.set(pool, wakes);
  const send = (): void => {
    pending_by_pool.delete(pool);
    void enter(async (tx) => {
      // In one order, so that two processes cannot lock each other out.
      for (const [job_key, wake] of [...wakes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        await enqueue(tx, wake.task, { merchant_id: wake.merchant_id }, { job_key });
      }
    }).catch(() => undefined);
  };
  setTimeout(send, DEBOUNCE_MS).unref();
}
