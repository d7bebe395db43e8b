/** Refunds: create, decide and read. Jobs send them to the bank (jobs.ts). */
import { parseLanguage } from '@dasbor/contract/language';
import { REFUND_STATUSES, type ReadRefund } from '@dasbor/contract/refund-fields';
import * as contract from '@dasbor/contract/refund';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { type ApprovalProgress, getProgress } from '../approval/request.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { createFileResponse } from '../http/list-file.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import { type RequestContext, type Handlers } from '../http/serve.ts';
import { listRailLog } from '../rails/queries.ts';
import { createBulkRefund, getBulkResults } from './bulk-refund.ts';
import { approveRefund, rejectRefund } from './apply-decision.ts';
import {
  type RefundRow,
  findRefund,
  listRefundRows,
  listDuplicatePaymentRows,
  refundFile,
  summariseRefundRows,
} from './list-queries.ts';
import { findRefundable, lockRefundable } from './queries.ts';
import { createRefund } from './create-refund.ts';
import { buildRefundTerms } from './refund-terms.ts';
import { sortByStatus } from '../http/totals.ts';

type File = typeof contract;

export const refundHandlers: Handlers<File> = {
  getRefundTerms: (ctx) =>
    ctx.tx(async (tx) => {
      const payment = await findRefundable(tx, ctx.params.id);
      if (payment === undefined) throw notFound();
      return { data: await buildRefundTerms(tx, payment, ctx.now, getLanguage(ctx)) };
    }),

  createRefund: {
    find: async (ctx) => (await ctx.tx((tx) => findRefundable(tx, ctx.params.id))) ?? null,
    handle: (ctx) =>
      runIdempotent(contract.createRefund, ctx, {
        begin: async (tx) => {
          const payment = await lockRefundable(tx, ctx.params.id);
          if (payment === undefined) throw notFound();
          return (await createRefund(tx, payment, ctx.body, toCreateContext(ctx))).id;
        },
        finish: (id) => getRefundResponse(ctx, id),
      }),
  },

  createRefunds: (ctx) =>
    runIdempotent(contract.createRefunds, ctx, {
      begin: (tx) => createBulkRefund(tx, ctx.body, toCreateContext(ctx)),
      finish: async (id) => ({ data: await ctx.tx((tx) => getBulkResults(tx, id, getLanguage(ctx))) }),
    }),

  approveRefund: {
    find: (ctx) => findRefundFor(ctx),
    handle: (ctx) =>
      runIdempotent(contract.approveRefund, ctx, {
        begin: async (tx) => {
          await approveRefund(tx, ctx.params.id, ctx.body.note, toActionContext(ctx));
          return ctx.params.id;
        },
        finish: (id) => getRefundResponse(ctx, id),
      }),
  },

  rejectRefund: {
    find: (ctx) => findRefundFor(ctx),
    handle: (ctx) =>
      runIdempotent(contract.rejectRefund, ctx, {
        begin: async (tx) => {
          await rejectRefund(tx, ctx.params.id, ctx.body.reason, toActionContext(ctx));
          return ctx.params.id;
        },
        finish: (id) => getRefundResponse(ctx, id),
      }),
  },

  listRefunds: async (ctx) => {
    if (ctx.file_format !== null) return createFileResponse(ctx, refundFile);
    const { query, principal, tx } = ctx;
    return tx(async (merchant) => {
      const rows = await listRefundRows(merchant, query, parseCursor(query.cursor, 'refund'), query.limit);
      const { data, next_cursor } = buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
      return { data: await toReadRefunds(merchant, data, principal), next_cursor };
    });
  },

  summariseRefunds: async ({ query, tx }) => {
    const data = await tx((merchant) => summariseRefundRows(merchant, query));
    return { data: sortByStatus(REFUND_STATUSES, data) };
  },

  listDuplicatePayments: async ({ query, tx }) => {
    const rows = await tx((merchant) =>
      listDuplicatePaymentRows(merchant, parseCursor(query.cursor, 'transaction'), query.limit),
    );
    return buildPage(rows, query.limit, ({ created_at, transaction_id }) => [created_at, transaction_id]);
  },

  getRefund: (ctx) =>
    ctx.tx(async (tx) => {
      const row = await findRefund(tx, ctx.params.id);
      if (row === undefined) throw notFound();
      const [data] = await toReadRefunds(tx, [row], ctx.principal);
      if (data === undefined) throw notFound();
      return { data: { ...data, rail_log: await listRailLog(tx, [row.id]) } };
    }),
};

const getLanguage = ({ request }: { request: { headers: { 'accept-language'?: string } } }) =>
  parseLanguage(request.headers['accept-language']);

const toCreateContext = (
  ctx: RequestContext<typeof contract.createRefund> | RequestContext<typeof contract.createRefunds>,
) => ({
  principal: ctx.principal,
  ip: ctx.request.ip,
  now: ctx.now,
  bank: ctx.deps.bank,
});
const toActionContext = (
  ctx: RequestContext<typeof contract.approveRefund> | RequestContext<typeof contract.rejectRefund>,
) => ({
  principal: ctx.principal,
  ip: ctx.request.ip,
  now: ctx.now,
});

interface RefundLookup {
  params: { id: string };
  tx: <T>(work: (tx: MerchantTx) => Promise<T>) => Promise<T>;
}
const findRefundFor = async ({ params, tx }: RefundLookup): Promise<RefundRow | null> =>
  (await tx((merchant) => findRefund(merchant, params.id))) ?? null;

async function getRefundResponse(
  ctx: RefundLookup & { principal: Principal },
  id: string,
): Promise<{ data: ReadRefund }> {
  return ctx.tx(async (tx) => {
    const row = await findRefund(tx, id);
    const [data] = row === undefined ? [] : await toReadRefunds(tx, [row], ctx.principal);
    if (data === undefined) throw notFound();
    return { data };
  });
}

/** Refunds as the principal sees them. */
async function toReadRefunds(tx: MerchantTx, rows: readonly RefundRow[], principal: Principal): Promise<ReadRefund[]> {
  const pending = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  const findProgress: (id: string) => ApprovalProgress = await getProgress(tx, 'refund', pending, principal);
  return rows.map((row) => ({ ...row, ...findProgress(row.id) }));
}
