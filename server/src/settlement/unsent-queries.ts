/** SQL of batches whose payout is due. */
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { DueBatch } from './write-queries.ts';

/** Batches of the merchant that are on hold for one of the reasons. */
export async function listHeldBatchIds(tx: MerchantTx, reasons: readonly string[]): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('settlement_batch')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'on_hold')
    .where('held_reason', 'in', reasons)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Batches of every merchant whose payout is due or must be sent again, the least recently checked first. What was
 * sent is inquired by the sender of transfers.
 */
export const listUnsent = (tx: PlatformTx, limit: number): Promise<DueBatch[]> =>
  tx.sql
    .selectFrom('settlement_batch')
    .select(['merchant_id', 'id'])
    .where('status', 'in', ['approved', 'processing'])
    .where('partner_reference_no', 'is', null)
    .orderBy('last_checked_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute();
