/** The report of a settlement is asked for in the transaction in which it is paid: neither is ever without the other. */
import type { MerchantTx } from '../db/tx.ts';
import { readConfiguration } from '../manage-notifications/queries.ts';
import { askOfSettlement } from './schedule.ts';
import { findBatch } from './subject-queries.ts';

/**
 * Once per settlement, also when it came back and was paid again. Without a way of delivery nothing is in a hurry: then
 * the schedule has the file made.
 */
export async function reportPaidSettlement(tx: MerchantTx, batch_id: string, now: Date): Promise<void> {
  const { email_delivery_enabled, sftp_delivery_enabled } = await readConfiguration(tx);
  if (!email_delivery_enabled && !sftp_delivery_enabled) return;
  const batch = await findBatch(tx, batch_id);
  if (batch !== undefined) await askOfSettlement(tx, batch, now);
}
