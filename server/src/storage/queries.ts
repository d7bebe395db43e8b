/** SQL of stored files. A file becomes visible once it is written completely. */
import { sql } from 'kysely';
import { commitAsynchronously } from '../db/asynchronous-commit.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

export interface StoredFile {
  id: string;
  name: string;
  content_type: string;
  size_bytes: number;
  /** Hex digest of the whole content. */
  sha256: string;
  created_at: string;
  /** When the file is deleted; null for never. */
  expires_at: string | null;
}

export interface NewFile {
  id: string;
  name: string;
  content_type: string;
  created_at: Date;
  expires_at: Date | null;
}

export async function insertFile(tx: MerchantTx, file: NewFile): Promise<void> {
  await tx.sql
    .insertInto('stored_file')
    .values({ merchant_id: tx.merchant_id, status: 'writing', ...file })
    .execute();
}

/** The commit of a chunk does not wait for the disk: that of the complete file waits for all chunks, and without it there is no file. */
export async function insertChunk(tx: MerchantTx, file_id: string, seq: number, bytes: Buffer): Promise<void> {
  await commitAsynchronously(tx);
  await tx.sql.insertInto('stored_file_chunk').values({ merchant_id: tx.merchant_id, file_id, seq, bytes }).execute();
}

export async function markFileStored(
  tx: MerchantTx,
  id: string,
  content: { size_bytes: number; sha256: string },
): Promise<StoredFile> {
  return tx.sql
    .updateTable('stored_file')
    .set({ status: 'stored', ...content })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'writing')
    .returning([
      'id',
      'name',
      'content_type',
      'size_bytes',
      sql<string>`sha256`.as('sha256'),
      'created_at',
      'expires_at',
    ])
    .executeTakeFirstOrThrow();
}

/** Returns undefined when the file does not exist, is incomplete, or has expired at `now`. */
export const findFile = (tx: MerchantTx, id: string, now: Date): Promise<StoredFile | undefined> =>
  tx.sql
    .selectFrom('stored_file')
    .select(['id', 'name', 'content_type', 'size_bytes', sql<string>`sha256`.as('sha256'), 'created_at', 'expires_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'stored')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .executeTakeFirst();

/** Returns one chunk; undefined after the last. */
export async function findChunk(tx: MerchantTx, file_id: string, seq: number): Promise<Buffer | undefined> {
  const row = await tx.sql
    .selectFrom('stored_file_chunk')
    .select('bytes')
    .where('merchant_id', '=', tx.merchant_id)
    .where('file_id', '=', file_id)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.bytes;
}

/** Keeps an uploaded file permanently. Throws when it was deleted meanwhile. */
export async function retainFile(tx: MerchantTx, id: string): Promise<void> {
  await tx.sql
    .updateTable('stored_file')
    .set({ expires_at: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'stored')
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function deleteFile(tx: MerchantTx, id: string): Promise<void> {
  const { merchant_id } = tx;
  await tx.sql
    .deleteFrom('stored_file_chunk')
    .where('merchant_id', '=', merchant_id)
    .where('file_id', '=', id)
    .execute();
  await tx.sql.deleteFrom('stored_file').where('merchant_id', '=', merchant_id).where('id', '=', id).execute();
}

/** Lists expired files and uploads that were started before `abandoned_before` and never completed. */
export const listRemovableFiles = (
  tx: PlatformTx,
  now: Date,
  abandoned_before: Date,
  limit: number,
): Promise<{ merchant_id: string; id: string }[]> =>
  tx.sql
    .selectFrom('stored_file')
    .select(['merchant_id', 'id'])
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', now.toISOString()),
        eb.and([eb('status', '=', 'writing'), eb('created_at', '<', abandoned_before.toISOString())]),
      ]),
    )
    .limit(limit)
    .execute();
