/** Scheduling and delivering reports. */
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { deliverReport } from './deliver.ts';
import { listStalledRuns } from './delivery-queries.ts';
import { enqueueDelivery } from './run-queries.ts';
import { scheduleReports } from './schedule.ts';

export const reportJobs: Job[] = [
  { name: 'schedule_reports', run: scheduleReports },
  {
    name: 'deliver_report',
    run: (deps, payload) => deliverReport(deps, String(payload.merchant_id), String(payload.run_id)),
  },
  { name: 'sweep_report_runs', run: sweepStalledRuns },
];

/** How long after its time a run is taken for forgotten; longer than any attempt lasts that is under way. */
const STALLED_AFTER_MS = 30 * 60_000;
const SWEEP_MAX = 200;

/** The truth behind the queue: a run whose job was lost, or given up after too many errors of ours, is tried again. */
async function sweepStalledRuns(deps: Deps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - STALLED_AFTER_MS);
  for (const { merchant_id, id } of await asPlatform(deps.db, (tx) => listStalledRuns(tx, since, SWEEP_MAX))) {
    deps.log.warn({ merchant_id, run_id: id }, 'a report was forgotten by the queue; it is tried again');
    await asMerchant(deps.db, merchant_id, (tx) => enqueueDelivery(tx, id));
  }
}
