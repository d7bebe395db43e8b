/** What happens to virtual accounts without anybody asking. Each job bears being run again, and two at once. */
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { syncVa } from './sync.ts';
import { issueVirtualAccount } from './issue.ts';
import { type DueVa, listOverdueVas, listUnissuedVas } from './due-queries.ts';

/** Numbers looked at in one run; the next run takes the rest. */
const BATCH = 500;
/** Numbers asked about at the same time. */
const CONCURRENCY = 8;
/** Younger numbers are still in the hands of the request that made them. */
const SWEEP_AFTER_MS = 20_000;

/** The safety net of one creation: asks the bank when the process that should have died before it did. */
const issueOne: Job = {
  name: 'issue_virtual_account',
  run: async (deps, { merchant_id, id }) => {
    const issued = await issueVirtualAccount(deps, String(merchant_id), String(id));
    if (issued === 'unreachable') throw new Error(`The bank did not answer about ${id}`);
  },
};

/** The truth behind the safety net: every number that waits for the bank and has time left. */
const sweepUnissued: Job = {
  name: 'sweep_unissued_virtual_accounts',
  run: async (deps) => {
    const now = deps.clock.now();
    const asked_before = new Date(now.getTime() - SWEEP_AFTER_MS);
    const due = await asPlatform(deps.db, (tx) => listUnissuedVas(tx, now, asked_before, BATCH));
    await forEach(deps, due, ({ merchant_id, id }) => issueVirtualAccount(deps, merchant_id, id));
  },
};

/** Numbers whose time is over: the bank is asked a last time, and what was not paid expires. */
const expire: Job = {
  name: 'expire_virtual_accounts',
  run: async (deps) => {
    const due = await asPlatform(deps.db, (tx) => listOverdueVas(tx, deps.clock.now(), BATCH));
    await forEach(deps, due, ({ merchant_id, id }) => syncVa(deps, merchant_id, id));
  },
};

/** One failure does not keep the others from their turn; the next run tries it again. */
async function forEach(deps: Deps, numbers: DueVa[], work: (va: DueVa) => Promise<unknown>): Promise<void> {
  const queue = numbers.values();
  const lane = async (): Promise<void> => {
    for (const va of queue) {
      await work(va).catch((error: unknown) =>
        deps.log.error({ err: error, virtual_account: va.id }, 'virtual account failed'),
      );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}

export const virtualAccountJobs: Job[] = [issueOne, sweepUnissued, expire];
