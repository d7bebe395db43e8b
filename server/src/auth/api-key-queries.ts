/** SQL of the authentication of API keys. */
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

/**
 * An API key by the hash of its secret. Read as the provider, because the merchant is not known yet: the directory names it,
 * so that only the node of the merchant is queried.
 */
export async function findApiKey(tx: PlatformTx, secret_hash: string) {
  const entry = await tx.sql
    .selectFrom('api_key_directory')
    .select('merchant_of')
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst();
  if (entry === undefined) return undefined;
  return tx.sql
    .selectFrom('api_key')
    .select(['merchant_id', 'id', 'name', 'owner_id', 'access', 'allowed_cidrs'])
    .select(['expires_at', 'last_used_at', 'revoked_at'])
    .where('merchant_id', '=', entry.merchant_of)
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst();
}

/** Stores the last use of a key, to the minute. */
export const touchApiKey = (
  tx: PlatformTx,
  key: { merchant_id: string; id: string },
  use: { last_used_at: Date; last_used_ip: string | null },
) =>
  tx.sql.updateTable('api_key').set(use).where('merchant_id', '=', key.merchant_id).where('id', '=', key.id).execute();

/** Of these keys of the merchant, those that are neither revoked nor expired. */
export async function listUsableKeyIds(tx: MerchantTx, ids: string[], now: Date): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('api_key')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .execute();
  return rows.map(({ id }) => id);
}
