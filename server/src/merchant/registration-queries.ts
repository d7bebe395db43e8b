/** SQL of the first state of a merchant that registered itself. */
import type { MerchantTx } from '../db/tx.ts';

/** False unless the merchant was registered. */
export async function markOnboarding(tx: MerchantTx, now: Date): Promise<boolean> {
  const changed = await tx.sql
    .updateTable('merchant')
    .set({ status: 'onboarding', updated_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'registered')
    .returning('merchant_id')
    .executeTakeFirst();
  return changed !== undefined;
}
