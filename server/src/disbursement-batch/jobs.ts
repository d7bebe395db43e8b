/** Jobs of batches. Each is idempotent and safe to run concurrently. */
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { finishBatch, recountBatch } from './finish.ts';
import { enqueueRun } from './decide.ts';
import { listStaleBatches } from './queries.ts';
import { runBatch } from './run.ts';
import { enqueueValidation } from './upload.ts';
import { STALE_AFTER_MS, validateBatch } from './validate.ts';

export { expireBatch } from './decide.ts';

const SWEEP_MAX = 100;

const validate: Job = {
  name: 'validate_disbursement_batch',
  lane: 'bank',
  run: (deps, { merchant_id, id }) => validateBatch(deps, String(merchant_id), String(id)),
};

const run: Job = {
  name: 'run_disbursement_batch',
  lane: 'ledger',
  run: (deps, { merchant_id, id }) => runBatch(deps, String(merchant_id), String(id)),
};

const finish: Job = {
  name: 'finish_disbursement_batch',
  lane: 'ledger',
  run: (deps, { merchant_id, id }) => finishBatch(deps, String(merchant_id), String(id)),
};

const recount: Job = {
  name: 'recount_disbursement_batch',
  lane: 'ledger',
  run: (deps, { merchant_id, id }) => recountBatch(deps, String(merchant_id), String(id)),
};

/** Reconciliation sweep: batches whose job was lost. */
const sweep: Job = {
  name: 'sweep_disbursement_batches',
  lane: 'ledger',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - STALE_AFTER_MS);
    const stale = await asPlatform(deps.db, (tx) => listStaleBatches(tx, before, SWEEP_MAX));
    for (const { merchant_id, id, status } of stale) {
      await asMerchant(deps.db, merchant_id, (tx) => {
        // The run continues with rows that have no disbursement yet, and then follows the others.
        if (status === 'approved' || status === 'processing') return enqueueRun(tx, id);
        return enqueueValidation(tx, id);
      });
    }
  },
};

export const disbursementBatchJobs: Job[] = [validate, run, finish, recount, sweep];
