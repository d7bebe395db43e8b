/** API handlers of the payout balance: its alert, and transfers from the available balance. */
import * as contract from '@dasbor/contract/payout-balance';
import type { BalanceTransfer } from '@dasbor/contract/payout-balance';
import { type ActionContext, toAuditActor } from '../audit/record.ts';
import { runIdempotent } from '../http/idempotency.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type Principal, getPersonId } from '../http/principal.ts';
import { forbidden, notFound } from '../http/problem.ts';
import type { RequestContext, Handlers } from '../http/serve.ts';
import { changeAlert, getAlert } from './alert.ts';
import { getProgress } from '../approval/request.ts';
import { approveTransfer, requestTransfer, rejectTransfer } from './balance-transfer.ts';
import { type TransferRow, findTransfer, listTransferRows } from './transfer-queries.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';

type ActionRequest = Pick<RequestContext<never>, 'tx' | 'principal' | 'request' | 'now'>;

export const payoutBalanceHandlers: Handlers<typeof contract> = {
  getPayoutAlert: async ({ tx }) => ({ data: await tx(getAlert) }),

  savePayoutAlert: async (ctx) =>
    ctx.tx(async (tx) => {
      const { principal, request, now } = ctx;
      await changeAlert(tx, ctx.body, { actor: toAuditActor(principal), ip: request.ip, now });
      return { data: await getAlert(tx) };
    }),

  createBalanceTransfer: (ctx) =>
    runIdempotent(contract.createBalanceTransfer, ctx, {
      begin: (tx) => requestTransfer(tx, ctx.body.amount, toActionContext(ctx)),
      finish: (id) => getTransfer(ctx, id),
    }),

  listBalanceTransfers: async ({ query, tx, principal }) => {
    const cursor = { after: parseCursor(query.cursor, 'balance_transfer'), limit: query.limit };
    return tx(async (merchant) => {
      const rows = await listTransferRows(merchant, getPersonId(principal), query.status, cursor);
      const { data, next_cursor } = buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
      return { data: await withProgress(merchant, data, principal), next_cursor };
    });
  },

  getBalanceTransfer: (ctx) => getTransfer(ctx, ctx.params.id),

  approveBalanceTransfer: {
    find: (ctx) => findTransferOrNull(ctx, ctx.params.id),
    handle: (ctx) => {
      assertPerson(ctx);
      const { id } = ctx.params;
      // The idempotency key is scoped to this transfer.
      const keyed = Object.create(ctx, { body: { value: { ...ctx.body, id } } }) as typeof ctx;
      return runIdempotent(contract.approveBalanceTransfer, keyed, {
        begin: async (tx) => {
          await approveTransfer(tx, id, ctx.body.remark || null, toActionContext(ctx));
          return id;
        },
        finish: () => getTransfer(ctx, id),
      });
    },
  },

  rejectBalanceTransfer: {
    find: (ctx) => findTransferOrNull(ctx, ctx.params.id),
    handle: async (ctx) => {
      assertPerson(ctx);
      await ctx.tx((tx) => rejectTransfer(tx, ctx.params.id, ctx.body.remark, toActionContext(ctx)));
      return getTransfer(ctx, ctx.params.id);
    },
  },
};

const toActionContext = ({ principal, request, now }: ActionRequest): ActionContext => ({
  principal,
  ip: request.ip,
  now,
});

/** Approvals require a user: the creator of an API key could have requested the same transfer. */
function assertPerson({ principal }: ActionRequest): void {
  if (principal.type !== 'user') throw forbidden();
}

const findTransferOrNull = ({ tx, principal }: ActionRequest, id: string): Promise<BalanceTransfer | null> =>
  tx(async (merchant) => {
    const row = await findTransfer(merchant, id, getPersonId(principal));
    return row === undefined ? null : ((await withProgress(merchant, [row], principal))[0] ?? null);
  });

async function withProgress(
  tx: MerchantTx,
  rows: readonly TransferRow[],
  principal: Principal,
): Promise<BalanceTransfer[]> {
  const pending = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  const findProgress = await getProgress(tx, 'balance_transfer', pending, principal);
  return rows.map((row) => ({ ...row, ...findProgress(row.id) }));
}

async function getTransfer(ctx: ActionRequest, id: string): Promise<{ data: BalanceTransfer }> {
  const data = await findTransferOrNull(ctx, id);
  if (data === null) throw notFound();
  return { data };
}
