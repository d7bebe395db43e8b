/**
 * Files stored in the database in chunks (decision 0028). Reading holds one chunk in memory and writing two, and
 * both use one transaction per chunk; a file becomes visible only when it is complete.
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

/** Small enough to write in milliseconds, large enough that its transaction costs little beside it (decision 0173). */
const CHUNK_BYTES = 512 * 1024;

export interface StoreFileInput {
  /** File name of the download, without folders or quotes. */
  name: string;
  content_type: string;
  /** When the file is deleted; null for never. */
  expires_at: Date | null;
}

/**
 * Stores a stream. When the stream fails, everything written is deleted and its error is thrown. Chunks left by a crashed
 * process stay invisible until the clean-up job deletes them.
 */
export async function storeFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchant_id: string,
  file: StoreFileInput,
  content: AsyncIterable<Buffer | string> | Iterable<Buffer>,
): Promise<StoredFile> {
  if (!/^[\w.,()+ -]{1,255}$/.test(file.name)) throw new Error(`Invalid file name: ${file.name}`);
  const created_at = deps.clock.now();
  const id = newId('stored_file', created_at);
  await asMerchant(deps.db, merchant_id, (tx) => insertFile(tx, { id, created_at, ...file }));
  try {
    const stored = await storeContent(splitIntoChunks(content), (seq, chunk) =>
      asMerchant(deps.db, merchant_id, (tx) => insertChunk(tx, id, seq, chunk)),
    );
    return await asMerchant(deps.db, merchant_id, (tx) => markFileStored(tx, id, stored));
  } catch (error) {
    await deleteStoredFile(deps.db, merchant_id, id).catch(() => undefined);
    throw error;
  }
}

/** Writes one chunk while the next one is produced. No write is left when it rejects. */
async function storeContent(
  chunks: AsyncIterable<Buffer>,
  write: (seq: number, chunk: Buffer) => Promise<void>,
): Promise<{ size_bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let size_bytes = 0;
  let seq = 0;
  let writing = Promise.resolve();
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size_bytes += chunk.length;
      await writing;
      writing = write(seq, chunk);
      // Its error is thrown where it is awaited, which may be long after.
      writing.catch(() => undefined);
      seq += 1;
    }
  } finally {
    await writing;
  }
  return { size_bytes, sha256: hash.digest('hex') };
}

/**
 * Regroups a stream into chunks of equal size; the last may be shorter. Two buffers take turns, because a new one for
 * every chunk fills the memory between garbage collections: a chunk is overwritten once the second after it is requested.
 */
async function* splitIntoChunks(content: AsyncIterable<Buffer | string> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let filling: Buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let other: Buffer | null = null;
  let filled = 0;
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
    for (let from = 0; from < bytes.length;) {
      const copied = bytes.copy(filling, filled, from);
      from += copied;
      filled += copied;
      if (filled < CHUNK_BYTES) continue;
      yield filling;
      [filling, other] = [other ?? Buffer.allocUnsafeSlow(CHUNK_BYTES), filling];
      filled = 0;
    }
  }
  if (filled > 0) yield filling.subarray(0, filled);
}

/** Returns null when the file does not exist, is incomplete, or has expired. */
export async function findStoredFile(
  deps: Pick<Deps, 'db' | 'clock'>,
  merchant_id: string,
  id: string,
): Promise<StoredFile | null> {
  const file = await asMerchant(deps.db, merchant_id, (tx) => findFile(tx, id, deps.clock.now()));
  return file ?? null;
}

/** Streams the content of a file chunk by chunk, with backpressure. */
export const readStoredFile = (db: Db, merchant_id: string, file: Pick<StoredFile, 'id' | 'size_bytes'>): Readable =>
  Readable.from(readChunks(db, merchant_id, file), { objectMode: false });

async function* readChunks(db: Db, merchant_id: string, file: Pick<StoredFile, 'id' | 'size_bytes'>) {
  let read_bytes = 0;
  for (let seq = 0; read_bytes < file.size_bytes; seq++) {
    const chunk = await asMerchant(db, merchant_id, (tx) => findChunk(tx, file.id, seq));
    // Deleted meanwhile: fails, so that a truncated download is not mistaken for the whole file.
    if (chunk === undefined) throw new Error(`The file ${file.id} ended before its size`);
    read_bytes += chunk.length;
    yield chunk;
  }
}

/** Deletes a file and its chunks. Idempotent. */
export const deleteStoredFile = (db: Db, merchant_id: string, id: string): Promise<void> =>
  asMerchant(db, merchant_id, (tx) => deleteFile(tx, id));
