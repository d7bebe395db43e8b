/** Jobs of disbursements. Each is idempotent and safe to run concurrently. */
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { REPLAN_JOB } from '../outage/queries.ts';
import { listDueDisbursements, listHeldDisbursements } from './queries.ts';
import { SEND_DISBURSEMENT_JOB } from './reserve.ts';
import { sendDisbursement } from './send.ts';

export { expireDisbursement } from './decide.ts';
export { DISBURSEMENT_PORT } from './outcome.ts';

/** Disbursements per run of the sweep, which continues with the rest, and per page. */
const BATCH = 500;

/** Sends one approved disbursement. */
const sendDisbursementJob: Job = {
  name: SEND_DISBURSEMENT_JOB,
  lane: 'bank',
  run: (deps, { merchant_id, id }) => sendDisbursement(deps, String(merchant_id), String(id)),
};

/** Sends disbursements one after the other; one that fails delays no other. Returns how many failed. */
async function sendEach(deps: Deps, disbursements: readonly { merchant_id: string; id: string }[]): Promise<number> {
  let failed = 0;
  for (const { merchant_id, id } of disbursements) {
    await sendDisbursement(deps, merchant_id, id).catch((error: unknown) => {
      failed += 1;
      deps.log.error({ err: error, disbursement_id: id }, 'disbursement failed');
    });
  }
  return failed;
}

/** Scheduled disbursements whose time has come, held ones that are tried again, and approved ones whose job was lost. */
const sweepDisbursementsJob: Job = {
  name: 'sweep_disbursements',
  lane: 'bank',
  run: async (deps) => {
    await sendEach(deps, await asPlatform(deps.db, (tx) => listDueDisbursements(tx, deps.clock.now(), BATCH)));
  },
};

/** Plans disbursements again that wait for a rail or a bank, because an outage ended early or was changed. */
const replanDisbursementsJob: Job = {
  name: REPLAN_JOB,
  lane: 'bank',
  run: async (deps) => {
    let failed = 0;
    for (let after = ''; ;) {
      const held = await asPlatform(deps.db, (tx) => listHeldDisbursements(tx, { after, limit: BATCH }));
      failed += await sendEach(deps, held);
      const last = held.at(-1);
      if (last === undefined || held.length < BATCH) break;
      after = last.id;
    }
    if (failed > 0) throw new Error(`${failed} held disbursements were not planned again`);
  },
};

export const disbursementJobs: Job[] = [sendDisbursementJob, sweepDisbursementsJob, replanDisbursementsJob];
