/** Creates the report of a settlement in the transaction that pays it, so that neither exists without the other. */
import type { MerchantTx } from '../db/tx.ts';
import { getConfiguration } from './configuration-queries.ts';
import { createSettlementRun } from './schedule.ts';
import { findBatch } from './subject-queries.ts';

/**
 * Idempotent: one report per settlement, also when it was returned and paid again. Without a delivery method the schedule
 * creates the report later.
 */
export async function createPaidSettlementReport(tx: MerchantTx, batch_id: string, now: Date): Promise<void> {
  const { email_delivery_enabled, sftp_delivery_enabled } = await getConfiguration(tx);
  if (!email_delivery_enabled && !sftp_delivery_enabled) return;
  const batch = await findBatch(tx, batch_id);
  if (batch !== undefined) await createSettlementRun(tx, batch, now);
}
