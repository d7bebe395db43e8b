/** Jobs of disbursements. Each is idempotent and safe to run concurrently. */
import { asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { SEND_JOB } from './decide.ts';
import { listDueDisbursements } from './queries.ts';
import { sendDisbursement } from './send.ts';

export { expireDisbursement } from './decide.ts';
export { DISBURSEMENT_PORT } from './outcome.ts';

/** Disbursements per run; the next run continues with the rest. */
const BATCH = 500;

/** Sends one approved disbursement. */
const sendDisbursementJob: Job = {
  name: SEND_JOB,
  lane: 'bank',
  run: (deps, { merchant_id, id }) => sendDisbursement(deps, String(merchant_id), String(id)),
};

/** Scheduled disbursements whose time has come, held ones that are tried again, and approved ones whose job was lost. */
const sweepDisbursementsJob: Job = {
  name: 'sweep_disbursements',
  lane: 'bank',
  run: async (deps) => {
    const due = await asPlatform(deps.db, (tx) => listDueDisbursements(tx, deps.clock.now(), BATCH));
    for (const { merchant_id, id } of due) {
      await sendDisbursement(deps, merchant_id, id).catch((error: unknown) =>
        deps.log.error({ err: error, disbursement: id }, 'disbursement failed'),
      );
    }
  },
};

export const disbursementJobs: Job[] = [sendDisbursementJob, sweepDisbursementsJob];
