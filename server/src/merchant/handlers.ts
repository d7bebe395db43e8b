/** The provider's merchants: list, detail, creation, changes and notes. */
import type * as contract from '@dasbor/contract/merchant';
import type * as channels from '@dasbor/contract/merchant-channels';
import type { MerchantDetail, MerchantRow } from '@dasbor/contract/merchant-fields';
import { LINK_CHANNELS } from '@dasbor/contract/payment-link-terms';
import { toBusinessDay } from '@dasbor/contract/time';
import { listGroupsOfMerchants, listFilteredMembers } from '../account-group/member-queries.ts';
import { asLogin, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type Cursor, buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { createTableResponse } from '../http/table-response.ts';
import { findRegionNames } from '../region/rules.ts';
import { changeChannels, changeLimits, changeProfile, changeStatus, changeSwitches } from './change.ts';
import { createMerchant } from './create.ts';
import { findMerchant, listMerchantEvents } from './detail-queries.ts';
import { sumCreated } from './limit-queries.ts';
import {
  type ListScope,
  type MerchantFilter,
  countMerchants,
  listInvitedOwners,
  listMerchantsByEmail,
  listOwnerEmails,
  listDatedTerms,
  listMerchantRows,
  sumBalances,
  sumVolumes,
} from './list-queries.ts';
import { buildMerchantTable } from './merchant-file.ts';
import { findCurrentTerms, pickListedTerms } from './rules.ts';

type Reader = Pick<RequestContext<typeof contract.getMerchant>, 'deps' | 'now'>;

export const merchantHandlers: Handlers<typeof contract> = {
  listMerchants: async (ctx) => {
    const { query, now, language } = ctx;
    if (ctx.file_format !== null) {
      const table = buildMerchantTable(readAll(ctx, query), language, query.columns, ctx.time_zone);
      return createTableResponse(ctx, table, { title: 'merchants', file_name: `merchants-${toBusinessDay(now)}` });
    }
    return readPage(ctx, query, { limit: query.limit, after: parseCursor(query.cursor, 'merchant') });
  },

  summariseMerchants: async (ctx) => {
    const scope = await readScope(ctx, ctx.query);
    return { data: await asPlatform(ctx.deps.db, (tx) => countMerchants(tx, ctx.query, scope)) };
  },

  getMerchant: async (ctx) => ({ data: await readMerchant(ctx, ctx.params.merchant_id) }),

  createMerchant: async (ctx) => ({ data: await readMerchant(ctx, await createMerchant(ctx)) }),

  updateMerchant: withMerchant(changeProfile),
  suspendMerchant: withMerchant((ctx) => changeStatus(ctx, 'suspended', ctx.body.reason)),
  reactivateMerchant: withMerchant((ctx) => changeStatus(ctx, 'active', ctx.body.reason ?? null)),
  closeMerchant: withMerchant((ctx) => changeStatus(ctx, 'closed', ctx.body.reason)),
  setMerchantSwitches: withMerchant(changeSwitches),
  setMerchantLimits: withMerchant(changeLimits),
};

export const merchantChannelHandlers: Handlers<typeof channels> = {
  setMerchantChannels: withMerchant(changeChannels),
};

type ChangeRoute =
  | typeof contract.updateMerchant
  | typeof contract.suspendMerchant
  | typeof contract.reactivateMerchant
  | typeof contract.closeMerchant
  | typeof contract.setMerchantSwitches
  | typeof contract.setMerchantLimits
  | typeof channels.setMerchantChannels;

/** A change of a merchant that exists; the response is the merchant after it. */
function withMerchant<R extends ChangeRoute>(change: (ctx: RequestContext<R>) => Promise<void>) {
  return {
    find: findTarget,
    handle: async (ctx: RequestContext<R>): Promise<{ data: MerchantDetail }> => {
      await change(ctx);
      return { data: await readMerchant(ctx, (ctx.params as { merchant_id: string }).merchant_id) };
    },
  };
}

async function findTarget({ deps, params }: { deps: Deps; params: { merchant_id: string } }): Promise<true | null> {
  const found = await asPlatform(deps.db, (tx) => findMerchant(tx, params.merchant_id));
  return found === undefined ? null : true;
}

/** Related data of the merchants of a filter. */
async function readScope({ deps, now }: Reader, { q, group_id }: MerchantFilter): Promise<ListScope> {
  return {
    ids_by_email: await asLogin(deps.db, (tx) => listMerchantsByEmail(tx, q)),
    ids_by_group:
      group_id === undefined
        ? null
        : await asPlatform(deps.db, (tx) => listFilteredMembers(tx, group_id, toBusinessDay(now))),
    now,
  };
}

async function readPage(
  { deps, now }: Reader,
  filter: MerchantFilter,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<{ data: MerchantRow[]; next_cursor: string | null }> {
  const scope = await readScope({ deps, now }, filter);
  const rows = await asPlatform(deps.db, (tx) => listMerchantRows(tx, filter, scope, { limit: limit + 1, after }));
  const page = buildPage(rows, limit, (row) => [row.created_at, row.merchant_id]);
  const related = await readRelatedData(
    { deps, now },
    page.data.map(({ merchant_id }) => merchant_id),
  );
  return {
    ...page,
    data: page.data.map(({ merchant_id, ...row }) => ({ id: merchant_id, ...row, ...related(merchant_id) })),
  };
}

type RelatedData = Pick<
  MerchantRow,
  'account_groups' | 'volume_amount' | 'balance_amount' | 'settlement_terms' | 'owner_email'
>;

/** Related data of merchants. */
async function readRelatedData(
  { deps, now }: Reader,
  ids: readonly string[],
): Promise<(merchant_id: string) => RelatedData> {
  const owners = await asLogin(deps.db, (tx) => listOwnerEmails(tx, ids));
  const read = await asPlatform(deps.db, async (tx) => ({
    groups: await listGroupsOfMerchants(tx, ids, toBusinessDay(now)),
    volumes: await sumVolumes(tx, ids, now),
    balances: await sumBalances(tx, ids),
    terms: await listDatedTerms(tx, ids),
    invited: await listInvitedOwners(tx, ids),
  }));
  const standard = read.terms.filter(({ merchant_id }) => merchant_id === null);
  return (id) => ({
    account_groups: read.groups
      .filter(({ merchant_id }) => merchant_id === id)
      .map(({ id: group_id, code, name }) => ({ id: group_id, code, name })),
    volume_amount: read.volumes.get(id) ?? 0,
    balance_amount: read.balances.get(id) ?? 0,
    settlement_terms: pickListedTerms(
      findCurrentTerms(
        standard,
        read.terms.filter(({ merchant_id }) => merchant_id === id),
        toBusinessDay(now),
      ),
    ),
    owner_email: owners.get(id) ?? read.invited.get(id) ?? null,
  });
}

const FILE_PAGE = 500;

/** All merchants of a filter, page by page. */
async function* readAll(reader: Reader, filter: MerchantFilter): AsyncGenerator<MerchantRow> {
  let after: Cursor | null = null;
  for (;;) {
    const { data, next_cursor }: { data: MerchantRow[]; next_cursor: string | null } = await readPage(reader, filter, {
      limit: FILE_PAGE,
      after,
    });
    yield* data;
    const last = data.at(-1);
    if (next_cursor === null || last === undefined) return;
    after = { at: last.created_at, id: last.id };
  }
}

async function readMerchant(reader: Reader, merchant_id: string): Promise<MerchantDetail> {
  const { deps, now } = reader;
  const read = await asPlatform(deps.db, async (tx) => {
    const row = await findMerchant(tx, merchant_id);
    if (row === undefined) throw notFound();
    const events = await listMerchantEvents(tx, merchant_id);
    return { row, events, created: await sumCreated({ merchant_id, sql: tx.sql }, now) };
  });
  const related = await readRelatedData(reader, [merchant_id]);
  const { merchant_id: id, disabled_channels, ...row } = read.row;
  const { day_amount, month_amount } = read.created;
  return {
    id,
    ...row,
    ...related(id),
    names: findRegionNames(row),
    disabled_channels: LINK_CHANNELS.filter((channel) => disabled_channels.includes(channel)),
    volume_today_amount: day_amount,
    volume_month_amount: month_amount,
    events: read.events,
  };
}
