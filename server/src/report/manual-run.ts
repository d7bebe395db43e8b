/** Reports requested by users: create, resend and regenerate. Each is recorded in the audit log. */
import type * as contract from '@dasbor/contract/report';
import { recordAudit } from '../audit/record.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { localized } from '@dasbor/contract/language';
import { Problem, notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { clearRefusedLogin, lockConfiguration } from './configuration-queries.ts';
import { listVisibleTypes } from './access-rules.ts';
import { getReportDefaults } from './defaults.ts';
import { calculateRefusalCutoff } from './delivery-rules.ts';
import { parsePeriod, assertSubject, selectChannels } from './manual-run-rules.ts';
import { type NewRun, insertRun, restartDelivery, enqueueDelivery, lockRun } from './run-queries.ts';
import { findSchedule } from './schedule-queries.ts';
import { toDefaultSchedule } from './schedule-rules.ts';
import { findBatch } from './subject-queries.ts';

type RequesterContext = Pick<RequestContext<typeof contract.createReportRun>, 'principal' | 'now' | 'request'>;

/** Returns the id of the run. Throws the 422 errors of the contract. */
export async function createRun(tx: MerchantTx, ctx: RequestContext<typeof contract.createReportRun>): Promise<string> {
  const { body, principal, now } = ctx;
  const { report_type, settlement_batch_id } = body;
  if (!listVisibleTypes(principal).includes(report_type)) throw notFound();
  assertSubject(report_type, settlement_batch_id);
  const period =
    settlement_batch_id === undefined ? parsePeriod(body, now) : await getSettlementPeriod(tx, settlement_batch_id);
  const statuses = selectChannels(await lockConfiguration(tx, now), body.channels);
  const defaults = await getReportDefaults(tx, ctx);
  const schedule = (await findSchedule(tx, report_type)) ?? toDefaultSchedule(report_type, defaults);
  return addManualRun(tx, ctx, {
    report_type,
    ...period,
    settlement_batch_id: settlement_batch_id ?? null,
    format: body.format ?? schedule.format,
    delimiter: body.delimiter ?? schedule.delimiter,
    language: body.language ?? defaults.language,
    ...statuses,
  });
}

async function getSettlementPeriod(tx: MerchantTx, id: string) {
  const batch = await findBatch(tx, id);
  if (batch === undefined) throw notFound();
  if (batch.status === 'open') {
    throw new Problem(
      422,
      'batch_not_closed',
      localized(
        'This settlement is still open. Its report is available once it is closed.',
        'Settlement ini masih terbuka. Laporannya tersedia setelah settlement ditutup.',
      ),
    );
  }
  return { period_from: batch.settlement_date, period_to: batch.settlement_date };
}

/** Creates the same report again under the next number; the existing file is kept. */
export async function regenerateRun(
  tx: MerchantTx,
  ctx: RequestContext<typeof contract.regenerateReport>,
): Promise<string> {
  const { body, params, now } = ctx;
  const statuses = selectChannels(await lockConfiguration(tx, now), body.channels);
  const old = await lockRun(tx, params.id);
  if (old === undefined) throw notFound();
  const { report_type, period_from, period_to, settlement_batch_id, language } = old;
  return addManualRun(
    tx,
    ctx,
    {
      report_type,
      period_from,
      period_to,
      settlement_batch_id,
      format: body.format ?? old.format,
      delimiter: body.delimiter ?? old.delimiter,
      language,
      ...statuses,
    },
    old.id,
  );
}

/** Delivers the same file again, by the current configuration. */
export async function resendRun(tx: MerchantTx, ctx: RequestContext<typeof contract.resendReport>): Promise<string> {
  const { body, params, now } = ctx;
  const channels = [...new Set(body.channels)];
  selectChannels(await lockConfiguration(tx, now), channels);
  const run = await lockRun(tx, params.id);
  if (run === undefined) throw notFound();
  if (run.file_id === null)
    throw new Problem(
      409,
      'not_ready',
      localized('This report has no file yet.', 'Laporan ini belum memiliki berkas.'),
    );
  if (run.finished_at === null) {
    throw new Problem(
      409,
      'still_delivering',
      localized(
        'This report is still being delivered. Try again when the delivery has finished.',
        'Laporan ini masih dikirim. Coba lagi setelah pengiriman selesai.',
      ),
    );
  }
  await clearRefusedLogin(tx, calculateRefusalCutoff(now));
  await restartDelivery(tx, run.id, channels, now);
  await enqueueDelivery(tx, run.id, now);
  await recordRunAudit(ctx, tx, run.id, { action: 'resent', after: { channels } });
  await publishLiveEvents(tx, { topic: 'report-run', id: run.id, change: 'updated' });
  return run.id;
}

async function addManualRun(
  tx: MerchantTx,
  ctx: RequesterContext,
  run: Omit<NewRun, 'id' | 'trigger' | 'requested_by' | 'created_at'>,
  replaces?: string,
): Promise<string> {
  const { now, principal } = ctx;
  const id = newId('report_run', now);
  await insertRun(tx, { id, trigger: 'manual', requested_by: principal.name, created_at: now, ...run });
  await recordRunAudit(
    ctx,
    tx,
    id,
    replaces === undefined
      ? { action: 'requested', after: run }
      : { action: 'regenerated', after: { ...run, replaces } },
  );
  await publishLiveEvents(tx, { topic: 'report-run', id, change: 'created' });
  return id;
}

const recordRunAudit = (
  ctx: RequesterContext,
  tx: MerchantTx,
  object_id: string,
  { action, after }: { action: 'requested' | 'regenerated' | 'resent'; after: object },
): Promise<void> =>
  recordAudit(ctx, tx, {
    action: `report_run.${action}`,
    object_type: 'report_run',
    object_id,
    after,
  });
