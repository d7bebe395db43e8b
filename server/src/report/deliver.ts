/**
 * One attempt to deliver a report. Its files are generated once and frozen; each channel is retried on its own schedule and
 * continues where an attempt that died stopped.
 */
import { localized } from '@dasbor/contract/language';
import { toBusinessDay } from '@dasbor/contract/time';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { recordRefusedLogin, getConfiguration } from './configuration-queries.ts';
import type { StoredConfiguration } from './configuration-rules.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { type StoredFile, findStoredFile } from '../storage/stored-file.ts';
import { deliverByEmail } from './deliver-by-email.ts';
import { deliverBySftp } from './deliver-by-sftp.ts';
import { DELIVERY_ERRORS, translateDeliveryError } from './delivery-error-rules.ts';
import {
  type DeliveryRow,
  toChannel,
  getDelivery,
  lockDelivery,
  markChannelDue,
  getDeliverySubject,
  updateChannel,
} from './delivery-queries.ts';
import {
  CHANNELS,
  type Channel,
  type ChannelName,
  type Outcome,
  applyOutcome,
  calculateNextAttempt,
  isDue,
  toRunStatus,
} from './delivery-rules.ts';
import { generateReport } from './generate.ts';
import { enqueueDelivery } from './run-queries.ts';

/** The frozen files of a run and what the email says about them. */
export interface ReadyReport {
  run: DeliveryRow;
  subject: Awaited<ReturnType<typeof getDeliverySubject>>;
  file: StoredFile;
  /** Uploaded with the file to SFTP servers; null for runs without one. */
  totals: StoredFile | null;
}

const DELIVER: Record<
  ChannelName,
  (deps: Deps, merchant_id: string, configuration: StoredConfiguration, report: ReadyReport) => Promise<Outcome>
> = { email: deliverByEmail, sftp: deliverBySftp };

/** Does nothing for a run that has finished or is not due. */
export async function deliverReport(deps: Deps, merchant_id: string, run_id: string): Promise<void> {
  const report = await prepareReport(deps, merchant_id, run_id);
  if (report === null) return;
  const configuration = await asMerchant(deps.db, merchant_id, getConfiguration);
  const now = deps.clock.now();
  const due = CHANNELS.filter((name) => isDue(toChannel(report.run, name), now));
  // In parallel: a slow server does not delay the other channel.
  const ends = await Promise.allSettled(
    due.map(async (name) => {
      const outcome = await DELIVER[name](deps, merchant_id, configuration, report);
      await asMerchant(deps.db, merchant_id, (tx) => recordOutcome(deps, tx, { configuration, run_id, name }, outcome));
    }),
  );
  if (due.length === 0) await asMerchant(deps.db, merchant_id, (tx) => scheduleNextAttempt(deps, tx, run_id));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The files, which the first attempt generates. null when nothing is left to do. */
async function prepareReport(deps: Deps, merchant_id: string, run_id: string): Promise<ReadyReport | null> {
  const inTx = <T>(work: (tx: MerchantTx) => Promise<T>): Promise<T> => asMerchant(deps.db, merchant_id, work);
  const before = await inTx((tx) => lockDelivery(tx, run_id));
  if (before === undefined || before.finished_at !== null) return null;
  if (before.file_id === null) await generateReport(deps, merchant_id, run_id);
  const run = await inTx((tx) => getDelivery(tx, run_id));
  // Generation failed; the run holds the error.
  if (run.finished_at !== null || run.file_id === null) return null;
  const file = await findStoredFile(deps, merchant_id, run.file_id);
  const totals = run.totals_file_id === null ? null : await findStoredFile(deps, merchant_id, run.totals_file_id);
  if (file === null) throw new Error(`The file of the report ${run_id} does not exist`);
  const subject = await inTx((tx) => getDeliverySubject(tx, run.settlement_batch_id));
  return { run, subject, file, totals };
}

/** Records the outcome of one channel and schedules the next attempt while a channel still waits. */
async function recordOutcome(
  deps: Deps,
  tx: MerchantTx,
  { configuration, run_id, name }: { configuration: StoredConfiguration; run_id: string; name: ChannelName },
  outcome: Outcome,
): Promise<void> {
  const now = deps.clock.now();
  // Lock order everywhere: the configuration, then the run.
  if (outcome.result === 'failed' && outcome.is_login_refused === true)
    await recordRefusedLogin(tx, configuration, now);
  const run = await lockDelivery(tx, run_id);
  if (run === undefined || run.finished_at !== null) return;
  const started_at = new Date(run.resent_at ?? run.created_at);
  const channel = applyOutcome(toChannel(run, name), outcome, started_at, now);
  const channels = CHANNELS.map((each) => (each === name ? channel : toChannel(run, each)));
  const status = toRunStatus(channels.map((each) => each.status));
  const is_over = status !== 'retrying';
  const is_switched_off = channels.every((each) => each.status === 'off');
  await updateChannel(tx, { id: run_id, name }, channel, {
    status,
    attempts: Math.max(...channels.map((each) => each.attempts)),
    error: is_switched_off ? DELIVERY_ERRORS.switched_off.en : null,
    finished_at: is_over ? now : null,
  });
  if (!is_over) await scheduleNextAttempt(deps, tx, run_id);
  // A channel that works again is retried at once for the other waiting reports.
  if (outcome.result === 'delivered') {
    for (const id of await markChannelDue(tx, name)) await enqueueDelivery(tx, id, now);
  }
  if (channel.status === 'failed') {
    deps.log.error({ merchant_id: tx.merchant_id, run_id, channel: name }, 'a report could not be delivered');
  }
  if (outcome.result === 'failed') await notifyFailure(tx, { run, name, channel, outcome, at: now });
  await publishLiveEvents(tx, { topic: 'report-run', id: run_id, change: 'updated' });
}

/** Schedules the next attempt for when the first waiting channel is due; a channel in progress counts as due. */
async function scheduleNextAttempt(deps: Deps, tx: MerchantTx, run_id: string): Promise<void> {
  const run = await getDelivery(tx, run_id);
  const again_at = calculateNextAttempt(
    CHANNELS.map((name) => toChannel(run, name)),
    deps.clock.now(),
  );
  if (again_at !== null) await enqueueDelivery(tx, run_id, again_at);
}

/**
 * Sends a notification email when delivery is given up, and at once when only a change by the merchant can help: then once a
 * day per channel, however many reports wait (action 1004, domain 1.21).
 */
async function notifyFailure(
  tx: MerchantTx,
  failure: {
    run: DeliveryRow;
    name: ChannelName;
    channel: Channel;
    outcome: Outcome & { result: 'failed' };
    at: Date;
  },
): Promise<void> {
  const { run, name, channel, outcome, at } = failure;
  const is_over = channel.status === 'failed';
  if (!is_over && !outcome.needs_person) return;
  const since = Date.parse(run.resent_at ?? run.created_at).toString(36);
  await enqueueNotification(tx, {
    event_id: is_over ? `${run.id}.${name}.${since}` : `report_blocked.${name}.${toBusinessDay(at)}`,
    action: 1004,
    object_type: 'report_run',
    object_id: run.id,
    template_data: {
      outcome: is_over ? 'report_undelivered' : 'report_blocked',
      channel: name === 'sftp' ? 'SFTP' : 'email',
      file_name: run.file_name,
      reason: localized(outcome.error, translateDeliveryError(outcome.error, 'id') ?? outcome.error),
    },
    at,
  });
}
