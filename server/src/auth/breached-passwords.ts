/**
 * Passwords that are known from data breaches, as a Bloom filter in a file of this repository: no password leaves the
 * server. It finds every listed one; fewer than one in ten thousand others is a false positive.
 * `scripts/generate-breached-passwords.ts` writes the file.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SOURCE_FOLDER } from '../folders.ts';

/** Shorter ones are refused for their length; these also match as the beginning of a longer password. */
export const LISTED_LENGTH_MIN = 10;
export const FILTER_FILE = path.join(SOURCE_FOLDER, 'auth/breached-passwords.bin');

const BITS_PER_ENTRY = 20;
const HASHES = 14;
const HEADER_BYTES = 8;

/** The bits at which an entry is stored: double hashing of its SHA-256. */
function* listBits(text: string, bit_count: number, hash_count: number): Generator<number> {
  const digest = createHash('sha256').update(text.toLowerCase()).digest();
  const [first, second] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
  for (let n = 0; n < hash_count; n++) yield (first + n * second) % bit_count;
}

/** Builds the filter: the number of bits and of hashes, then the bits. */
export function buildFilter(entries: readonly string[]): Buffer {
  const bit_count = entries.length * BITS_PER_ENTRY;
  const filter = Buffer.alloc(HEADER_BYTES + Math.ceil(bit_count / 8));
  filter.writeUInt32LE(bit_count, 0);
  filter.writeUInt32LE(HASHES, 4);
  for (const entry of entries) {
    for (const bit of listBits(entry, bit_count, HASHES)) {
      const at = HEADER_BYTES + (bit >> 3);
      filter.writeUInt8(filter.readUInt8(at) | (1 << (bit & 7)), at);
    }
  }
  return filter;
}

/** Whether a text is listed, regardless of case. */
export function mayContain(filter: Buffer, text: string): boolean {
  const bits = listBits(text, filter.readUInt32LE(0), filter.readUInt32LE(4));
  for (const bit of bits) {
    if ((filter.readUInt8(HEADER_BYTES + (bit >> 3)) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

let loaded: Promise<Buffer> | undefined;

/** Whether a password is listed, as it is or with digits and symbols appended to a listed one. */
export async function isBreached(password: string): Promise<boolean> {
  loaded ??= readFile(FILTER_FILE);
  const filter = await loaded;
  const base = password.replace(/[\d\W_]+$/, '');
  return mayContain(filter, password) || (base.length >= LISTED_LENGTH_MIN && mayContain(filter, base));
}
