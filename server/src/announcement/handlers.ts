/** Announcements: managed by the provider, received and dismissed by users of merchants. */
import type * as contract from '@dasbor/contract/announcement';
import type { Announcement } from '@dasbor/contract/announcement';
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import { listGroupNames } from '../account-group/queries.ts';
import { publishToMerchants } from '../db/live-events.ts';
import { type PlatformTx, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { insertDismissal, isReceived, listCurrentRows, listReceivedRows } from './audience-queries.ts';
import { changeDraft, createDraft, deleteDraft, endPublished, publishDraft } from './change.ts';
import {
  type AnnouncementRow,
  countAddressed,
  findAnnouncement,
  listAddressedMerchants,
  listAnnouncementRows,
  listChosenMerchants,
} from './queries.ts';
import { toAnnouncementStatus } from './rules.ts';

interface Reader {
  deps: Deps;
  now: Date;
}

const findTarget = async ({ deps, params }: { deps: Deps; params: { id: string } }): Promise<unknown> =>
  (await asPlatform(deps.db, (tx) => findAnnouncement(tx, params.id))) ?? null;

export const announcementHandlers: Handlers<typeof contract> = {
  listAnnouncements: async ({ deps, query, now }) => {
    const after = parseCursor(query.cursor, 'announcement');
    return asPlatform(deps.db, async (tx) => {
      const rows = await listAnnouncementRows(tx, query.status ?? [], { limit: query.limit + 1, after, now });
      const page = buildPage(rows, query.limit, ({ created_at, id }) => [created_at, id]);
      return { ...page, data: await complete(tx, page.data, now) };
    });
  },

  getAnnouncement: async (ctx) => ({ data: await read(ctx, ctx.params.id) }),

  createAnnouncement: async (ctx) => ({ data: await read(ctx, await createDraft(ctx)) }),

  updateAnnouncement: {
    find: findTarget,
    handle: async (ctx) => {
      await changeDraft(ctx);
      return { data: await read(ctx, ctx.params.id) };
    },
  },

  publishAnnouncement: async (ctx) => {
    await publishDraft(ctx);
    return { data: await read(ctx, ctx.params.id) };
  },

  endAnnouncement: async (ctx) => {
    await endPublished(ctx);
    const merchant_ids = await asPlatform(ctx.deps.db, (tx) => listAddressedMerchants(tx, ctx.params.id, ctx.now));
    publishToMerchants(ctx.deps.db.pool, merchant_ids, { topic: 'announcement', id: ctx.params.id, change: 'updated' });
    return { data: await read(ctx, ctx.params.id) };
  },

  deleteAnnouncement: async (ctx) => {
    await deleteDraft(ctx);
  },

  listCurrentAnnouncements: async ({ principal, tx, now }) => ({
    // Provider staff and shared users of a group have no merchant, and so receive none.
    data: principal.merchant_id === null ? [] : await tx((merchant) => listCurrentRows(merchant, principal.id, now)),
  }),

  listReceivedAnnouncements: async ({ principal, tx, now, query }) => {
    const after = parseCursor(query.cursor, 'announcement');
    if (principal.merchant_id === null) return { data: [], next_cursor: null };
    const rows = await tx((merchant) => listReceivedRows(merchant, now, { limit: query.limit + 1, after }));
    return buildPage(rows, query.limit, ({ at, id }) => [at, id]);
  },

  dismissAnnouncement: async ({ principal, tx, now, params }) => {
    if (principal.merchant_id === null) throw notFound();
    await tx(async (merchant) => {
      if (!(await isReceived(merchant, params.id, now))) throw notFound();
      await insertDismissal(merchant, { user_id: principal.id, announcement_id: params.id, dismissed_at: now });
    });
  },
};

async function read({ deps, now }: Reader, id: string): Promise<Announcement> {
  return asPlatform(deps.db, async (tx) => {
    const found = await findAnnouncement(tx, id);
    const [row] = found === undefined ? [] : await complete(tx, [found], now);
    if (row === undefined) throw notFound();
    return row;
  });
}

/** Adds what other tables know about announcements. */
async function complete(tx: PlatformTx, rows: readonly AnnouncementRow[], now: Date): Promise<Announcement[]> {
  const ids = rows.map(({ id }) => id);
  const chosen = Map.groupBy(await listChosenMerchants(tx, ids), ({ announcement_id }) => announcement_id);
  const counts = await countAddressed(tx, ids, now);
  const groups = await listGroupNames(
    tx,
    rows.map((row) => row.audience_group_id).filter((id) => id !== null),
  );
  return rows.map((row) => {
    const { audience_group_id, audience_statuses, announced_at: _, ended_at, created_by_name, ...shown } = row;
    const group = groups.get(audience_group_id ?? '');
    return {
      ...shown,
      status: toAnnouncementStatus(row, now),
      ends_at: ended_at ?? row.ends_at,
      group: group === undefined ? null : { id: group.id, name: group.name },
      merchants: (chosen.get(row.id) ?? []).map(({ announcement_id: __, ...merchant }) => merchant),
      merchant_statuses: audience_statuses as MerchantStatus[],
      merchant_count: counts.get(row.id) ?? 0,
      created_by: created_by_name,
    };
  });
}
