/** SQL of the profile. */
import type { MerchantTx } from '../db/tx.ts';

export const findOwnMerchant = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select(['brand_name', 'logo_url', 'feature_flags'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();
