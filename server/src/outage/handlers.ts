/** Outages of banks and rails: edited by the provider, shown to merchants and their customers. */
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/outage';
import { OUTAGE_NOTICE_HOURS, type Outage, type OutageMethod } from '@dasbor/contract/outage';
import type { Body } from '@dasbor/contract/route';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { publishToMerchants, publishToProvider } from '../db/live-events.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import {
  type OutageRow,
  deleteOutageRow,
  enqueueReplan,
  findOutage,
  getEnteredAt,
  insertOutage,
  listAllMerchantIds,
  listOutageRows,
  listShownOutages,
  lockOutage,
  updateOutageRow,
} from './queries.ts';

type Input = Body<typeof contract.addOutage>;

export const outageHandlers: Handlers<typeof contract> = {
  listOutages: async ({ deps, query, now }) => {
    const after = parseCursor(query.cursor, 'transfer_outage');
    const rows = await asPlatform(deps.db, (tx) => listOutageRows(tx, { limit: query.limit + 1, after }));
    const page = buildPage(rows, query.limit, (row) => [getEnteredAt(row), row.id]);
    return { ...page, data: page.data.map((row) => toOutage(row, now)) };
  },

  addOutage: async (ctx) => {
    const { deps, body, now, principal } = ctx;
    if (Date.parse(body.ends_at) <= now.getTime()) throw isOver();
    const id = newId('transfer_outage', now);
    await asPlatform(deps.db, async (tx) => {
      await insertOutage(tx, { id, ...toRow(body), created_by_name: principal.name, created_at: now });
      const entry = { action: 'transfer_outage.added', object_type: 'transfer_outage', object_id: id } as const;
      await recordProviderEvent(tx, ctx, { ...entry, after: body });
    });
    await publish(deps, id);
    return { data: await read(deps, id, now) };
  },

  updateOutage: {
    find: async ({ deps, params }) => (await asPlatform(deps.db, (tx) => findOutage(tx, params.id))) ?? null,
    handle: async (ctx) => {
      const { deps, body, now } = ctx;
      const { id } = ctx.params;
      await asPlatform(deps.db, async (tx) => {
        const before = await lockOutage(tx, id);
        if (before === undefined) throw notFound();
        if (Math.min(Date.parse(before.ends_at), Date.parse(body.ends_at)) <= now.getTime()) throw isOver();
        await updateOutageRow(tx, id, toRow(body));
        await enqueueReplan(tx);
        const entry = { action: 'transfer_outage.changed', object_type: 'transfer_outage', object_id: id } as const;
        await recordProviderEvent(tx, ctx, { ...entry, before, after: body });
      });
      await publish(deps, id);
      return { data: await read(deps, id, now) };
    },
  },

  endOutage: async (ctx) => {
    const { deps, now } = ctx;
    const { id } = ctx.params;
    await asPlatform(deps.db, async (tx) => {
      const before = await lockOutage(tx, id);
      if (before === undefined) throw notFound();
      if (Date.parse(before.ends_at) <= now.getTime()) throw isOver();
      const has_begun = Date.parse(before.starts_at) < now.getTime();
      await (has_begun ? updateOutageRow(tx, id, { ends_at: now }) : deleteOutageRow(tx, id));
      await enqueueReplan(tx);
      const entry = { action: 'transfer_outage.removed', object_type: 'transfer_outage', object_id: id } as const;
      await recordProviderEvent(tx, ctx, { ...entry, before });
    });
    await publish(deps, id);
  },

  listCurrentOutages: async ({ deps, now }) => {
    const until = new Date(now.getTime() + duration.hours(OUTAGE_NOTICE_HOURS));
    const rows = await asPlatform(deps.db, (tx) => listShownOutages(tx, now, until));
    return { data: rows.map((row) => ({ ...row, is_current: Date.parse(row.starts_at) <= now.getTime() })) };
  },
};

const toRow = ({ bank_code, rail, ...body }: Input) => ({ ...body, bank_code: bank_code ?? null, rail: rail ?? null });

function toOutage(row: OutageRow, now: Date): Outage {
  const { created_by_name, created_at: _, note: __, ...shown } = row;
  const has_begun = Date.parse(row.starts_at) <= now.getTime();
  const is_over = Date.parse(row.ends_at) <= now.getTime();
  return {
    ...shown,
    methods: row.methods as OutageMethod[],
    state: is_over ? 'ended' : has_begun ? 'current' : 'upcoming',
    created_by: created_by_name,
    created_at: getEnteredAt(row),
  };
}

async function read(deps: Deps, id: string, now: Date): Promise<Outage> {
  const row = await asPlatform(deps.db, (tx) => findOutage(tx, id));
  if (row === undefined) throw notFound();
  return toOutage(row, now);
}

/** Open screens of the provider and of every merchant read outages again. */
async function publish({ db }: Deps, id: string): Promise<void> {
  publishToProvider(db.pool);
  const merchant_ids = await asPlatform(db, listAllMerchantIds);
  publishToMerchants(db.pool, merchant_ids, { topic: 'announcement', id, change: 'updated' });
}

const isOver = () =>
  new Problem(
    422,
    'outage_is_over',
    localized('The end of this outage has passed.', 'Waktu selesai gangguan ini sudah lewat.'),
  );
