import { randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';
import { ID_PREFIXES, type IdType } from '@dasbor/contract/id';

/** A new id such as `txn_01j…`, ordered by `at`; the same value in the database, URLs, logs and emails. */
export const newId = (type: IdType, at: Date): string => `${ID_PREFIXES[type]}_${generateUlid(at)}`;

/** A lower-case ULID: the 26 characters after the prefix of an id. */
export const generateUlid = (at: Date): string => ulid(at.getTime(), nextRandom).toLowerCase();

/** Random bytes are generated in bulk, because a system call per character dominated the cost of an id. */
const random_bytes = Buffer.alloc(4_096);
let used = random_bytes.length;

/** A number in [0, 1) with 256 steps, more than the 32 characters of an id need. */
function nextRandom(): number {
  if (used === random_bytes.length) {
    randomFillSync(random_bytes);
    used = 0;
  }
  return random_bytes.readUInt8(used++) / 256;
}
