/** Background jobs of deposit VAs. Every job is idempotent and safe to run concurrently. */
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { syncDepositVa } from './sync.ts';
import { syncAtBank } from './change-status.ts';
import { type DueVa, listVasDueForSync, listUnfinishedVas } from './va-queries.ts';

/** Maximum number of deposit VAs per run; the next run continues. */
const BATCH = 500;
/** Number of deposit VAs processed in parallel. */
const CONCURRENCY = 4;
/** Interval after which a deposit VA is synced again. */
const SYNC_EVERY_MS = 10 * 60_000;

/** Retries opening or closing one deposit VA at the bank. */
const syncOneAtBank: Job = {
  name: 'sync_deposit_va',
  lane: 'bank',
  run: async (deps, { merchant_id, id }) => {
    const opened = await syncAtBank(deps, String(merchant_id), String(id));
    if (opened === 'unreachable') throw new Error(`The bank did not respond for ${id}`);
  },
};

/** Reconciliation sweep of deposit VAs that are not opened or closed at the bank yet. */
const sweepUnfinished: Job = {
  name: 'sweep_unfinished_deposit_vas',
  lane: 'bank',
  run: async (deps) => {
    const due = await asPlatform(deps.db, (tx) => listUnfinishedVas(tx, BATCH));
    await forEach(deps, due, ({ merchant_id, id }) => syncAtBank(deps, merchant_id, id));
  },
};

/** Finds payments whose callback was lost by syncing each deposit VA with the bank. */
const findMissedDeposits: Job = {
  name: 'find_lost_deposits',
  lane: 'bank',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - SYNC_EVERY_MS);
    const due = await asPlatform(deps.db, (tx) => listVasDueForSync(tx, before, BATCH));
    await forEach(deps, due, async ({ merchant_id, id }) => {
      const found = await syncDepositVa(deps, merchant_id, id);
      if (found) deps.log.warn({ merchant_id, deposit_va: id, found }, 'found deposits whose callback was lost');
    });
  },
};

/** A failed deposit VA does not stop the others; the next run retries it. */
async function forEach(deps: Deps, due: DueVa[], work: (va: DueVa) => Promise<unknown>): Promise<void> {
  const queue = due.values();
  const lane = async (): Promise<void> => {
    for (const va of queue) {
      await work(va).catch((error: unknown) => deps.log.error({ err: error, deposit_va: va.id }, 'deposit VA failed'));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}

export const depositVaJobs: Job[] = [syncOneAtBank, sweepUnfinished, findMissedDeposits];
