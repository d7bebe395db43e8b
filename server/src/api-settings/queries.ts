/** SQL of API keys. */
import { sql } from 'kysely';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

const COLUMNS = [
  'id',
  'name',
  'description',
  'prefix',
  'last4',
  'access',
  'allowed_cidrs',
  'created_at',
  'created_by',
  'expires_at',
  'last_used_at',
  'last_used_ip',
  'rolled_to_id',
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
  description: string | null;
  prefix: string;
  last4: string;
  secret_hash: string;
  /** JSON text of the access entries. */
  access: string;
  allowed_cidrs: string[];
  created_by: string;
  /** Id of the user behind the key. */
  owner_id: string;
  /** Ids of the users behind earlier generations. */
  former_owner_ids: string[];
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
    .select(['name', 'owner_id', 'former_owner_ids', 'access', 'expires_at', 'revoked_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();

/** Reads a key and locks its row until the end of the transaction. */
export const lockKey = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('api_key')
    .select([...COLUMNS, 'secret_hash', 'owner_id', 'former_owner_ids'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const storeRevocation = (tx: MerchantTx, id: string, now: Date) =>
  tx.sql
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();

/** Ends a key that another one replaces: `ends_at` is the end of the overlap, `revoked_at` is set without one. */
export const storeRoll = (
  tx: MerchantTx,
  id: string,
  change: { rolled_to_id: string; expires_at: Date } | { rolled_to_id: string; revoked_at: Date },
) => tx.sql.updateTable('api_key').set(change).where('merchant_id', '=', tx.merchant_id).where('id', '=', id).execute();

export const updateKey = (
  tx: MerchantTx,
  id: string,
  change: { name: string; description: string | null; allowed_cidrs: string[] },
) =>
  tx.sql
    .updateTable('api_key')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

/** Number of keys that are neither revoked nor expired. */
export async function countActiveKeys(tx: MerchantTx, now: Date): Promise<number> {
  const { count } = await tx.sql
    .selectFrom('api_key')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .executeTakeFirstOrThrow();
  return count;
}

/** Keys of all merchants that expire in a range of time and are not replaced yet, by expiry. */
export const listExpiringKeys = (
  tx: PlatformTx,
  { from, to }: { from: Date; to: Date },
  after_id: string,
  limit: number,
) =>
  tx.sql
    .selectFrom('api_key')
    .select(['merchant_id', 'owner_id', ...COLUMNS])
    .where('revoked_at', 'is', null)
    .where('rolled_to_id', 'is', null)
    .where('expires_at', '>', from.toISOString())
    .where('expires_at', '<=', to.toISOString())
    .where('id', '>', after_id)
    .orderBy('id')
    .limit(limit)
    .execute();
