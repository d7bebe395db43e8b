/**
 * One attempt to deliver a report. The file is made once and frozen; each channel is served exactly once, tried again
 * on its own schedule, and finds what an attempt that died has done already.
 */
import { createHash } from 'node:crypto';
import { startOfBusinessDay } from '@dasbor/contract/time';
import { announce } from '../db/notify.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { deliverByEmail } from './deliver-by-email.ts';
import { deliverBySftp } from './deliver-by-sftp.ts';
import {
  type Channel,
  type ChannelStatus,
  type Outcome,
  afterAttempt,
  isDue,
  nextAttemptAt,
  runStatus,
} from './delivery-rules.ts';
import { readConfiguration } from '../manage-notifications/queries.ts';
import {
  type RunRow,
  enqueueDelivery,
  getRun,
  listTakenTransactions,
  lockRun,
  readContent,
  readMerchant,
  updateRun,
} from './run-queries.ts';
import { reportCsv, reportFileName } from './report.ts';

const DAY_MS = 86_400_000;
/** About 20 MB: what a mail server still takes. */
const MAX_ROWS = 100_000;

/** The frozen file of a run. */
export interface ReportFile {
  run_id: string;
  business_day: string;
  name: string;
  sha256: string;
  row_count: number;
  content: Buffer;
}

/** Does nothing for a run that has ended. */
export async function deliverReport(deps: Deps, merchant_id: string, run_id: string): Promise<void> {
  const file = await prepare(deps, merchant_id, run_id);
  if (file === null) return;
  const { run, configuration } = await asMerchant(deps.db, merchant_id, async (tx) => ({
    run: await getRun(tx, run_id),
    configuration: await readConfiguration(tx),
  }));
  const now = deps.clock.now();
  const due = { email: isDue(channelOf(run, 'email'), now), sftp: isDue(channelOf(run, 'sftp'), now) };
  const email: Outcome = due.email
    ? await deliverByEmail(deps, merchant_id, configuration, file)
    : { result: 'not_due' };
  const sftp: Outcome = due.sftp ? await deliverBySftp(deps, merchant_id, configuration, file) : { result: 'not_due' };
  await asMerchant(deps.db, merchant_id, (tx) => conclude(deps, tx, run_id, { email, sftp }, due.email || due.sftp));
}

/** The file, made on the first attempt. null when there is nothing left to do. */
async function prepare(deps: Deps, merchant_id: string, run_id: string): Promise<ReportFile | null> {
  const has_begun = await asMerchant(deps.db, merchant_id, async (tx) => {
    const run = await lockRun(tx, run_id);
    if (run === undefined || run.finished_at !== null) return false;
    if (run.status === 'scheduled') await move(tx, run_id, 'generating');
    return true;
  });
  if (!has_begun) return null;
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const run = await lockRun(tx, run_id);
    if (run === undefined) return null;
    const content = (await readContent(tx, run_id)) ?? (await generate(deps, tx, run));
    if (content === null) return null;
    const { file_name, sha256, row_count } = await getRun(tx, run_id);
    return {
      run_id,
      business_day: run.business_day,
      name: file_name ?? '',
      sha256: sha256 ?? '',
      row_count: row_count ?? 0,
      content,
    };
  });
}

async function generate(deps: Deps, tx: MerchantTx, run: RunRow): Promise<Buffer | null> {
  const from = startOfBusinessDay(run.business_day);
  const rows = await listTakenTransactions(tx, from, new Date(from.getTime() + DAY_MS), MAX_ROWS + 1);
  if (rows.length > MAX_ROWS) {
    const error = `The day has more than ${MAX_ROWS} paid transactions, which is too much for one file.`;
    await updateRun(tx, run.id, { status: 'failed', error, finished_at: deps.clock.now() });
    await announce(tx, { noun: 'report-run', id: run.id, change: 'updated' });
    return null;
  }
  const content = reportCsv(rows);
  const { code } = await readMerchant(tx);
  await updateRun(tx, run.id, {
    status: 'delivering',
    content,
    row_count: rows.length,
    file_name: reportFileName(code, run.business_day, run.sequence),
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  await announce(tx, { noun: 'report-run', id: run.id, change: 'updated' });
  return content;
}

async function move(tx: MerchantTx, run_id: string, status: 'generating'): Promise<void> {
  await updateRun(tx, run_id, { status });
  await announce(tx, { noun: 'report-run', id: run_id, change: 'updated' });
}

/** Writes down how the attempt went, and comes back when a channel still waits. */
async function conclude(
  deps: Deps,
  tx: MerchantTx,
  run_id: string,
  outcomes: { email: Outcome; sftp: Outcome },
  was_attempt: boolean,
): Promise<void> {
  const run = await lockRun(tx, run_id);
  if (run === undefined) return;
  const now = deps.clock.now();
  const created_at = new Date(run.created_at);
  const email = afterAttempt(channelOf(run, 'email'), outcomes.email, created_at, now);
  const sftp = afterAttempt(channelOf(run, 'sftp'), outcomes.sftp, created_at, now);
  const status = runStatus([email.status, sftp.status]);
  const again_at = nextAttemptAt([email, sftp], now);
  const is_unwanted = email.status === 'off' && sftp.status === 'off';
  await updateRun(tx, run_id, {
    status,
    email,
    sftp,
    attempts: run.attempts + (was_attempt ? 1 : 0),
    error: is_unwanted ? 'Report delivery was switched off before the report could be delivered.' : null,
    finished_at: again_at === null ? now : null,
  });
  if (again_at !== null) await enqueueDelivery(tx, run_id, again_at);
  if (status === 'failed' || status === 'partially_delivered') {
    deps.log.error({ merchant_id: tx.merchant_id, run_id, status }, 'a report could not be delivered');
  }
  await announce(tx, { noun: 'report-run', id: run_id, change: 'updated' });
}

const channelOf = (run: RunRow, name: 'email' | 'sftp'): Channel => ({
  status: run[`${name}_status`] as ChannelStatus,
  attempts: run[`${name}_attempts`],
  error: run[`${name}_error`],
  retry_at: run[`${name}_retry_at`],
});
