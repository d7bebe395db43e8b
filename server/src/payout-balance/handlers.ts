/** The payout balance: its alert, and moves from the settled balance. */
import * as contract from '@dasbor/contract/payout-balance';
import type { BalanceMove } from '@dasbor/contract/payout-balance';
import { toAuditActor } from '../audit/record.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { forbidden, notFound } from '../http/problem.ts';
import type { RequestContext, Handlers } from '../http/serve.ts';
import { changeAlert, readAlert } from './alert.ts';
import { type Act, approveMove, askForMove, rejectMove } from './balance-move.ts';
import { findMove, listMoveRows } from './move-queries.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';

type AnyCtx = Pick<RequestContext<never>, 'tx' | 'principal' | 'request' | 'now'>;

export const payoutBalanceHandlers: Handlers<typeof contract> = {
  getPayoutAlert: async ({ tx }) => ({ data: await tx(readAlert) }),

  savePayoutAlert: async (ctx) =>
    ctx.tx(async (tx) => {
      const { principal, request, now } = ctx;
      await changeAlert(tx, ctx.body, { actor: toAuditActor(principal), ip: request.ip, now });
      return { data: await readAlert(tx) };
    }),

  createBalanceMove: (ctx) =>
    runIdempotent(contract.createBalanceMove, ctx, {
      begin: (tx) => askForMove(tx, ctx.body.amount, actOf(ctx)),
      finish: (id) => read(ctx, id),
    }),

  listBalanceMoves: async ({ query, tx, principal }) => {
    const place = { after: parseCursor(query.cursor), limit: query.limit };
    const rows = await tx((merchant) => listMoveRows(merchant, principal.id, query.status, place));
    return buildPage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
  },

  getBalanceMove: (ctx) => read(ctx, ctx.params.id),

  approveBalanceMove: {
    find: (ctx) => found(ctx, ctx.params.id),
    handle: (ctx) => {
      assertPerson(ctx);
      const { id } = ctx.params;
      // The key is good for this move: the same one for another is another request.
      const keyed = Object.create(ctx, { body: { value: { ...ctx.body, id } } }) as typeof ctx;
      return runIdempotent(contract.approveBalanceMove, keyed, {
        begin: async (tx) => {
          await approveMove(tx, id, ctx.body.remark || null, actOf(ctx));
          return id;
        },
        finish: () => read(ctx, id),
      });
    },
  },

  rejectBalanceMove: {
    find: (ctx) => found(ctx, ctx.params.id),
    handle: async (ctx) => {
      assertPerson(ctx);
      await ctx.tx((tx) => rejectMove(tx, ctx.params.id, ctx.body.remark, actOf(ctx)));
      return read(ctx, ctx.params.id);
    },
  },
};

const actOf = ({ principal, request, now }: AnyCtx): Act => ({
  by: { type: principal.type, id: principal.id, name: principal.name },
  ip: request.ip,
  now,
});

/** Four eyes are people's: a key was made by somebody who may have asked for the very move. */
function assertPerson({ principal }: AnyCtx): void {
  if (principal.type !== 'user') throw forbidden();
}

const found = ({ tx, principal }: AnyCtx, id: string) =>
  tx(async (merchant) => (await findMove(merchant, id, principal.id)) ?? null);

async function read(ctx: AnyCtx, id: string): Promise<{ data: BalanceMove }> {
  const data = await found(ctx, id);
  if (data === null) throw notFound();
  return { data };
}
