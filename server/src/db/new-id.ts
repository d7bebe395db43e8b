import { randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';
import { ID_PREFIXES, type IdType } from '@dasbor/contract/id';

/** A fresh id such as `txn_01j…`, ordered by `at`; the same value in database, URL, log and mail. */
export const newId = (type: IdType, at: Date): string => `${ID_PREFIXES[type]}_${generateUlid(at)}`;

/** The 26 characters of an id by themselves. */
export const generateUlid = (at: Date): string => ulid(at.getTime(), nextRandom).toLowerCase();

/** Random bytes are drawn many at once: asking the system for each of the sixteen characters took longer than all else. */
const random_bytes = Buffer.alloc(4_096);
let used = random_bytes.length;

/** In [0, 1), of 256 steps: more than the 32 characters of an id need. */
function nextRandom(): number {
  if (used === random_bytes.length) {
    randomFillSync(random_bytes);
    used = 0;
  }
  return random_bytes.readUInt8(used++) / 256;
}
