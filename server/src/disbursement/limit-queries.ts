/** SQL of the limit per disbursement. */
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx } from '../db/tx.ts';

/** Maximum amount of one disbursement as agreed with the provider; null: no limit. */
export async function findPayoutLimit(tx: MerchantTx): Promise<Rupiah | null> {
  const { limit_per_payout } = await tx.sql
    .selectFrom('merchant')
    .select('limit_per_payout')
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();
  return limit_per_payout;
}
