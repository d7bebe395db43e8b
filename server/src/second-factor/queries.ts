/** SQL of the setting that a merchant requires a second factor. */
import type { MerchantTx } from '../db/tx.ts';

export async function findPolicy(tx: MerchantTx): Promise<boolean> {
  const merchant = await tx.sql
    .selectFrom('merchant')
    .select('requires_second_factor')
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();
  return merchant?.requires_second_factor === true;
}

/** Updates the setting and returns the former one. */
export async function updatePolicy(tx: MerchantTx, required: boolean): Promise<boolean> {
  const before = await tx.sql
    .selectFrom('merchant')
    .select('requires_second_factor')
    .where('merchant_id', '=', tx.merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await tx.sql
    .updateTable('merchant')
    .set({ requires_second_factor: required })
    .where('merchant_id', '=', tx.merchant_id)
    .execute();
  return before?.requires_second_factor === true;
}
