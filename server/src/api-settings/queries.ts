/** SQL of API keys. */
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

const COLUMNS = [
  'id',
  'name',
  'prefix',
  'last4',
  'access',
  'created_at',
  'created_by',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const;

const KEYS_MAX = 500;

/** The merchant's keys without secrets, newest first. */
export const listKeys = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('api_key')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(KEYS_MAX)
    .execute();

export interface NewKey {
  id: string;
  name: string;
  prefix: string;
  last4: string;
  secret_hash: string;
  /** JSON text of the access entries. */
  access: string;
  created_by: string;
  /** Id of the user behind the key. */
  owner_id: string;
  created_at: Date;
  expires_at: Date | null;
}

/** Makes the merchant of a key known to authentication. Runs before the key is stored: an entry without a key means nothing. */
export async function insertKeyDirectoryEntry(tx: PlatformTx, secret_hash: string, merchant_of: string): Promise<void> {
  await tx.sql
    .insertInto('api_key_directory')
    .values({ secret_hash, merchant_of })
    .onConflict((conflict) => conflict.column('secret_hash').doNothing())
    .execute();
}

export const insertKey = (tx: MerchantTx, key: NewKey) =>
  tx.sql
    .insertInto('api_key')
    .values({ merchant_id: tx.merchant_id, ...key })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export const findKey = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('api_key')
    .select(['name', 'owner_id', 'access', 'expires_at', 'revoked_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();

/** Reads a key and locks its row until the end of the transaction. */
export const lockKey = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('api_key')
    .select(['name', 'prefix', 'last4', 'secret_hash', 'revoked_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const storeRevocation = (tx: MerchantTx, id: string, now: Date) =>
  tx.sql
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
