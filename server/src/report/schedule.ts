/** Creates the runs of due schedules and of paid settlements. */
import * as duration from '@dasbor/contract/duration';
import { publishLiveEvents } from '../db/live-events.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { lockConfiguration } from './configuration-queries.ts';
import { getReportDefaults } from './defaults.ts';
import { type NewRun, insertRun, listUnreportedSettlements } from './run-queries.ts';
import { findSchedule, listDueMerchants, lockDueSchedules, updateNextAt } from './schedule-queries.ts';
import { toDefaultSchedule, calculateNextOccurrence, calculateReportedPeriod } from './schedule-rules.ts';

/** Settlements paid before this window do not get a scheduled report. */
const SETTLEMENT_WINDOW_MS = duration.days(7);
const SETTLEMENTS_PER_RUN = 200;

/** Idempotent and safe to run concurrently: each report is created once. Missed occurrences are made up for. */
export async function scheduleReports(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const failures: unknown[] = [];
  // A failure for one merchant does not affect the others; the job is retried for those that failed.
  const inTx = (merchant_id: string, work: (tx: MerchantTx) => Promise<void>): Promise<void> =>
    asMerchant(deps.db, merchant_id, work).catch((error: unknown) => {
      failures.push(error);
    });
  for (const merchant_id of await asPlatform(deps.db, (tx) => listDueMerchants(tx, now))) {
    await inTx(merchant_id, (tx) => createDueRuns(tx, now));
  }
  const since = new Date(now.getTime() - SETTLEMENT_WINDOW_MS);
  const settled = await asPlatform(deps.db, (tx) => listUnreportedSettlements(tx, since, SETTLEMENTS_PER_RUN));
  // Each at its own moment, so that the history lists them in the order of their settlements.
  for (const batch of settled) await inTx(batch.merchant_id, (tx) => createSettlementRun(tx, batch, deps.clock.now()));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} reports could not be scheduled`);
}

async function createDueRuns(tx: MerchantTx, now: Date): Promise<void> {
  const statuses = await getInitialStatuses(tx, now);
  for (const schedule of await lockDueSchedules(tx, now)) {
    const { report_type, frequency, format, delimiter, language } = schedule;
    let at = schedule.next_at === null ? null : new Date(schedule.next_at);
    while (at !== null && at <= now && frequency !== 'batch') {
      const common = { report_type, settlement_batch_id: null, format, delimiter, language };
      await createReportRun(tx, { ...common, ...calculateReportedPeriod(frequency, at), ...statuses }, now);
      at = calculateNextOccurrence(schedule, at);
    }
    if (at !== null) await updateNextAt(tx, report_type, at);
  }
}

/** Idempotent: does nothing when the settlement has a scheduled report. */
export async function createSettlementRun(
  tx: MerchantTx,
  { id, settlement_date }: { id: string; settlement_date: string },
  now: Date,
): Promise<void> {
  const statuses = await getInitialStatuses(tx, now);
  const saved = await findSchedule(tx, 'settlement');
  const schedule = saved ?? toDefaultSchedule('settlement', await getReportDefaults(tx, { language: 'en' }));
  const { format, delimiter, language } = schedule;
  const days = { period_from: settlement_date, period_to: settlement_date };
  const run = { report_type: 'settlement', settlement_batch_id: id, format, delimiter, language } as const;
  await createReportRun(tx, { ...run, ...days, ...statuses }, now);
}

/** From the current configuration; without a delivery method the file is only available for download. */
async function getInitialStatuses(tx: MerchantTx, now: Date): Promise<Pick<NewRun, 'email_status' | 'sftp_status'>> {
  const configuration = await lockConfiguration(tx, now);
  return {
    email_status: configuration.email_delivery_enabled ? 'waiting' : 'off',
    sftp_status: configuration.sftp_delivery_enabled ? 'waiting' : 'off',
  };
}

async function createReportRun(
  tx: MerchantTx,
  run: Omit<NewRun, 'id' | 'trigger' | 'requested_by' | 'created_at'>,
  now: Date,
): Promise<void> {
  const id = newId('report_run', now);
  const is_new = await insertRun(tx, { id, trigger: 'schedule', requested_by: 'schedule', created_at: now, ...run });
  if (is_new) await publishLiveEvents(tx, { topic: 'report-run', id, change: 'created' });
}
