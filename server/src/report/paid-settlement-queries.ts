/** The report of a settlement is asked for in the transaction in which it is paid: neither is ever without the other. */
import type { MerchantTx } from '../db/tx.ts';
import { getConfiguration } from './configuration-queries.ts';
import { createSettlementRun } from './schedule.ts';
import { findBatch } from './subject-queries.ts';

/**
 * Once per settlement, also when it came back and was paid again. Without a way of delivery nothing is in a hurry: then
 * the schedule has the file made.
 */
export async function createPaidSettlementReport(tx: MerchantTx, batch_id: string, now: Date): Promise<void> {
  const { email_delivery_enabled, sftp_delivery_enabled } = await getConfiguration(tx);
  if (!email_delivery_enabled && !sftp_delivery_enabled) return;
  const batch = await findBatch(tx, batch_id);
  if (batch !== undefined) await createSettlementRun(tx, batch, now);
}
