/** Background jobs of virtual accounts. Each is idempotent and safe to run concurrently. */
import * as duration from '@dasbor/contract/duration';
import { asPlatform } from '../db/tx.ts';
import { forEachDue } from '../jobs/for-each.ts';
import type { Job } from '../jobs/job.ts';
import { recoverLostVaPayments, syncVa } from './sync.ts';
import { issueVirtualAccount } from './issue.ts';
import { listOverdueVas, listUnissuedVas, listVasDueForCheck } from './due-queries.ts';

/** Maximum numbers per run; the next run continues. */
const BATCH = 500;
const CONCURRENCY = 8;
/** Younger numbers are still being opened by the request that created them. */
const SWEEP_AFTER_MS = duration.seconds(20);
/** Maximum open numbers checked per run: 18,000 an hour. */
const CHECK_BATCH = 300;
/** Interval after which an open number is checked again. */
const CHECK_EVERY_MS = duration.minutes(30);

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
    await forEachDue(deps, { due, concurrency: CONCURRENCY }, ({ merchant_id, id }) =>
      issueVirtualAccount(deps, merchant_id, id),
    );
  },
};

/** Queries due numbers at the bank once more, then expires them. */
const expire: Job = {
  name: 'expire_virtual_accounts',
  lane: 'bank',
  run: async (deps) => {
    const due = await asPlatform(deps.db, (tx) => listOverdueVas(tx, deps.clock.now(), BATCH));
    await forEachDue(deps, { due, concurrency: CONCURRENCY }, ({ merchant_id, id }) => syncVa(deps, merchant_id, id));
  },
};

/** Reconciliation sweep: payments to open numbers whose callback was lost. */
const findMissedPayments: Job = {
  name: 'find_lost_va_payments',
  lane: 'bank',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - CHECK_EVERY_MS);
    const due = await asPlatform(deps.db, (tx) => listVasDueForCheck(tx, before, CHECK_BATCH));
    await forEachDue(deps, { due, concurrency: CONCURRENCY }, async ({ merchant_id, id }) => {
      const found = await recoverLostVaPayments(deps, merchant_id, id);
      if (found)
        deps.log.warn(
          { merchant_id, virtual_account_id: id, payment_count: found },
          'found payments whose callback was lost',
        );
    });
  },
};

export const virtualAccountJobs: Job[] = [issueOne, sweepUnissued, expire, findMissedPayments];

/** Handler for the job of another feature; the registry passes it on. */
export { cancelVaPayment } from './change.ts';
