/** SQL of the results of bulk refunds. */
import type { BulkRefundResults } from '../db/column-types.ts';
import type { MerchantTx } from '../db/tx.ts';

export const insertRefundBulk = (
  tx: MerchantTx,
  bulk: { id: string; results: BulkRefundResults; created_by: string; created_at: Date },
) =>
  tx.sql
    .insertInto('refund_bulk')
    .values({ merchant_id: tx.merchant_id, ...bulk, results: JSON.stringify(bulk.results) })
    .execute();

export const findRefundBulk = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('refund_bulk')
    .select('results')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
