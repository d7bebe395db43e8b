/** Scheduling and delivering reports. */
import { businessDayOf } from '@dasbor/contract/time';
import { announce } from '../db/notify.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { deliverReport } from './deliver.ts';
import { lockConfiguration } from '../manage-notifications/queries.ts';
import { addRun, listMerchantsWithDelivery } from './run-queries.ts';

const DAY_MS = 86_400_000;

export const reportJobs: Job[] = [
  { name: 'schedule_reports', run: scheduleReports },
  {
    name: 'deliver_report',
    run: (deps, payload) => deliverReport(deps, String(payload.merchant_id), String(payload.run_id)),
  },
];

/** One run for yesterday (WIB) per merchant who has delivery switched on, however often it fires. */
async function scheduleReports(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const failures: unknown[] = [];
  for (const merchant_id of await asPlatform(deps.db, listMerchantsWithDelivery)) {
    // One merchant's trouble must not keep the report from the others; the job is tried again for the rest.
    await asMerchant(deps.db, merchant_id, (tx) => scheduleYesterday(tx, now)).catch((error: unknown) => {
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} reports could not be scheduled`);
}

async function scheduleYesterday(tx: MerchantTx, now: Date): Promise<void> {
  const configuration = await lockConfiguration(tx, now);
  if (!configuration.email_delivery_enabled && !configuration.sftp_delivery_enabled) return;
  const id = newId('report_run', now);
  const is_new = await addRun(tx, {
    id,
    business_day: businessDayOf(new Date(now.getTime() - DAY_MS)),
    trigger: 'schedule',
    requested_by: 'schedule',
    email_status: configuration.email_delivery_enabled ? 'waiting' : 'off',
    sftp_status: configuration.sftp_delivery_enabled ? 'waiting' : 'off',
    created_at: now,
  });
  if (is_new) await announce(tx, { noun: 'report-run', id, change: 'created' });
}
