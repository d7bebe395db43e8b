/** SQL of internal notes about payments. */
import { listActiveMembers } from '../auth/membership-queries.ts';
import type { LoginTx, MerchantTx } from '../db/tx.ts';

const NOTE_COLUMNS = ['id', 'author_id', 'author_name', 'body', 'created_at'] as const;
/** Maximum number of notes returned for one payment. */
const NOTES_MAX = 500;
const COLLEAGUES_MAX = 200;

export interface NewNote {
  id: string;
  transaction_id: string;
  author_id: string;
  author_name: string;
  body: string;
  created_at: Date;
}

/** Oldest first. */
export const listNotes = (tx: MerchantTx, transaction_id: string) =>
  tx.sql
    .selectFrom('transaction_note')
    .select(NOTE_COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('transaction_id', '=', transaction_id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(NOTES_MAX)
    .execute();

export const insertNote = (tx: MerchantTx, note: NewNote) =>
  tx.sql
    .insertInto('transaction_note')
    .values({ merchant_id: tx.merchant_id, ...note })
    .returning(NOTE_COLUMNS)
    .executeTakeFirstOrThrow();

export const findNote = (tx: MerchantTx, transaction_id: string, id: string) =>
  tx.sql
    .selectFrom('transaction_note')
    .select(NOTE_COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('transaction_id', '=', transaction_id)
    .where('id', '=', id)
    .executeTakeFirst();

export const deleteNote = (tx: MerchantTx, transaction_id: string, id: string) =>
  tx.sql
    .deleteFrom('transaction_note')
    .where('merchant_id', '=', tx.merchant_id)
    .where('transaction_id', '=', transaction_id)
    .where('id', '=', id)
    .execute();

/** Names of the active users of a merchant, in alphabetical order. */
export async function listColleagues(tx: LoginTx, merchant_id: string): Promise<string[]> {
  const members = await listActiveMembers(tx, merchant_id);
  return [...new Set(members.map(({ name }) => name))].slice(0, COLLEAGUES_MAX);
}
