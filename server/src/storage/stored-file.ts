/**
 * Files in the database, in pieces (decision 0028). Writing and reading hold one piece in memory and no transaction for
 * longer than a piece takes; a file is there when it is whole, and not before.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import {
  type StoredFile,
  markFileStored,
  insertChunk,
  insertFile,
  deleteFile,
  findChunk,
  findFile,
} from './queries.ts';

export type { StoredFile } from './queries.ts';

/** A piece takes some milliseconds to write, and a page of them is no strain on the log of the database. */
const CHUNK_BYTES = 256 * 1024;

export interface StoreFileInput {
  /** As it is called when it is downloaded: no folders, no quotes. */
  name: string;
  content_type: string;
  /** When it is deleted; null: it is kept. */
  expires_at: Date | null;
}

/**
 * Writes a stream to its end and answers the file. When the stream fails, nothing of it stays and its error is thrown.
 * A process that dies leaves pieces that nobody sees, until the clean-up takes them away.
 */
export async function storeFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchant_id: string,
  file: StoreFileInput,
  content: AsyncIterable<Buffer | string>,
): Promise<StoredFile> {
  if (!/^[\w.,()+ -]{1,255}$/.test(file.name)) throw new Error(`Not a name for a file: ${file.name}`);
  const created_at = deps.clock.now();
  const id = newId('stored_file', created_at);
  await asMerchant(deps.db, merchant_id, (tx) => insertFile(tx, { id, created_at, ...file }));
  try {
    const hash = createHash('sha256');
    let size_bytes = 0;
    let seq = 0;
    for await (const chunk of splitIntoChunks(content)) {
      hash.update(chunk);
      size_bytes += chunk.length;
      await asMerchant(deps.db, merchant_id, (tx) => insertChunk(tx, id, seq, chunk));
      seq += 1;
    }
    const sha256 = hash.digest('hex');
    return await asMerchant(deps.db, merchant_id, (tx) => markFileStored(tx, id, { size_bytes, sha256 }));
  } catch (error) {
    await deleteStoredFile(deps.db, merchant_id, id).catch(() => undefined);
    throw error;
  }
}

/** Joins and cuts a stream into pieces of one size; the last may be shorter. */
async function* splitIntoChunks(content: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let waiting_bytes = 0;
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
    waiting.push(bytes);
    waiting_bytes += bytes.length;
    if (waiting_bytes < CHUNK_BYTES) continue;
    const whole = Buffer.concat(waiting);
    let from = 0;
    for (; whole.length - from >= CHUNK_BYTES; from += CHUNK_BYTES) yield whole.subarray(from, from + CHUNK_BYTES);
    // A copy: the rest must not keep the whole in memory.
    waiting = from < whole.length ? [Buffer.from(whole.subarray(from))] : [];
    waiting_bytes = whole.length - from;
  }
  if (waiting_bytes > 0) yield Buffer.concat(waiting);
}

/** null when there is none, it is not whole yet, or its time is over. */
export async function findStoredFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchant_id: string,
  id: string,
): Promise<StoredFile | null> {
  const file = await asMerchant(deps.db, merchant_id, (tx) => findFile(tx, id, deps.clock.now()));
  return file ?? null;
}

/** The content of a file that was found, piece by piece as the reader takes it. */
export const readStoredFile = (db: Db, merchant_id: string, file: Pick<StoredFile, 'id' | 'size_bytes'>): Readable =>
  Readable.from(readChunks(db, merchant_id, file), { objectMode: false });

async function* readChunks(db: Db, merchant_id: string, file: Pick<StoredFile, 'id' | 'size_bytes'>) {
  let read_bytes = 0;
  for (let seq = 0; read_bytes < file.size_bytes; seq++) {
    const chunk = await asMerchant(db, merchant_id, (tx) => findChunk(tx, file.id, seq));
    // Deleted meanwhile: an end in the middle would pass for the whole file.
    if (chunk === undefined) throw new Error(`The file ${file.id} ended before its size`);
    read_bytes += chunk.length;
    yield chunk;
  }
}

/** Deletes a file and its pieces; nothing happens when it is gone already. */
export const deleteStoredFile = (db: Db, merchant_id: string, id: string): Promise<void> =>
  asMerchant(db, merchant_id, (tx) => deleteFile(tx, id));
