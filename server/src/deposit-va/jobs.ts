/** Background jobs of deposit VAs. Every job is idempotent and safe to run concurrently. */
import * as duration from '@dasbor/contract/duration';
import { asPlatform } from '../db/tx.ts';
import { forEachDue } from '../jobs/for-each.ts';
import type { Job } from '../jobs/job.ts';
import { syncDepositVa } from './sync.ts';
import { syncAtBank } from './change-status.ts';
import { listVasDueForSync, listUnfinishedVas } from './va-queries.ts';

/** Maximum number of deposit VAs per run; the next run continues. */
const BATCH = 500;
/** Number of deposit VAs processed in parallel. */
const CONCURRENCY = 4;
/** Interval after which a deposit VA is synced again. */
const SYNC_EVERY_MS = duration.minutes(10);

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
    await forEachDue(deps, { due, concurrency: CONCURRENCY }, ({ merchant_id, id }) =>
      syncAtBank(deps, merchant_id, id),
    );
  },
};

/** Finds payments whose callback was lost by syncing each deposit VA with the bank. */
const findMissedDeposits: Job = {
  name: 'find_lost_deposits',
  lane: 'bank',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - SYNC_EVERY_MS);
    const due = await asPlatform(deps.db, (tx) => listVasDueForSync(tx, before, BATCH));
    await forEachDue(deps, { due, concurrency: CONCURRENCY }, async ({ merchant_id, id }) => {
      const found = await syncDepositVa(deps, merchant_id, id);
      if (found)
        deps.log.warn(
          { merchant_id, deposit_va_id: id, payment_count: found },
          'found deposits whose callback was lost',
        );
    });
  },
};

export const depositVaJobs: Job[] = [syncOneAtBank, sweepUnfinished, findMissedDeposits];
