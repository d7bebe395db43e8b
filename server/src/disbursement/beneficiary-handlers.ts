/** Beneficiaries, and the switch that allows only these. */
import type * as contract from '@dasbor/contract/beneficiary';
import { type Beneficiary, COOLING_OFF_HOURS, type DisbursementSetting } from '@dasbor/contract/beneficiary';
import type { ActionContext } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { createFileResponse } from '../http/list-file.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import {
  assertNotSaved,
  blockBeneficiary,
  changeSetting,
  renameBeneficiary,
  saveBeneficiary,
  unblockBeneficiary,
} from './beneficiary.ts';
import { beneficiaryFile, findBeneficiary, findSetting, listBeneficiaryRows } from './beneficiary-queries.ts';
import { resolveAccount } from './resolve-account.ts';

type AnyContext = Pick<RequestContext<never>, 'tx' | 'principal' | 'request' | 'now'>;

export const beneficiaryHandlers: Handlers<typeof contract> = {
  listBeneficiaries: async (ctx) => {
    if (ctx.file_format !== null) return createFileResponse(ctx, beneficiaryFile);
    const { query, tx } = ctx;
    return tx(async (merchant) => {
      const rows = await listBeneficiaryRows(merchant, query, parseCursor(query.cursor, 'beneficiary'));
      return buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
    });
  },

  createBeneficiary: async (ctx) => {
    const account = await resolveAccount(ctx.deps, ctx.body, ctx);
    assertNotSaved(account);
    return ctx.tx(async (tx) => {
      const name = ctx.body.name ?? account.verified_name;
      return respond(tx, await saveBeneficiary(tx, account, name, toActionContext(ctx)));
    });
  },

  getBeneficiary: ({ tx, params }) => tx((merchant) => respond(merchant, params.id)),

  updateBeneficiary: {
    find: (ctx) => findOrNull(ctx, ctx.params.id),
    handle: (ctx) =>
      ctx.tx(async (tx) => {
        await renameBeneficiary(tx, ctx.params.id, ctx.body.name, toActionContext(ctx));
        return respond(tx, ctx.params.id);
      }),
  },

  blockBeneficiary: {
    find: (ctx) => findOrNull(ctx, ctx.params.id),
    handle: (ctx) =>
      ctx.tx(async (tx) => {
        await blockBeneficiary(tx, ctx.params.id, ctx.body.reason, toActionContext(ctx));
        return respond(tx, ctx.params.id);
      }),
  },

  unblockBeneficiary: (ctx) =>
    ctx.tx(async (tx) => {
      await unblockBeneficiary(tx, ctx.params.id, toActionContext(ctx));
      return respond(tx, ctx.params.id);
    }),

  getDisbursementSetting: ({ tx }) => tx(readSetting),

  saveDisbursementSetting: (ctx) =>
    ctx.tx(async (tx) => {
      await changeSetting(tx, ctx.body.whitelist_only, toActionContext(ctx));
      return readSetting(tx);
    }),
};

const toActionContext = ({ principal, request, now }: AnyContext): ActionContext => ({
  principal,
  ip: request.ip,
  now,
});

const findOrNull = async ({ tx }: AnyContext, id: string): Promise<Beneficiary | null> =>
  (await tx((merchant: MerchantTx) => findBeneficiary(merchant, id))) ?? null;

async function respond(tx: MerchantTx, id: string): Promise<{ data: Beneficiary }> {
  const data = await findBeneficiary(tx, id);
  if (data === undefined) throw notFound();
  return { data };
}

async function readSetting(tx: MerchantTx): Promise<{ data: DisbursementSetting }> {
  const { whitelist_only = false, changed_by = null, changed_at = null } = (await findSetting(tx)) ?? {};
  return { data: { whitelist_only, cooling_off_hours: COOLING_OFF_HOURS, changed_by, changed_at } };
}
