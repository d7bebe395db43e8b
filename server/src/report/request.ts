/** What people ask of reports: a new one, the same once more, or the same made anew. Each is written down. */
import type * as contract from '@dasbor/contract/report';
import { actorOf, recordAudit } from '../audit/record.ts';
import { announce } from '../db/notify.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Ctx } from '../http/serve.ts';
import { forgetRefusedLogin, lockConfiguration } from '../manage-notifications/queries.ts';
import { visibleTypes } from './access-rules.ts';
import { forgetRefusalsBefore } from './delivery-rules.ts';
import { askedPeriod, checkSubject, chosenChannels } from './request-rules.ts';
import { type NewRun, addRun, askAgain, enqueueDelivery, lockRun } from './run-queries.ts';
import { findSchedule } from './schedule-queries.ts';
import { defaultSchedule } from './schedule-rules.ts';
import { findBatch } from './subject-queries.ts';

type Who = Pick<Ctx<typeof contract.sendReport>, 'caller' | 'now' | 'request'>;

/** Answers the id of the run. Throws the 422s of the contract. */
export async function request(tx: MerchantTx, ctx: Ctx<typeof contract.sendReport>): Promise<string> {
  const { body, caller, now } = ctx;
  const { report_type, settlement_batch_id } = body;
  if (!visibleTypes(caller).includes(report_type)) throw notFound();
  checkSubject(report_type, settlement_batch_id);
  const period = settlement_batch_id === undefined ? askedPeriod(body, now) : await daysOf(tx, settlement_batch_id);
  const statuses = chosenChannels(await lockConfiguration(tx, now), body.channels);
  const usual = (await findSchedule(tx, report_type)) ?? defaultSchedule(report_type);
  return add(tx, ctx, 'report_run.requested', {
    report_type,
    ...period,
    settlement_batch_id: settlement_batch_id ?? null,
    format: body.format ?? usual.format,
    delimiter: body.delimiter ?? usual.delimiter,
    ...statuses,
  });
}

async function daysOf(tx: MerchantTx, id: string) {
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
export async function regenerate(tx: MerchantTx, ctx: Ctx<typeof contract.regenerateReport>): Promise<string> {
  const { body, params, now } = ctx;
  const statuses = chosenChannels(await lockConfiguration(tx, now), body.channels);
  const old = await lockRun(tx, params.id);
  if (old === undefined) throw notFound();
  const { report_type, period_from, period_to, settlement_batch_id } = old;
  return add(
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
export async function resend(tx: MerchantTx, ctx: Ctx<typeof contract.resendReport>): Promise<string> {
  const { body, params, now } = ctx;
  const channels = [...new Set(body.channels)];
  chosenChannels(await lockConfiguration(tx, now), channels);
  const run = await lockRun(tx, params.id);
  if (run === undefined) throw notFound();
  if (run.file_id === null) throw new Problem(409, 'not_ready', 'This report has no file to send.');
  if (run.finished_at === null) {
    throw new Problem(409, 'still_delivering', 'This report is still being delivered.');
  }
  await forgetRefusedLogin(tx, forgetRefusalsBefore(now));
  await askAgain(tx, run.id, channels, now);
  await enqueueDelivery(tx, run.id, now);
  await noteDown(tx, ctx, 'report_run.resent', run.id, { channels });
  await announce(tx, { noun: 'report-run', id: run.id, change: 'updated' });
  return run.id;
}

async function add(
  tx: MerchantTx,
  ctx: Who,
  action: string,
  run: Omit<NewRun, 'id' | 'trigger' | 'requested_by' | 'created_at'>,
  instead_of?: string,
): Promise<string> {
  const { now, caller } = ctx;
  const id = newId('report_run', now);
  await addRun(tx, { id, trigger: 'manual', requested_by: caller.name, created_at: now, ...run });
  await noteDown(tx, ctx, action, id, { ...run, ...(instead_of === undefined ? {} : { instead_of }) });
  await announce(tx, { noun: 'report-run', id, change: 'created' });
  return id;
}

const noteDown = (
  tx: MerchantTx,
  { now, caller, request: { ip } }: Who,
  action: string,
  object_id: string,
  after: object,
): Promise<void> =>
  recordAudit(tx, { at: now, actor: actorOf(caller), ip, action, object_type: 'report_run', object_id, after });
