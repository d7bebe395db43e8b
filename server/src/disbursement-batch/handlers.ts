/** Disbursement batches: upload, review, submit, decide. Jobs validate their rows and pay them (jobs.ts). */
import * as contract from '@dasbor/contract/disbursement-batch';
import {
  BATCH_STATUSES,
  type BatchRow,
  type DisbursementBatch,
  type ReadDisbursementBatch,
} from '@dasbor/contract/disbursement-batch-fields';
import { type Language, localized, translateMessage } from '@dasbor/contract/language';
import { type ApprovalProgress, getProgress } from '../approval/request.ts';
import { listDecisions } from '../approval/list-queries.ts';
import { getNamedApprovers } from '../approval/named-approver-queries.ts';
import { findLatestRequest } from '../approval/queries.ts';
import type { ActionContext } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseCursor, parseLineCursor } from '../http/keyset-page.ts';
import { createFileResponse } from '../http/list-file.ts';
import type { Principal } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { getBalance } from '../ledger/balance.ts';
import { findStoredFile, readStoredFile } from '../storage/stored-file.ts';
import { getDelimiter } from '../table-file/delimiter.ts';
import { getPayoutAccount } from '../payout-balance/alert-queries.ts';
import { approveBatch, rejectBatch } from './decide.ts';
import { createErrorFile, createResultFile, createTemplate } from './files.ts';
import { formatIssue } from '@dasbor/contract/disbursement-batch-issues';
import {
  type BatchRowView,
  batchFile,
  summariseBatches,
  findRowView,
  findBatchView,
  listBatchEvents,
  listBatches,
  listRowViews,
} from './list-queries.ts';
import { formatNotPaidReason } from './not-paid.ts';
import { changeBatchRow, deleteBatchRow, revalidateBatch } from './review.ts';
import { hasEnded } from './rules.ts';
import { cancelBatch, submitBatch } from './submit.ts';
import { countFileRows, createBatch } from './upload.ts';
import { sortByStatus } from '../http/totals.ts';

type AnyContext = Pick<RequestContext<never>, 'tx' | 'principal' | 'request' | 'now'>;
type BatchContext = AnyContext & { params: { id: string } };

export const disbursementBatchHandlers: Handlers<typeof contract> = {
  uploadDisbursementBatch: async (ctx) => {
    const { deps, merchant_id, file, body } = ctx;
    const stored = await findStoredFile(deps, merchant_id, file.id);
    if (stored === null) throw new Error(`The uploaded file ${file.id} is missing`);
    const file_rows = await countFileRows(readStoredFile(deps.db, merchant_id, stored));
    const { batch_reference, note } = body;
    const input = { file, file_rows, batch_reference, note, language: ctx.language };
    const id = await ctx.tx((tx) => createBatch(tx, input, toActionContext(ctx)));
    return getBatchResponse(ctx, id);
  },

  getBatchTemplate: async (ctx) => createTemplate(ctx.query.format, await getDelimiter(ctx)),

  listDisbursementBatches: async (ctx) => {
    if (ctx.file_format !== null) return createFileResponse(ctx, batchFile);
    const { query, principal, tx, language } = ctx;
    const after = parseCursor(query.cursor, 'disbursement_batch');
    return tx(async (merchant) => {
      const rows = await listBatches(merchant, query, after);
      const { data, next_cursor } = buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
      return { data: await toReadBatches(merchant, data, { principal, language }), next_cursor };
    });
  },

  summariseDisbursementBatches: async ({ query, tx }) => ({
    data: sortByStatus(BATCH_STATUSES, await tx((merchant) => summariseBatches(merchant, query))),
  }),

  getDisbursementBatch: async (ctx) => {
    const { request, ...data } = await ctx.tx(async (tx) => {
      const { id } = ctx.params;
      const batch = await readBatch(tx, id, ctx);
      const request = await findLatestRequest(tx, { subject_type: 'disbursement_batch', subject_id: id });
      const decisions = request === undefined ? [] : await listDecisions(tx, request.id);
      const balance = await getBalance(tx, await getPayoutAccount(tx));
      const events = await listBatchEvents(tx, id);
      const translate = (reason: string | null) => reason && translateMessage(reason, ctx.language);
      const timeline = events.map((event) => ({ ...event, reason: translate(event.reason) }));
      const approvals_required = request?.approvals_required ?? null;
      return { ...batch, request, balance, approvals_required, decisions, events: timeline };
    });
    const approvers = request === undefined ? null : await getNamedApprovers(ctx.deps, ctx.merchant_id, request);
    return { data: { ...data, approvers } };
  },

  listBatchRows: async ({ params, query, tx, language }) => {
    const after = parseLineCursor(query.cursor);
    return tx(async (merchant) => {
      if ((await findBatchView(merchant, params.id)) === undefined) throw notFound();
      const rows = await listRowViews(merchant, params.id, query, after);
      const { data, next_cursor } = buildPage(rows, query.limit, ({ row_no }) => [row_no]);
      return { data: data.map((row) => toBatchRow(row, language)), next_cursor };
    });
  },

  updateBatchRow: {
    find: (ctx) => findBatchFor(ctx),
    handle: async (ctx) => {
      const { params, body, tx, deps, language } = ctx;
      return tx(async (merchant) => {
        await changeBatchRow(deps, merchant, { ...params, change: body }, toActionContext(ctx));
        const row = await findRowView(merchant, params.id, params.row_no);
        if (row === undefined) throw notFound();
        return { data: toBatchRow(row, language) };
      });
    },
  },

  deleteBatchRow: async (ctx) => {
    await ctx.tx((tx) => deleteBatchRow(tx, ctx.params, toActionContext(ctx)));
    return undefined;
  },

  revalidateDisbursementBatch: async (ctx) => {
    await ctx.tx((tx) => revalidateBatch(tx, ctx.params.id, toActionContext(ctx)));
    return getBatchResponse(ctx, ctx.params.id);
  },

  getBatchErrors: async (ctx) => {
    const { deps, merchant_id, params, tx, language } = ctx;
    if ((await tx((merchant) => findBatchView(merchant, params.id))) === undefined) throw notFound();
    return createErrorFile(deps, { merchant_id, id: params.id, language, delimiter: await getDelimiter(ctx) });
  },

  getBatchResult: async (ctx) => {
    const { deps, merchant_id, params, tx, language } = ctx;
    const batch = await tx((merchant) => findBatchView(merchant, params.id));
    if (batch === undefined) throw notFound();
    if (!hasEnded(batch.status)) throw new Problem(409, 'not_ready', NOT_READY);
    return createResultFile(deps, { merchant_id, id: params.id, language, delimiter: await getDelimiter(ctx) });
  },

  submitDisbursementBatch: {
    find: (ctx) => findBatchFor(ctx),
    handle: (ctx) =>
      runIdempotent(contract.submitDisbursementBatch, ctx, {
        begin: (tx) =>
          run(ctx, (context) => submitBatch(tx, ctx.params.id, ctx.body, { ...context, vault: ctx.deps.vault })),
        finish: (id) => getBatchResponse(ctx, id),
      }),
  },

  approveDisbursementBatch: {
    find: (ctx) => findBatchFor(ctx),
    handle: (ctx) => {
      const approval = { remark: ctx.body.remark || null, excluded_rows: ctx.body.excluded_rows ?? [] };
      return runIdempotent(contract.approveDisbursementBatch, ctx, {
        begin: (tx) =>
          run(ctx, (context) =>
            approveBatch(tx, ctx.params.id, approval, { ...context, vault: ctx.deps.vault, bank: ctx.deps.bank }),
          ),
        finish: (id) => getBatchResponse(ctx, id),
      });
    },
  },

  rejectDisbursementBatch: {
    find: (ctx) => findBatchFor(ctx),
    handle: (ctx) =>
      runIdempotent(contract.rejectDisbursementBatch, ctx, {
        begin: (tx) => run(ctx, (context) => rejectBatch(tx, ctx.params.id, ctx.body.reason, context)),
        finish: (id) => getBatchResponse(ctx, id),
      }),
  },

  cancelDisbursementBatch: (ctx) =>
    runIdempotent(contract.cancelDisbursementBatch, ctx, {
      begin: (tx) => run(ctx, (context) => cancelBatch(tx, ctx.params.id, context)),
      finish: (id) => getBatchResponse(ctx, id),
    }),
};

const NOT_READY = localized(
  'The result is available once every disbursement of the batch has ended.',
  'Hasil tersedia setelah semua disbursement dalam batch berakhir.',
);

const toActionContext = ({ principal, request, now }: AnyContext): ActionContext => ({
  principal,
  ip: request.ip,
  now,
});

/** Runs an action on the batch of a request and returns the id of the batch. */
async function run(ctx: BatchContext, work: (context: ActionContext) => Promise<void>): Promise<string> {
  await work(toActionContext(ctx));
  return ctx.params.id;
}

const findBatchFor = async ({ params, tx }: Pick<BatchContext, 'params' | 'tx'>) =>
  (await tx((merchant) => findBatchView(merchant, params.id))) ?? null;

interface Reader {
  principal: Principal;
  language: Language;
}

const getBatchResponse = (ctx: Reader & Pick<AnyContext, 'tx'>, id: string): Promise<{ data: ReadDisbursementBatch }> =>
  ctx.tx(async (tx) => ({ data: await readBatch(tx, id, ctx) }));

async function readBatch(tx: MerchantTx, id: string, reader: Reader): Promise<ReadDisbursementBatch> {
  const batch = await findBatchView(tx, id);
  const [read] = batch === undefined ? [] : await toReadBatches(tx, [batch], reader);
  if (read === undefined) throw notFound();
  return read;
}

/** Batches as the principal sees them. */
async function toReadBatches(
  tx: MerchantTx,
  rows: readonly DisbursementBatch[],
  { principal, language }: Reader,
): Promise<ReadDisbursementBatch[]> {
  const pending = rows.filter(({ status }) => status === 'pending_approval').map(({ id }) => id);
  const findProgress: (id: string) => ApprovalProgress = await getProgress(
    tx,
    'disbursement_batch',
    pending,
    principal,
  );
  return rows.map((row) => ({
    ...row,
    rejected_reason: row.rejected_reason && translateMessage(row.rejected_reason, language),
    ...findProgress(row.id),
  }));
}

const toBatchRow = ({ issues, ...row }: BatchRowView, language: Language): BatchRow => ({
  ...row,
  not_paid_reason: formatNotPaidReason(row, language),
  issues: issues.map((issue) => formatIssue(issue, language)),
});
