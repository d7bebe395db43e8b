/** Disbursements: create, decide and read. Jobs send them to the bank (jobs.ts). */
import * as contract from '@dasbor/contract/disbursement';
import { DISBURSEMENT_STATUSES, type ReadDisbursement } from '@dasbor/contract/disbursement-fields';
import { localized } from '@dasbor/contract/language';
import { getNamedApprovers } from '../approval/named-approver-queries.ts';
import type { ActionContext } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { assertMerchantCan } from '../http/active-merchant.ts';
import { runIdempotent, runPrepared } from '../http/idempotency.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { createFileResponse } from '../http/list-file.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type Handlers, type RequestContext, StreamResponse } from '../http/serve.ts';
import { findReceiptMerchant } from '../transaction/queries.ts';
import { findBeneficiaryAccount } from './beneficiary-queries.ts';
import { type CreateContext, createDisbursement } from './create.ts';
import { approveDisbursement, cancelDisbursement, rejectDisbursement } from './decide.ts';
import { disbursementFile, findDisbursement, listDisbursementRows, summariseDisbursementRows } from './list-queries.ts';
import { calculatePreview } from './preview.ts';
import { readDisbursement, readDisbursementDetail, toReadDisbursements } from './read.ts';
import { buildReceipt } from './receipt.ts';
import { limitInquiries } from './inquiry-limit.ts';
import { type ResolvedAccount, readCheckedAccount, recheckAccount, resolveAccount } from './resolve-account.ts';
import { getRetryAccount, inquireBeforeRetry, retryDisbursement } from './retry.ts';
import { sortByStatus } from '../http/totals.ts';

type AnyContext = Pick<RequestContext<never>, 'deps' | 'tx' | 'principal' | 'request' | 'now' | 'merchant_id'>;

export const disbursementHandlers: Handlers<typeof contract> = {
  previewDisbursement: ({ tx, body, deps, now }) =>
    tx(async (merchant) => ({ data: await calculatePreview(merchant, body, { bank: deps.bank, now }) })),

  createDisbursement: (ctx) =>
    runPrepared(contract.createDisbursement, ctx, {
      prepare: () => findAccount(ctx, ctx.body),
      begin: async (tx, account) => {
        await assertMerchantCan(tx, 'payouts');
        return createDisbursement(tx, account, ctx.body, toCreateContext(ctx));
      },
      finish: (id) => respond(ctx, id),
    }),

  retryDisbursement: {
    find: (ctx) => findOrNull(ctx, ctx.params.id),
    handle: (ctx) => {
      const { deps, merchant_id, params, body } = ctx;
      return runPrepared(contract.retryDisbursement, ctx, {
        prepare: async () => {
          await inquireBeforeRetry(deps, merchant_id, params.id);
          return getRetryAccount(limitInquiries(deps, merchant_id), params.id, ctx);
        },
        begin: async (tx, account) => {
          await assertMerchantCan(tx, 'payouts');
          return retryDisbursement(tx, params.id, { ...body, account }, toCreateContext(ctx));
        },
        finish: (id) => respond(ctx, id),
      });
    },
  },

  approveDisbursement: {
    find: (ctx) => findOrNull(ctx, ctx.params.id),
    handle: (ctx) =>
      runIdempotent(contract.approveDisbursement, ctx, {
        begin: async (tx) => {
          const context = { ...toActionContext(ctx), vault: ctx.deps.vault };
          await approveDisbursement(tx, ctx.params.id, ctx.body.remark || null, context);
          return ctx.params.id;
        },
        finish: (id) => respond(ctx, id),
      }),
  },

  rejectDisbursement: {
    find: (ctx) => findOrNull(ctx, ctx.params.id),
    handle: (ctx) =>
      runIdempotent(contract.rejectDisbursement, ctx, {
        begin: async (tx) => {
          await rejectDisbursement(tx, ctx.params.id, ctx.body.reason, toActionContext(ctx));
          return ctx.params.id;
        },
        finish: (id) => respond(ctx, id),
      }),
  },

  cancelDisbursement: {
    find: (ctx) => findOrNull(ctx, ctx.params.id),
    handle: (ctx) =>
      runIdempotent(contract.cancelDisbursement, ctx, {
        begin: async (tx) => {
          await cancelDisbursement(tx, ctx.params.id, ctx.body.reason || null, toActionContext(ctx));
          return ctx.params.id;
        },
        finish: (id) => respond(ctx, id),
      }),
  },

  listDisbursements: async (ctx) => {
    if (ctx.file_format !== null) return createFileResponse(ctx, disbursementFile);
    const { query, principal, tx } = ctx;
    return tx(async (merchant) => {
      const rows = await listDisbursementRows(merchant, query, parseCursor(query.cursor, 'disbursement'), query.limit);
      const { data, next_cursor } = buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
      return { data: await toReadDisbursements(merchant, data, principal), next_cursor };
    });
  },

  summariseDisbursements: async ({ query, tx }) => {
    const data = await tx((merchant) => summariseDisbursementRows(merchant, query));
    return { data: sortByStatus(DISBURSEMENT_STATUSES, data) };
  },

  getDisbursement: async ({ tx, params, principal, deps, merchant_id }) => {
    const { detail, request } = await tx((merchant) => readDisbursementDetail(merchant, params.id, principal));
    const approvers = request === undefined ? null : await getNamedApprovers(deps, merchant_id, request);
    return { data: { ...detail, approvers } };
  },

  getDisbursementReceipt: async (ctx) => {
    const { now, params } = ctx;
    const [found, merchant] = await ctx.tx(async (tx) => [
      await findDisbursement(tx, params.id),
      await findReceiptMerchant(tx),
    ]);
    if (found === undefined) throw notFound();
    return new StreamResponse(buildReceipt(found, merchant, now), 'application/pdf', `disbursement-${found.id}.pdf`);
  },
};

/** The verified account of a request: of a saved beneficiary, or of bank and number. */
async function findAccount(
  ctx: AnyContext,
  body: { beneficiary_id?: string | undefined; bank_code?: string | undefined; account_no?: string | undefined },
): Promise<ResolvedAccount> {
  const { beneficiary_id, bank_code, account_no } = body;
  const deps = limitInquiries(ctx.deps, ctx.merchant_id);
  if (beneficiary_id !== undefined) {
    const known = await ctx.tx(async (tx) => {
      const found = await findBeneficiaryAccount(tx, beneficiary_id);
      if (found === undefined) throw new Problem(422, 'beneficiary_not_allowed', UNKNOWN_BENEFICIARY);
      return readCheckedAccount(tx, ctx.deps.vault, found.account_check_id);
    });
    return recheckAccount(deps, known, ctx);
  }
  // The contract requires both without a beneficiary.
  return resolveAccount(deps, { bank_code: bank_code ?? '', account_no: account_no ?? '' }, ctx);
}

const UNKNOWN_BENEFICIARY = localized(
  'This beneficiary does not exist. Choose another one.',
  'Penerima ini tidak ada. Pilih penerima lain.',
);

const toActionContext = ({ principal, request, now }: AnyContext): ActionContext => ({
  principal,
  ip: request.ip,
  now,
});
const toCreateContext = (ctx: AnyContext): CreateContext => ({ ...toActionContext(ctx), bank: ctx.deps.bank });

const findOrNull = async ({ tx }: Pick<AnyContext, 'tx'>, id: string) =>
  (await tx((merchant: MerchantTx) => findDisbursement(merchant, id))) ?? null;

const respond = async (
  { tx, principal }: Pick<AnyContext, 'tx' | 'principal'>,
  id: string,
): Promise<{ data: ReadDisbursement }> => ({ data: await tx((merchant) => readDisbursement(merchant, id, principal)) });
