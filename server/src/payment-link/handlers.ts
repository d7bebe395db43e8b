/** API handlers of payment links. The hosted pay page is a separate feature. */
import { maskEmail } from '@dasbor/contract/mask';
import * as contract from '@dasbor/contract/payment-link';
import { LINK_CHANNELS, LINK_STATUSES, type PaymentLink, type StoredLink } from '@dasbor/contract/payment-link-terms';
import { prorate } from '@dasbor/contract/money';
import type { ActionContext } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type Principal, isMasked } from '../http/principal.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseCursor, parseSortedCursor, isIndexOrder } from '../http/keyset-page.ts';
import { createFileResponse } from '../http/list-file.ts';
import { notFound } from '../http/problem.ts';
import { type RequestContext, type Handlers } from '../http/serve.ts';
import { activateLink, changeLink, deactivateLink } from './change.ts';
import { quoteChannels } from './validate.ts';
import { createLink } from './create.ts';
import { assertRanges } from './filter.ts';
import {
  buildLinkRows,
  countVisits,
  paymentLinkFile,
  listCreators,
  listLinkEvents,
  listLinkPaymentRows,
  listShares,
  summariseLinkRows,
} from './list-queries.ts';
import { findNotifyStatus } from './email-queries.ts';
import { countLinkPayments, findLink } from './queries.ts';
import { getPayability, maskCustomer } from './rules.ts';
import { publishLink } from './send-email.ts';
import { shareLink } from './share.ts';
import { buildPayUrl } from './slug.ts';
import { sortByStatus } from '../http/totals.ts';

export const paymentLinkHandlers: Handlers<typeof contract> = {
  createPaymentLink: (ctx) =>
    runIdempotent(contract.createPaymentLink, ctx, {
      begin: (tx) => createLink(tx, ctx.deps, ctx.body, toActionContext(ctx)),
      finish: async (id) => {
        const { link, notify_status } = await ctx.tx(async (tx) => {
          const found = await getLink(tx, id);
          return { link: found, notify_status: await findNotifyStatus(tx, found) };
        });
        await publishLink(ctx.deps, ctx.merchant_id, link);
        return { data: { ...toPaymentLink(ctx)(link), notify_status } };
      },
    }),

  listPaymentLinks: async (ctx) => {
    const { query } = ctx;
    assertRanges(query);
    if (ctx.file_format !== null) return createFileResponse(ctx, paymentLinkFile);
    const cursor = parseSortedCursor(query.cursor, 'payment_link', query.sort);
    const rows = await ctx.read((merchant) => buildLinkRows(merchant, query, cursor, query.limit), {
      is_index_order: isIndexOrder(query),
    });
    const { data, next_cursor } = buildPage(rows, query.limit, ({ created_at, id }) => [query.sort, created_at, id]);
    return { data: data.map(toPaymentLink(ctx)), next_cursor };
  },

  summarisePaymentLinks: async ({ query, tx }) => {
    assertRanges(query);
    const data = await tx((merchant) => summariseLinkRows(merchant, query));
    return { data: sortByStatus(LINK_STATUSES, data) };
  },

  listLinkCreators: async ({ tx }) => ({ data: await tx(listCreators) }),

  quotePaymentLink: async ({ query, now, tx }) => ({
    data: await tx((merchant) => quoteChannels(merchant, LINK_CHANNELS, query.amount, now)),
  }),

  getPaymentLink: (ctx) => ctx.tx(async (tx) => ({ data: await getLinkDetail(tx, ctx) })),

  listLinkPayments: async ({ params, query, tx }) => {
    const after = parseCursor(query.cursor, 'transaction');
    const rows = await tx(async (merchant) => {
      await getLink(merchant, params.id);
      return listLinkPaymentRows(merchant, params.id, after, query.limit);
    });
    return buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
  },

  updatePaymentLink: {
    find: ({ params, tx }) => tx((merchant) => findLinkOrNull(merchant, params.id)),
    handle: (ctx) => applyChange(ctx, (tx) => changeLink(tx, ctx.params.id, ctx.body, toActionContext(ctx))),
  },

  activatePaymentLink: (ctx) =>
    ctx.tx(async (tx) => {
      const notify_status = await activateLink(tx, ctx.deps, ctx.params.id, toActionContext(ctx));
      return { data: { ...toPaymentLink(ctx)(await getLink(tx, ctx.params.id)), notify_status } };
    }),

  deactivatePaymentLink: (ctx) => applyChange(ctx, (tx) => deactivateLink(tx, ctx.params.id, toActionContext(ctx))),

  sharePaymentLink: {
    find: ({ params, tx }) => tx((merchant) => findLinkOrNull(merchant, params.id)),
    handle: (ctx) =>
      ctx.tx(async (tx) => {
        const { id } = ctx.params;
        const event_id = await shareLink(tx, ctx.deps, { ...ctx.body, id }, toActionContext(ctx));
        const share = (await listVisibleShares(tx, id, ctx.principal)).find((each) => each.id === event_id);
        if (share === undefined) throw new Error(`The share ${event_id} was not found after it was written`);
        return { data: share };
      }),
  },
};

type LinkCtx = Pick<RequestContext<typeof contract.getPaymentLink>, 'deps' | 'principal' | 'now' | 'request'>;

const toActionContext = ({ principal, now, request }: LinkCtx): ActionContext => ({ principal, now, ip: request.ip });

const findLinkOrNull = async (tx: MerchantTx, id: string): Promise<StoredLink | null> =>
  (await findLink(tx, id)) ?? null;

async function getLink(tx: MerchantTx, id: string): Promise<StoredLink> {
  const link = await findLink(tx, id);
  if (link === undefined) throw notFound();
  return link;
}

/** A link with its URL; personal data is masked for the support role. */
const toPaymentLink =
  ({ principal, deps }: Pick<LinkCtx, 'principal' | 'deps'>) =>
  (link: StoredLink): PaymentLink => ({
    ...link,
    customer: isMasked(principal) ? maskCustomer(link.customer) : link.customer,
    url: buildPayUrl(deps.env.PUBLIC_URL, link.slug),
  });

/** Runs a change and returns the updated link, in one transaction. */
const applyChange = (
  ctx: LinkCtx & { params: { id: string }; tx: <T>(work: (tx: MerchantTx) => Promise<T>) => Promise<T> },
  work: (tx: MerchantTx) => Promise<void>,
): Promise<{ data: PaymentLink }> =>
  ctx.tx(async (tx) => {
    await work(tx);
    return { data: toPaymentLink(ctx)(await getLink(tx, ctx.params.id)) };
  });

async function getLinkDetail(tx: MerchantTx, ctx: RequestContext<typeof contract.getPaymentLink>) {
  const { id } = ctx.params;
  const link = await getLink(tx, id);
  const counts = await countLinkPayments(tx, id, ctx.now);
  const { views, attempts } = await countVisits(tx, id);
  return {
    ...toPaymentLink(ctx)(link),
    payability: getPayability(link, counts, ctx.now),
    views,
    attempts,
    conversion_bps: views === 0 ? null : prorate(counts.paid, 10_000, views),
    timeline: await listLinkEvents(tx, id),
    shares: await listVisibleShares(tx, id, ctx.principal),
  };
}

async function listVisibleShares(tx: MerchantTx, id: string, principal: Principal) {
  const shares = await listShares(tx, id);
  if (!isMasked(principal)) return shares;
  return shares.map((each) => ({ ...each, recipient: each.recipient === null ? null : maskEmail(each.recipient) }));
}
