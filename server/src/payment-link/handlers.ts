/** Payment links: made, listed, shown, changed and handed out by the merchant. The pay page itself is another noun. */
import * as contract from '@dasbor/contract/payment-link';
import {
  LINK_CHANNELS,
  LINK_STATUSES,
  type LinkStatus,
  type PaymentLink,
  type StoredLink,
} from '@dasbor/contract/payment-link-terms';
import { share } from '@dasbor/contract/money';
import type { MerchantTx } from '../db/tx.ts';
import { type Principal, seesMasked } from '../http/principal.ts';
import { oncePerKey } from '../http/idempotency.ts';
import { answerFile } from '../http/list-file.ts';
import { notFound } from '../http/problem.ts';
import { type Ctx, type Handlers } from '../http/serve.ts';
import { activateLink, changeLink, deactivateLink } from './change.ts';
import { quoteChannels } from './checks.ts';
import { type Occasion, beginPaymentLink } from './create.ts';
import { checkRanges, pageOf, placeOf } from './filter.ts';
import {
  countVisits,
  paymentLinkFile,
  listCreators,
  listLinkEvents,
  listLinkRows,
  listPaymentsOf,
  listShares,
  summariseLinkRows,
} from './list-queries.ts';
import { countLinkPayments, readLink } from './queries.ts';
import { maskedAddress, maskedCustomer, payabilityOf } from './rules.ts';
import { publishLink } from './send-mail.ts';
import { shareLink } from './share.ts';
import { urlOf } from './slug.ts';

const NEWEST_FIRST = '-created_at';

export const paymentLinkHandlers: Handlers<typeof contract> = {
  createPaymentLink: (ctx) =>
    oncePerKey(contract.createPaymentLink, ctx, {
      begin: (tx) => beginPaymentLink(tx, ctx.deps, ctx.body, occasionOf(ctx)),
      finish: async (id) => {
        const link = await ctx.tx((tx) => getLink(tx, id));
        await publishLink(ctx.deps, ctx.merchant_id, link);
        return { data: shownTo(ctx)(link) };
      },
    }),

  listPaymentLinks: async (ctx) => {
    const { query } = ctx;
    checkRanges(query);
    if (ctx.file_format !== null) return answerFile(ctx, paymentLinkFile);
    const place = placeOf(query.sort, query.cursor);
    const rows = await ctx.tx((tx) => listLinkRows(tx, query, place, query.limit));
    const { data, next_cursor } = pageOf(rows, query.limit, query.sort);
    return { data: data.map(shownTo(ctx)), next_cursor };
  },

  summarisePaymentLinks: async ({ query, tx }) => {
    checkRanges(query);
    const data = await tx((merchant) => summariseLinkRows(merchant, query));
    const order = (status: LinkStatus) => LINK_STATUSES.indexOf(status);
    return { data: data.toSorted((a, b) => order(a.status) - order(b.status)) };
  },

  listLinkCreators: async ({ tx }) => ({ data: await tx(listCreators) }),

  quotePaymentLink: async ({ query, now, tx }) => ({
    data: await tx((merchant) => quoteChannels(merchant, LINK_CHANNELS, query.amount, now)),
  }),

  getPaymentLink: (ctx) => ctx.tx(async (tx) => ({ data: await wholeLink(tx, ctx) })),

  listLinkPayments: async ({ params, query, tx }) => {
    const place = placeOf(NEWEST_FIRST, query.cursor);
    const rows = await tx(async (merchant) => {
      await getLink(merchant, params.id);
      return listPaymentsOf(merchant, params.id, place, query.limit);
    });
    return pageOf(rows, query.limit, NEWEST_FIRST);
  },

  updatePaymentLink: {
    find: ({ params, tx }) => tx((merchant) => findLink(merchant, params.id)),
    handle: (ctx) => changed(ctx, (tx) => changeLink(tx, ctx.params.id, ctx.body, occasionOf(ctx))),
  },

  activatePaymentLink: (ctx) => changed(ctx, (tx) => activateLink(tx, ctx.deps, ctx.params.id, occasionOf(ctx))),

  deactivatePaymentLink: (ctx) => changed(ctx, (tx) => deactivateLink(tx, ctx.params.id, occasionOf(ctx))),

  sharePaymentLink: {
    find: ({ params, tx }) => tx((merchant) => findLink(merchant, params.id)),
    handle: (ctx) =>
      ctx.tx(async (tx) => {
        const { id } = ctx.params;
        const event_id = await shareLink(tx, ctx.deps, id, ctx.body, occasionOf(ctx));
        const share = (await sharesFor(tx, id, ctx.caller)).find((each) => each.id === event_id);
        if (share === undefined) throw new Error(`The share ${event_id} was just written`);
        return { data: share };
      }),
  },
};

type Asked = Pick<Ctx<typeof contract.getPaymentLink>, 'deps' | 'caller' | 'now' | 'request'>;

const occasionOf = ({ caller, now, request }: Asked): Occasion => ({ caller, now, ip: request.ip });

const findLink = async (tx: MerchantTx, id: string): Promise<StoredLink | null> => (await readLink(tx, id)) ?? null;

async function getLink(tx: MerchantTx, id: string): Promise<StoredLink> {
  const link = await readLink(tx, id);
  if (link === undefined) throw notFound();
  return link;
}

/** Support helps customers without needing their addresses. */
const masksFor = seesMasked;

/** A link as its reader may see it, with its address. */
const shownTo =
  ({ caller, deps }: Pick<Asked, 'caller' | 'deps'>) =>
  (link: StoredLink): PaymentLink => ({
    ...link,
    customer: masksFor(caller) ? maskedCustomer(link.customer) : link.customer,
    url: urlOf(deps.env.PUBLIC_URL, link.slug),
  });

/** Changes a link and answers it as it stands then, in one transaction. */
const changed = (
  ctx: Asked & { params: { id: string }; tx: <T>(work: (tx: MerchantTx) => Promise<T>) => Promise<T> },
  work: (tx: MerchantTx) => Promise<void>,
): Promise<{ data: PaymentLink }> =>
  ctx.tx(async (tx) => {
    await work(tx);
    return { data: shownTo(ctx)(await getLink(tx, ctx.params.id)) };
  });

async function wholeLink(tx: MerchantTx, ctx: Ctx<typeof contract.getPaymentLink>) {
  const { id } = ctx.params;
  const link = await getLink(tx, id);
  const counts = await countLinkPayments(tx, id, ctx.now);
  const { views, attempts } = await countVisits(tx, id);
  return {
    ...shownTo(ctx)(link),
    payability: payabilityOf(link, counts, ctx.now),
    views,
    attempts,
    conversion_bps: views === 0 ? null : share(counts.paid, 10_000, views),
    timeline: await listLinkEvents(tx, id),
    shares: await sharesFor(tx, id, ctx.caller),
  };
}

async function sharesFor(tx: MerchantTx, id: string, caller: Principal) {
  const shares = await listShares(tx, id);
  return masksFor(caller) ? shares.map((each) => ({ ...each, recipient: maskedAddress(each.recipient) })) : shares;
}
