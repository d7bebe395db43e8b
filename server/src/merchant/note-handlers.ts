/** Notes of the provider about a merchant. */
import type * as contract from '@dasbor/contract/merchant-note';
import { recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform } from '../db/tx.ts';
import { buildPage, parseCursor } from '../http/keyset-page.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { findMerchant, insertNote, listNotes } from './detail-queries.ts';

export const merchantNoteHandlers: Handlers<typeof contract> = {
  listMerchantNotes: async ({ deps, params: { merchant_id }, query, principal }) => {
    const after = parseCursor(query.cursor, 'note');
    const rows = await asPlatform(deps.db, async (tx) => {
      if ((await findMerchant(tx, merchant_id)) === undefined) throw notFound();
      return listNotes(tx, merchant_id, { limit: query.limit + 1, after });
    });
    const page = buildPage(rows, query.limit, (row) => [row.created_at, row.id]);
    return {
      ...page,
      data: page.data.map(({ author_id, ...note }) => ({ ...note, is_own: author_id === principal.id })),
    };
  },

  addMerchantNote: {
    find: async ({ deps, params }) => (await asPlatform(deps.db, (tx) => findMerchant(tx, params.merchant_id))) ?? null,
    handle: async (ctx) => {
      const { deps, params, body, principal, now } = ctx;
      const { merchant_id } = params;
      const id = newId('note', now);
      const note = { id, author: principal.name, body: body.body };
      await asPlatform(deps.db, async (tx) => {
        await insertNote(tx, { ...note, merchant_id, author_id: principal.id, created_at: now });
        // The text is for the provider only; the log of the merchant says that a note was written.
        await recordAudit(
          ctx,
          { merchant_id, sql: tx.sql },
          {
            action: 'merchant.note_added',
            object_type: 'merchant',
            object_id: merchant_id,
            after: { note_id: id },
          },
        );
      });
      return { data: { ...note, is_own: true, created_at: now.toISOString() } };
    },
  },
};
