/** SQL of the authentication of API keys. */
import type { PlatformTx } from '../db/tx.ts';

/** An API key by the hash of its secret. Read as the provider, because the merchant is not known yet. */
export const findApiKey = (tx: PlatformTx, secret_hash: string) =>
  tx.sql
    .selectFrom('api_key')
    .select(['merchant_id', 'id', 'name', 'owner_id', 'access', 'expires_at', 'last_used_at', 'revoked_at'])
    .where('secret_hash', '=', secret_hash)
    .executeTakeFirst();

export const touchApiKey = (tx: PlatformTx, key: { merchant_id: string; id: string }, minute: Date) =>
  tx.sql
    .updateTable('api_key')
    .set({ last_used_at: minute })
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .execute();
