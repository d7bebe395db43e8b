/** Internal notes about a payment: list, create and delete. */
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/transaction-note';
import { NOTE_DELETABLE_MINUTES, type TransactionNote } from '@dasbor/contract/transaction-note';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asLogin } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { Problem, forbidden, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { deleteNote, findNote, insertNote, listColleagues, listNotes } from './queries.ts';
import { hasTransaction } from '../transaction/queries.ts';
import { canDeleteNote } from './rules.ts';

export const transactionNoteHandlers: Handlers<typeof contract> = {
  listTransactionNotes: async (ctx) => {
    const { deps, merchant_id, principal, now, params } = ctx;
    const notes = await ctx.tx(async (tx) => {
      await assertTransactionExists(tx, params.id);
      return listNotes(tx, params.id);
    });
    const colleagues = await asLogin(deps.db, (tx) => listColleagues(tx, merchant_id));
    return { data: notes.map((note) => toNote(note, principal, now)), colleagues };
  },

  createTransactionNote: {
    find: (ctx) => {
      assertPerson(ctx.principal);
      return ctx.tx((tx) => assertTransactionExists(tx, ctx.params.id));
    },
    handle: async (ctx) => {
      const { principal, now, params, body } = ctx;
      const note = await ctx.tx(async (tx) => {
        const inserted = await insertNote(tx, {
          id: newId('note', now),
          transaction_id: params.id,
          author_id: principal.id,
          author_name: principal.name,
          body: body.body,
          created_at: now,
        });
        await recordNoteChange(ctx, tx, 'transaction.note_added', {
          after: { note_id: inserted.id, body: inserted.body },
        });
        return inserted;
      });
      return { data: toNote(note, principal, now) };
    },
  },

  deleteTransactionNote: async (ctx) => {
    const { principal, now, params } = ctx;
    assertPerson(principal);
    await ctx.tx(async (tx) => {
      const note = await findNote(tx, params.id, params.note_id);
      if (note === undefined) throw notFound();
      if (!canDeleteNote(note, principal.id, now)) {
        const detail = localized(
          `Only the author can delete a note, within ${NOTE_DELETABLE_MINUTES} minutes.`,
          `Hanya penulis yang dapat menghapus catatan, dalam ${NOTE_DELETABLE_MINUTES} menit.`,
        );
        throw new Problem(409, 'note_not_deletable', detail);
      }
      await deleteNote(tx, params.id, params.note_id);
      await recordNoteChange(ctx, tx, 'transaction.note_deleted', { before: { note_id: note.id, body: note.body } });
    });
    return undefined;
  },
};

type NoteRow = Awaited<ReturnType<typeof listNotes>>[number];

function toNote(
  { id, author_id, author_name, body, created_at }: NoteRow,
  principal: Principal,
  now: Date,
): TransactionNote {
  const is_own = author_id === principal.id;
  const until = new Date(Date.parse(created_at) + duration.minutes(NOTE_DELETABLE_MINUTES)).toISOString();
  const deletable_until = canDeleteNote({ author_id, created_at }, principal.id, now) ? until : null;
  return { id, author_name, is_own, body, created_at, deletable_until };
}

async function assertTransactionExists(tx: MerchantTx, transaction_id: string): Promise<true> {
  if (!(await hasTransaction(tx, transaction_id))) throw notFound();
  return true;
}

/** Notes are for users, not for API keys. */
function assertPerson(principal: Principal): void {
  if (principal.type !== 'user') throw forbidden();
}

/** Records the audit entry and publishes a live event for open screens. */
async function recordNoteChange(
  ctx: AuditContext & { params: { id: string } },
  tx: MerchantTx,
  action: 'transaction.note_added' | 'transaction.note_deleted',
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { id } = ctx.params;
  await recordAudit(ctx, tx, { action, object_type: 'transaction', object_id: id, ...change });
  await publishLiveEvents(tx, { topic: 'transaction', id, change: 'updated' });
}
