/** Settlement batches: lists, details, approval and disputes. */
import * as contract from '@dasbor/contract/settlement';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { createFileResponse } from '../http/list-file.ts';
import { buildPage, parseLineCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { RequestContext, Handlers } from '../http/serve.ts';
import { approveSettlement } from './approve.ts';
import { parseBatchCursor } from './batch-cursor-rules.ts';
import { openDispute } from './dispute.ts';
import { translateReason } from './event-reasons.ts';
import { readForecastInput } from './forecast-queries.ts';
import { forecastSettlements } from './forecast-rules.ts';
import {
  buildBatchRows,
  buildLineRows,
  findBatch,
  listBatchEvents,
  summariseBatchRows,
  summariseLines,
  settlementFile,
  settlementLineFile,
} from './list-queries.ts';
import { hasLine } from './setting-queries.ts';

/** Days ahead for which upcoming settlements are listed. */
const UPCOMING_DAYS = 21;

export const settlementHandlers: Handlers<typeof contract> = {
  listSettlements: async (ctx) => {
    if (ctx.file_format !== null) return createFileResponse(ctx, settlementFile);
    const { query } = ctx;
    const page = { after: parseBatchCursor(query.cursor), limit: query.limit + 1 };
    const rows = await ctx.read((merchant) => buildBatchRows(merchant, query, page));
    return buildPage(rows, query.limit, ({ settlement_date, id }) => [settlement_date, id]);
  },

  summariseSettlements: async ({ query, tx }) => ({
    data: await tx((merchant) => summariseBatchRows(merchant, query)),
  }),

  getSettlement: async ({ params, language, tx }) =>
    tx(async (merchant) => {
      const batch = await getBatch(merchant, params.id);
      const events = (await listBatchEvents(merchant, params.id)).map((event) => ({
        ...event,
        reason: event.reason === null ? null : translateReason(event.reason, language),
      }));
      const summary = await summariseLines(merchant, params.id);
      const lines_net_amount = summary.reduce((sum, { net_amount }) => sum + net_amount, 0);
      const failure_message = batch.failure_message && translateReason(batch.failure_message, language);
      const held_reason = batch.held_reason && translateReason(batch.held_reason, language);
      return { data: { ...batch, failure_message, held_reason, events, summary, lines_net_amount } };
    }),

  listSettlementLines: async (ctx) => {
    const { query, params, tx } = ctx;
    const batch = await tx((merchant) => getBatch(merchant, params.id));
    if (ctx.file_format !== null) return createFileResponse(ctx, settlementLineFile, `settlement-${batch.batch_no}`);
    const after = parseLineCursor(query.cursor);
    const rows = await ctx.read((merchant) => buildLineRows(merchant, params.id, query, after));
    return buildPage(rows, query.limit, ({ line_no }) => [line_no]);
  },

  listUpcomingSettlements: async ({ tx, now }) => {
    const input = await tx((merchant) => readForecastInput(merchant, now));
    const { days, later } = forecastSettlements(input, addDays(toBusinessDay(now), UPCOMING_DAYS));
    const data = days
      .filter(({ net_amount }) => net_amount > 0)
      .map(({ day, is_business_day: _is_business_day, ...amounts }) => ({ settlement_date: day, ...amounts }));
    return { data, later };
  },

  approveSettlement: (ctx) =>
    runIdempotent(contract.approveSettlement, ctx, {
      begin: async (tx) => {
        const { principal, request, now, params } = ctx;
        await approveSettlement(tx, params.id, null, { principal, ip: request.ip, now });
        return params.id;
      },
      finish: () => readApproved(ctx),
    }),

  disputeSettlementLine: {
    find: ({ params, tx }) =>
      tx(async (merchant) => ((await hasLine(merchant, params.id, params.line_no)) ? true : null)),
    handle: (ctx) => ctx.tx((tx) => createDispute(tx, ctx)),
  },
};

async function getBatch(tx: MerchantTx, id: string) {
  const batch = await findBatch(tx, id);
  if (batch === undefined) throw notFound();
  return batch;
}

const readApproved = (ctx: RequestContext<typeof contract.approveSettlement>) =>
  ctx.tx(async (tx) => ({ data: await getBatch(tx, ctx.params.id) }));

async function createDispute(tx: MerchantTx, ctx: RequestContext<typeof contract.disputeSettlementLine>) {
  const { params, body, principal, now } = ctx;
  const line = { batch_id: params.id, line_no: params.line_no, reason: body.reason };
  const id = await openDispute(tx, line, { now, actor: { actor_type: principal.type, actor_name: principal.name } });
  const row = { id, ...line };
  await recordAudit(ctx, tx, {
    action: 'settlement.line_disputed',
    object_type: 'settlement_batch',
    object_id: params.id,
    after: row,
  });
  const { line_no, reason } = row;
  return { data: { id, line_no, reason, status: 'open' as const, answer: null, created_at: now.toISOString() } };
}
