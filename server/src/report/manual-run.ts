/** What people ask of reports: a new one, the same once more, or the same made anew. Each is written down. */
import type * as contract from '@dasbor/contract/report';
import { toAuditActor, recordAudit } from '../audit/record.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { clearRefusedLogin, lockConfiguration } from './configuration-queries.ts';
import { listVisibleTypes } from './access-rules.ts';
import { getRefusalCutoff } from './delivery-rules.ts';
import { parsePeriod, assertSubject, selectChannels } from './manual-run-rules.ts';
import { type NewRun, insertRun, restartDelivery, enqueueDelivery, lockRun } from './run-queries.ts';
import { findSchedule } from './schedule-queries.ts';
import { getDefaultSchedule } from './schedule-rules.ts';
import { findBatch } from './subject-queries.ts';

type RequesterContext = Pick<RequestContext<typeof contract.createReportRun>, 'principal' | 'now' | 'request'>;

/** Answers the id of the run. Throws the 422s of the contract. */
export async function createRun(tx: MerchantTx, ctx: RequestContext<typeof contract.createReportRun>): Promise<string> {
  const { body, principal, now } = ctx;
  const { report_type, settlement_batch_id } = body;
  if (!listVisibleTypes(principal).includes(report_type)) throw notFound();
  assertSubject(report_type, settlement_batch_id);
  const period =
    settlement_batch_id === undefined ? parsePeriod(body, now) : await getSettlementPeriod(tx, settlement_batch_id);
  const statuses = selectChannels(await lockConfiguration(tx, now), body.channels);
  const usual = (await findSchedule(tx, report_type)) ?? getDefaultSchedule(report_type);
  return addManualRun(tx, ctx, 'report_run.requested', {
    report_type,
    ...period,
    settlement_batch_id: settlement_batch_id ?? null,
    format: body.format ?? usual.format,
    delimiter: body.delimiter ?? usual.delimiter,
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
      'This settlement is still being collected: it is reported when it is closed.',
    );
  }
  return { period_from: batch.settlement_date, period_to: batch.settlement_date };
}

/** The same, made anew under the next number; the old file is kept. */
export async function regenerateRun(
  tx: MerchantTx,
  ctx: RequestContext<typeof contract.regenerateReport>,
): Promise<string> {
  const { body, params, now } = ctx;
  const statuses = selectChannels(await lockConfiguration(tx, now), body.channels);
  const old = await lockRun(tx, params.id);
  if (old === undefined) throw notFound();
  const { report_type, period_from, period_to, settlement_batch_id } = old;
  return addManualRun(
    tx,
    ctx,
    'report_run.regenerated',
    {
      report_type,
      period_from,
      period_to,
      settlement_batch_id,
      format: body.format ?? old.format,
      delimiter: body.delimiter ?? old.delimiter,
      ...statuses,
    },
    old.id,
  );
}

/** The same file once more, to the present configuration. */
export async function resendRun(tx: MerchantTx, ctx: RequestContext<typeof contract.resendReport>): Promise<string> {
  const { body, params, now } = ctx;
  const channels = [...new Set(body.channels)];
  selectChannels(await lockConfiguration(tx, now), channels);
  const run = await lockRun(tx, params.id);
  if (run === undefined) throw notFound();
  if (run.file_id === null) throw new Problem(409, 'not_ready', 'This report has no file to send.');
  if (run.finished_at === null) {
    throw new Problem(409, 'still_delivering', 'This report is still being delivered.');
  }
  await clearRefusedLogin(tx, getRefusalCutoff(now));
  await restartDelivery(tx, run.id, channels, now);
  await enqueueDelivery(tx, run.id, now);
  await recordRunAudit(tx, ctx, 'report_run.resent', run.id, { channels });
  await publishLiveEvents(tx, { topic: 'report-run', id: run.id, change: 'updated' });
  return run.id;
}

async function addManualRun(
  tx: MerchantTx,
  ctx: RequesterContext,
  action: string,
  run: Omit<NewRun, 'id' | 'trigger' | 'requested_by' | 'created_at'>,
  instead_of?: string,
): Promise<string> {
  const { now, principal } = ctx;
  const id = newId('report_run', now);
  await insertRun(tx, { id, trigger: 'manual', requested_by: principal.name, created_at: now, ...run });
  await recordRunAudit(tx, ctx, action, id, { ...run, ...(instead_of === undefined ? {} : { instead_of }) });
  await publishLiveEvents(tx, { topic: 'report-run', id, change: 'created' });
  return id;
}

const recordRunAudit = (
  tx: MerchantTx,
  { now, principal, request: { ip } }: RequesterContext,
  action: string,
  object_id: string,
  after: object,
): Promise<void> =>
  recordAudit(tx, { at: now, actor: toAuditActor(principal), ip, action, object_type: 'report_run', object_id, after });
