/** API handlers of the pay page. There is no sign-in: the slug identifies the link, the token identifies the attempt. */
import type * as contract from '@dasbor/contract/pay';
import type { PayAttempt } from '@dasbor/contract/pay';
import { asMerchant } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import type { RequestContext, Handlers } from '../http/serve.ts';
import { type AttemptRow, findAttempt } from './queries.ts';
import { type OpenedLink, buildPayAttempt, buildPayLink, findOpenedLink } from './view.ts';
import { type PaymentMethods, syncAttempt, startAttempt } from './start-attempt.ts';
import { parseAttemptToken } from './token.ts';

type AttemptCtx = RequestContext<typeof contract.readPayAttempt> | RequestContext<typeof contract.checkPayAttempt>;

export const payHandlers = (methods: PaymentMethods): Handlers<typeof contract> => ({
  readPayLink: async ({ deps, params, query, now, setHeader }) => {
    setHeader('x-robots-tag', 'noindex');
    const opened = await findOpenedLink(deps.db, params.slug, now);
    if (opened === null) throw notFound();
    return { data: buildPayLink(opened, query.amount ?? null, now) };
  },

  startPayAttempt: {
    find: ({ deps, params, now }) => findOpenedLink(deps.db, params.slug, now),
    handle: async (ctx) => {
      const opened = await findOpenedLink(ctx.deps.db, ctx.params.slug, ctx.now);
      if (opened === null) throw notFound();
      return startAttempt(methods, ctx, opened);
    },
  },

  readPayAttempt: async (ctx) => {
    const { opened, row } = await getAttempt(ctx);
    return { data: buildPayAttempt(ctx.deps, opened, row, ctx.now) };
  },

  checkPayAttempt: async (ctx) => {
    const { opened, row } = await getAttempt(ctx);
    await syncAttempt(methods, ctx.deps, opened.merchant_id, row);
    const updated = await getAttempt(ctx);
    return { data: buildPayAttempt(ctx.deps, updated.opened, updated.row, ctx.now) satisfies PayAttempt };
  },
});

/** The attempt of a token; 404 when the token is invalid or belongs to another link. */
async function getAttempt({ deps, params, now }: AttemptCtx): Promise<{ opened: OpenedLink; row: AttemptRow }> {
  const opened = await findOpenedLink(deps.db, params.slug, now);
  if (opened === null) throw notFound();
  const transaction_id = parseAttemptToken(deps.secrets, opened.link.id, params.token);
  if (transaction_id === null) throw notFound();
  const row = await asMerchant(deps.db, opened.merchant_id, (tx) => findAttempt(tx, opened.link.id, transaction_id));
  if (row === undefined) throw notFound();
  return { opened, row };
}
