/** SQL of refunds by transfer. */
import type { MerchantTx } from '../db/tx.ts';
import type { LockedRefund } from './queries.ts';

/** Ids of other refunds of the payment whose transfer failed at the bank. */
export async function listFailedTransfers(
  tx: MerchantTx,
  { id, transaction_id }: Pick<LockedRefund, 'id' | 'transaction_id'>,
): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('refund')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('transaction_id', '=', transaction_id)
    .where('id', '<>', id)
    .where('method', '=', 'transfer')
    .where('status', '=', 'failed')
    .where('sent_at', 'is not', null)
    .execute();
  return rows.map((row) => row.id);
}
