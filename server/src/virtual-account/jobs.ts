/** Background jobs of virtual accounts. Each is idempotent and safe to run concurrently. */
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { syncVa } from './sync.ts';
import { issueVirtualAccount } from './issue.ts';
import { type DueVa, listOverdueVas, listUnissuedVas } from './due-queries.ts';

/** Maximum numbers per run; the next run continues. */
const BATCH = 500;
const CONCURRENCY = 8;
/** Younger numbers are still being opened by the request that created them. */
const SWEEP_AFTER_MS = 20_000;

/** Retries one number whose process stopped before it called the bank. */
const issueOne: Job = {
  name: 'issue_virtual_account',
  lane: 'bank',
  run: async (deps, { merchant_id, id }) => {
    const issued = await issueVirtualAccount(deps, String(merchant_id), String(id));
    if (issued === 'unreachable') throw new Error(`The bank did not respond for ${id}`);
  },
};

/** Reconciliation sweep: every number that is not opened and has not expired. */
const sweepUnissued: Job = {
  name: 'sweep_unissued_virtual_accounts',
  lane: 'bank',
  run: async (deps) => {
    const now = deps.clock.now();
    const created_before = new Date(now.getTime() - SWEEP_AFTER_MS);
    const due = await asPlatform(deps.db, (tx) => listUnissuedVas(tx, now, created_before, BATCH));
    await runForEach(deps, due, ({ merchant_id, id }) => issueVirtualAccount(deps, merchant_id, id));
  },
};

/** Queries due numbers at the bank once more, then expires them. */
const expire: Job = {
  name: 'expire_virtual_accounts',
  lane: 'bank',
  run: async (deps) => {
    const due = await asPlatform(deps.db, (tx) => listOverdueVas(tx, deps.clock.now(), BATCH));
    await runForEach(deps, due, ({ merchant_id, id }) => syncVa(deps, merchant_id, id));
  },
};

/** A failure does not stop the other numbers; the next run retries it. */
async function runForEach(deps: Deps, numbers: DueVa[], work: (va: DueVa) => Promise<unknown>): Promise<void> {
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
