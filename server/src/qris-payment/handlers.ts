/** QRIS payments: asking for one, ending one, and reading them. */
import type * as contract from '@dasbor/contract/qris-payment';
import { createQrisPayment, type QrisPayment } from '@dasbor/contract/qris-payment';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import { toAuditActor, recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { createFileResponse } from '../http/list-file.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type RequestContext, type Handlers } from '../http/serve.ts';
import { cancelQrisPayment } from './cancel.ts';
import { createUnissuedQrisPayment } from './create.ts';
import { assertRange } from './filter.ts';
import { issueQrisPayment } from './issue.ts';
import { listLocations, listQrisPaymentRows, qrisPaymentFile, summariseQrisPaymentRows } from './list-queries.ts';
import { findQrisCode, findQrisType } from './queries.ts';
import { refundByIssuer } from './refund-rules.ts';

export const qrisPaymentHandlers: Handlers<typeof contract> = {
  createQrisPayment: (ctx) =>
    runIdempotent(createQrisPayment, ctx, {
      begin: (tx) => createUnissuedQrisPayment(tx, toRequester(ctx.principal), ctx.body, ctx.now),
      finish: (id) => issueCode(ctx, id),
    }),

  listQrisPayments: async (ctx) => {
    const { query, tx } = ctx;
    assertRange(query);
    if (ctx.file_format !== null) return createFileResponse(ctx, qrisPaymentFile);
    const after = parseCursor(query.cursor);
    const rows = await tx((merchant) => listQrisPaymentRows(merchant, query, after, query.limit));
    return buildPage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
  },

  summariseQrisPayments: async ({ query, tx }) => {
    assertRange(query);
    const data = await tx((merchant) => summariseQrisPaymentRows(merchant, query));
    const order = ({ status }: (typeof data)[number]) => TRANSACTION_STATUSES.indexOf(status);
    return { data: data.toSorted((a, b) => order(a) - order(b)) };
  },

  listQrisPlaces: ({ tx }) =>
    tx(async (merchant) => ({
      data: { stores: await listLocations(merchant, 'store'), terminals: await listLocations(merchant, 'terminal') },
    })),

  getQrisPayment: async ({ params, tx }) => ({ data: await tx((merchant) => getQrisCode(merchant, params.id)) }),

  cancelQrisPayment: async (ctx) => {
    const { params, deps, merchant_id } = ctx;
    if ((await ctx.tx((tx) => findQrisType(tx, params.id))) === undefined) throw notFound();
    const outcome = await cancelQrisPayment(deps, merchant_id, params.id, toRequester(ctx.principal), (tx) =>
      recordAudit(tx, {
        at: ctx.now,
        actor: toAuditActor(ctx.principal),
        ip: ctx.request.ip,
        action: 'qris_payment.cancelled',
        object_type: 'qris_payment',
        object_id: params.id,
      }),
    );
    if (outcome === 'unreachable') {
      throw new Problem(502, 'bank_unreachable', 'The bank does not answer, so the code may still be paid. Try again.');
    }
    if (outcome === 'not_cancellable') {
      throw new Problem(409, 'not_cancellable', 'This code cannot be cancelled: it is paid, over, or not issued yet.');
    }
    return { data: await ctx.tx((tx) => getQrisCode(tx, params.id)) };
  },
};

/** The code as people read it. Refuses with 404. */
export async function getQrisCode(tx: MerchantTx, id: string): Promise<QrisPayment> {
  const code = await findQrisCode(tx, id);
  if (code === undefined) throw notFound();
  return { ...code, refund: code.paid_at === null ? null : refundByIssuer(code) };
}

const toRequester = ({ type, name }: Principal) => ({ actor_type: type, actor_name: name });

/** Asks the bank. When it does not answer, the code stays `issuing` and the jobs go on asking until its time is over. */
async function issueCode(ctx: RequestContext<typeof createQrisPayment>, id: string): Promise<{ data: QrisPayment }> {
  const issued = await issueQrisPayment(ctx.deps, ctx.merchant_id, id);
  if (issued === 'refused') {
    throw new Problem(422, 'bank_refused', 'The bank refused to issue this code. Nothing can be paid with it.');
  }
  return { data: await ctx.tx((tx) => getQrisCode(tx, id)) };
}
