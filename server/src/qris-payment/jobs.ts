/** Background jobs of QRIS payments. Each is idempotent and safe to run concurrently. */
import * as duration from '@dasbor/contract/duration';
import { asPlatform } from '../db/tx.ts';
import { forEachDue } from '../jobs/for-each.ts';
import type { Job } from '../jobs/job.ts';
import { issueQrisPayment } from './issue.ts';
import { listOverdue, listUnissued } from './queries.ts';
import { syncQrisPayment } from './sync.ts';

/** Maximum codes per run; the next run continues. */
const BATCH = 500;
const CONCURRENCY = 8;
/** Younger codes are still being issued by the request that created them. */
const SWEEP_AFTER_MS = duration.seconds(20);

/** Retries one code whose process stopped before it called the bank. */
const issueOne: Job = {
  name: 'issue_qris_payment',
  lane: 'bank',
  run: async (deps, { merchant_id, id }) => {
    const issued = await issueQrisPayment(deps, String(merchant_id), String(id));
    if (issued === 'unreachable') throw new Error(`The bank did not respond for ${id}`);
  },
};

/** Reconciliation sweep: every code that is not issued and has not expired. */
const sweepUnissued: Job = {
  name: 'sweep_unissued_qris_payments',
  lane: 'bank',
  run: async (deps) => {
    const now = deps.clock.now();
    const created_before = new Date(now.getTime() - SWEEP_AFTER_MS);
    const due = await asPlatform(deps.db, (tx) => listUnissued(tx, now, created_before, BATCH));
    await forEachDue(deps, { due, concurrency: CONCURRENCY }, ({ merchant_id, id }) =>
      issueQrisPayment(deps, merchant_id, id),
    );
  },
};

/** Queries due codes at the bank once more, then expires those that were not paid. */
const expire: Job = {
  name: 'expire_qris_payments',
  lane: 'bank',
  run: async (deps) => {
    const due = await asPlatform(deps.db, (tx) => listOverdue(tx, deps.clock.now(), BATCH));
    await forEachDue(deps, { due, concurrency: CONCURRENCY }, ({ merchant_id, id }) =>
      syncQrisPayment(deps, merchant_id, id),
    );
  },
};

export const qrisPaymentJobs: Job[] = [issueOne, sweepUnissued, expire];

/** Handler for the job of another feature; the registry passes it on. */
export { cancelQrisPayment } from './cancel.ts';
