/** The provider's operations: exceptions of all merchants, and the log of what staff did. */
import { z } from 'zod';
import type * as contract from '@dasbor/contract/operations';
import type { Query } from '@dasbor/contract/route';
import { instant, toBusinessDay } from '@dasbor/contract/time';
import { listProviderEventRows, recordProviderEvent } from '../audit/provider-event-queries.ts';
import { publishToProvider } from '../db/live-events.ts';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { decodeCursor } from '../http/cursor.ts';
import { type Cursor, buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { createTableResponse } from '../http/table-response.ts';
import { storeDecision } from './exception-queries.ts';
import { buildEventTable } from './event-file.ts';
import { findException, readExceptions, readExceptionsOfKind } from './exceptions.ts';
import { readOverview } from './overview.ts';

const exceptionCursor = z.tuple([instant, z.string().min(1).max(200)]);

export const operationsHandlers: Handlers<typeof contract> = {
  getOperationsOverview: async ({ deps, query, now }) => ({ data: await readOverview(deps.db, query.period, now) }),

  listExceptions: async ({ deps, principal, now }) => {
    const open = await asPlatform(deps.db, (tx) => readExceptions(tx, { now, user_id: principal.id }));
    return { ...open, as_of: now.toISOString() };
  },

  listExceptionsOfKind: async ({ deps, principal, now, params, query }) => {
    const { cursor, limit } = query;
    const [since, object_id] = cursor === undefined ? [null, ''] : decodeCursor(cursor, exceptionCursor);
    const after = since === null ? null : { since, object_id };
    const rows = await asPlatform(deps.db, (tx) =>
      readExceptionsOfKind(tx, params.kind, { now, user_id: principal.id, limit, after }),
    );
    return buildPage(rows, limit, (row) => [row.since, row.object_id]);
  },

  assignException: async (ctx) => {
    const { deps, principal, now, body } = ctx;
    const assigned = body.is_mine ? { id: principal.id, name: principal.name } : null;
    const data = await asPlatform(deps.db, async (tx) => {
      const found = await findException(tx, body, { now, user_id: principal.id });
      if (found === undefined) throw notFound();
      await storeDecision(tx, { ...found.decision, assigned, closed: null, now });
      await recordProviderEvent(tx, ctx, {
        action: body.is_mine ? 'exception.assigned' : 'exception.released',
        object_type: body.kind,
        object_id: body.object_id,
        merchant_id: found.decision.merchant_id,
      });
      return { ...found.exception, assigned_to: assigned?.name ?? null, is_mine: body.is_mine };
    });
    publishToProvider(deps.db.pool);
    return { data };
  },

  resolveException: async (ctx) => {
    const { deps, principal, now, body } = ctx;
    await asPlatform(deps.db, async (tx) => {
      const found = await findException(tx, body, { now, user_id: principal.id });
      if (found === undefined) throw notFound();
      const closed = { by_id: principal.id, by: principal.name, note: body.note };
      await storeDecision(tx, { ...found.decision, closed, now });
      await recordProviderEvent(tx, ctx, {
        action: 'exception.resolved',
        object_type: body.kind,
        object_id: body.object_id,
        merchant_id: found.decision.merchant_id,
        before: { state: found.exception.state, detail: found.exception.detail, since: found.exception.since },
        after: { note: body.note },
      });
    });
    publishToProvider(deps.db.pool);
  },

  listProviderEvents: async (ctx) => {
    const { deps, query, now } = ctx;
    if (ctx.file_format !== null) {
      const table = buildEventTable(readAllEvents(deps, query), query.columns, ctx);
      return createTableResponse(ctx, table, { title: 'activity', file_name: `activity-${toBusinessDay(now)}` });
    }
    const after = parseCursor(query.cursor, 'provider_event');
    const rows = await asPlatform(deps.db, (tx) => listProviderEventRows(tx, query, after));
    return buildPage(rows, query.limit, ({ at, id }) => [at, id]);
  },
};

/** Rows that a file reads at a time. */
const FILE_PAGE = 1_000;

/** Page by page, so that a file of any length holds no transaction open. */
async function* readAllEvents({ db }: Pick<Deps, 'db'>, filter: Query<typeof contract.listProviderEvents>) {
  let after: Cursor | null = null;
  for (;;) {
    const rows: contract.ProviderEvent[] = await asPlatform(db, (tx) =>
      listProviderEventRows(tx, { ...filter, limit: FILE_PAGE }, after),
    );
    yield* rows.slice(0, FILE_PAGE);
    const last = rows[FILE_PAGE - 1];
    if (rows.length <= FILE_PAGE || last === undefined) return;
    after = { at: last.at, id: last.id };
  }
}
