/** Scheduling and delivering reports. */
import * as duration from '@dasbor/contract/duration';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { deliverReport } from './deliver.ts';
import { listStalledRuns } from './delivery-queries.ts';
import { enqueueDelivery } from './run-queries.ts';
import { scheduleReports } from './schedule.ts';

export const reportJobs: Job[] = [
  { name: 'schedule_reports', lane: 'report', run: scheduleReports },
  {
    name: 'deliver_report',
    lane: 'report',
    run: (deps, payload) => deliverReport(deps, String(payload.merchant_id), String(payload.run_id)),
  },
  { name: 'sweep_report_runs', lane: 'report', run: sweepStalledRuns },
];

/** Delay after which a due run counts as stalled; longer than any attempt takes. */
const STALLED_AFTER_MS = duration.minutes(30);
const SWEEP_MAX = 200;

/** Reconciliation sweep: enqueues runs whose job was lost or failed too often. */
async function sweepStalledRuns(deps: Deps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - STALLED_AFTER_MS);
  for (const { merchant_id, id } of await asPlatform(deps.db, (tx) => listStalledRuns(tx, since, SWEEP_MAX))) {
    deps.log.warn({ merchant_id, run_id: id }, 'a report run without a job is enqueued again');
    await asMerchant(deps.db, merchant_id, (tx) => enqueueDelivery(tx, id));
  }
}
