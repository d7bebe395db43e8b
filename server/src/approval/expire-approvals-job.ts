/** Expires requests that nobody decided in time: what they hold is released, as by a rejection. */
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { forEachDue } from '../jobs/for-each.ts';
import type { Job } from '../jobs/job.ts';
import { listExpired } from './queries.ts';
import type { MerchantSubject } from './rules.ts';

/** Requests per run; the next run continues. */
const BATCH = 200;
const CONCURRENCY = 4;

/** Port of a feature that releases a subject whose request has expired; wired in jobs/registry.ts. */
export type ExpiryPorts = Record<MerchantSubject, (tx: MerchantTx, subject_id: string, now: Date) => Promise<void>>;

/** Idempotent and safe to run concurrently: each port locks its subject and checks the request again. */
export const buildExpireApprovalsJob = (ports: ExpiryPorts): Job => ({
  name: 'expire_approvals',
  lane: 'ledger',
  run: async (deps) => {
    const now = deps.clock.now();
    const due = await asPlatform(deps.db, (tx) => listExpired(tx, now, BATCH));
    await forEachDue(deps, { due, concurrency: CONCURRENCY }, ({ merchant_id, subject_type, subject_id }) =>
      asMerchant(deps.db, merchant_id, (tx) => ports[subject_type](tx, subject_id, now)),
    );
  },
});
