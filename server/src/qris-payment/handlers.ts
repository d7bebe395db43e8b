/** API handlers of QRIS payments. */
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/qris-payment';
import { createQrisPayment, type QrisPayment } from '@dasbor/contract/qris-payment';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import { recordAudit } from '../audit/record.ts';
import { findSearchIds, isSearched } from '../db/search-ids.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { createFileResponse } from '../http/list-file.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type RequestContext, type Handlers } from '../http/serve.ts';
import { assertRange } from '../http/range.ts';
import { cancelQrisPayment } from './cancel.ts';
import { createUnissuedQrisPayment } from './create.ts';
import { issueQrisPayment } from './issue.ts';
import { listLocations, buildQrisPaymentRows, qrisPaymentFile, summariseQrisPaymentRows } from './list-queries.ts';
import { findQrisType, getQrisCode } from './queries.ts';
import { sortByStatus } from '../http/totals.ts';

export const qrisPaymentHandlers: Handlers<typeof contract> = {
  createQrisPayment: (ctx) =>
    runIdempotent(createQrisPayment, ctx, {
      begin: async (tx) => {
        const id = await createUnissuedQrisPayment(tx, ctx.body, { actor: toRequester(ctx.principal), now: ctx.now });
        await auditCreation(ctx, tx, id);
        return id;
      },
      finish: (id) => issueCode(ctx, id),
    }),

  listQrisPayments: async (ctx) => {
    const { query, tx } = ctx;
    assertRange(query);
    if (ctx.file_format !== null) return createFileResponse(ctx, qrisPaymentFile);
    const after = parseCursor(query.cursor, 'transaction');
    const found = isSearched(query.q)
      ? await tx((merchant) => findSearchIds(merchant, 'search_transactions', query.q))
      : null;
    const rows = await ctx.read((merchant) => buildQrisPaymentRows(merchant, query, { after, found }, query.limit));
    return buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
  },

  summariseQrisPayments: async ({ query, tx }) => {
    assertRange(query);
    const data = await tx((merchant) => summariseQrisPaymentRows(merchant, query));
    return { data: sortByStatus(TRANSACTION_STATUSES, data) };
  },

  listQrisPlaces: ({ tx }) =>
    tx(async (merchant) => ({
      data: { stores: await listLocations(merchant, 'store'), terminals: await listLocations(merchant, 'terminal') },
    })),

  getQrisPayment: async ({ params, tx, language }) => ({
    data: await tx((merchant) => getQrisCode(merchant, params.id, language)),
  }),

  cancelQrisPayment: async (ctx) => {
    const { params, deps, merchant_id } = ctx;
    if ((await ctx.tx((tx) => findQrisType(tx, params.id))) === undefined) throw notFound();
    const onCancelled = (tx: MerchantTx) =>
      recordAudit(ctx, tx, { action: 'qris_payment.cancelled', object_type: 'qris_payment', object_id: params.id });
    const actor = toRequester(ctx.principal);
    const outcome = await cancelQrisPayment(deps, merchant_id, params.id, { actor, onCancelled });
    if (outcome === 'unreachable') {
      const detail = localized(
        'The bank did not respond. The code may still be paid. Try again.',
        'Bank tidak merespons. Kode mungkin masih dapat dibayar. Coba lagi.',
      );
      throw new Problem(502, 'bank_unreachable', detail);
    }
    if (outcome === 'not_cancellable') {
      const detail = localized(
        'Only active dynamic codes can be cancelled.',
        'Hanya kode dinamis yang aktif yang dapat dibatalkan.',
      );
      throw new Problem(409, 'not_cancellable', detail);
    }
    return { data: await ctx.tx((tx) => getQrisCode(tx, params.id, ctx.language)) };
  },
};

const toRequester = ({ type, name }: Principal) => ({ actor_type: type, actor_name: name });

/** When the bank does not respond, the code stays `issuing` and the jobs retry until it expires. */
async function issueCode(ctx: RequestContext<typeof createQrisPayment>, id: string): Promise<{ data: QrisPayment }> {
  const issued = await issueQrisPayment(ctx.deps, ctx.merchant_id, id);
  if (issued === 'refused') {
    const detail = localized(
      'The bank declined to issue this code. Try again or contact support.',
      'Bank menolak menerbitkan kode ini. Coba lagi atau hubungi tim dukungan.',
    );
    throw new Problem(422, 'bank_refused', detail);
  }
  return { data: await ctx.tx((tx) => getQrisCode(tx, id, ctx.language)) };
}

/**
 * Records what people create (decision 0166): programs create payments concurrently, and entries of the audit log are
 * appended one after another. The timeline of each payment names its key.
 */
async function auditCreation(
  ctx: RequestContext<typeof createQrisPayment>,
  tx: MerchantTx,
  object_id: string,
): Promise<void> {
  if (ctx.principal.type !== 'user') return;
  const { amount, merchant_reference = null } = ctx.body;
  const after = { amount, merchant_reference };
  await recordAudit(ctx, tx, { action: 'qris_payment.created', object_type: 'qris_payment', object_id, after });
}
