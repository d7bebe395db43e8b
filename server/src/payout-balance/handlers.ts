/** API handlers of the payout balance: its alert, and transfers from the available balance. */
import * as contract from '@dasbor/contract/payout-balance';
import type { BalanceTransfer } from '@dasbor/contract/payout-balance';
import { toAuditActor } from '../audit/record.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { getPersonId } from '../http/principal.ts';
import { forbidden, notFound } from '../http/problem.ts';
import type { RequestContext, Handlers } from '../http/serve.ts';
import { changeAlert, getAlert } from './alert.ts';
import { type ActionContext, approveTransfer, requestTransfer, rejectTransfer } from './balance-transfer.ts';
import { findTransfer, listTransferRows } from './transfer-queries.ts';
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
    const rows = await tx((merchant) => listTransferRows(merchant, getPersonId(principal), query.status, cursor));
    return buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
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
  actor: { type: principal.type, id: principal.id, name: principal.name, owner_id: getPersonId(principal) },
  ip: request.ip,
  now,
});

/** Approvals require a user: the creator of an API key could have requested the same transfer. */
function assertPerson({ principal }: ActionRequest): void {
  if (principal.type !== 'user') throw forbidden();
}

const findTransferOrNull = ({ tx, principal }: ActionRequest, id: string) =>
  tx(async (merchant) => (await findTransfer(merchant, id, getPersonId(principal))) ?? null);

async function getTransfer(ctx: ActionRequest, id: string): Promise<{ data: BalanceTransfer }> {
  const data = await findTransferOrNull(ctx, id);
  if (data === null) throw notFound();
  return { data };
}
