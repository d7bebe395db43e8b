/** What happens to numbers and deposits without anybody asking. Each job bears being run again, and two at once. */
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { syncDepositVa } from './sync.ts';
import { syncAtBank } from './change-status.ts';
import { type DueVa, listVasDueForSync, listUnfinishedVas } from './va-queries.ts';

/** Numbers looked at in one run; the next run takes the rest. */
const BATCH = 500;
/** Numbers asked about at the same time. */
const CONCURRENCY = 4;
/** How long a lost message can stay unnoticed. */
const SYNC_EVERY_MS = 10 * 60_000;

/** The safety net of one opening or closing. */
const syncOneAtBank: Job = {
  name: 'ask_bank_about_deposit_va',
  run: async (deps, { merchant_id, id }) => {
    const opened = await syncAtBank(deps, String(merchant_id), String(id));
    if (opened === 'unreachable') throw new Error(`The bank did not answer about ${id}`);
  },
};

/** The truth behind the safety net. */
const sweepUnfinished: Job = {
  name: 'sweep_unfinished_deposit_vas',
  run: async (deps) => {
    const due = await asPlatform(deps.db, (tx) => listUnfinishedVas(tx, BATCH));
    await forEach(deps, due, ({ merchant_id, id }) => syncAtBank(deps, merchant_id, id));
  },
};

/** Payments whose message was lost: found by asking the bank about each number in turn. */
const findMissedDeposits: Job = {
  name: 'find_lost_deposits',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - SYNC_EVERY_MS);
    const due = await asPlatform(deps.db, (tx) => listVasDueForSync(tx, before, BATCH));
    await forEach(deps, due, async ({ merchant_id, id }) => {
      const found = await syncDepositVa(deps, merchant_id, id);
      if (found) deps.log.warn({ merchant_id, deposit_va: id, found }, 'deposits whose message was lost were found');
    });
  },
};

/** One failure does not keep the others from their turn; the next run tries it again. */
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
