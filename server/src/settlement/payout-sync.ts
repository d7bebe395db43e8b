/** Checks payouts that have ended: the bank may return a credited one, or report a failed one as executed. */
import { asMerchant } from '../db/tx.ts';
import { listAttempts, storeLastCheckedAt } from './attempt-queries.ts';
import { type PayoutDeps, queryAttempt } from './payout.ts';
import { markReturned, recoverAttempt } from './payout-outcome.ts';
import { formatPayoutReference } from './rules.ts';
import { lockBatch } from './write-queries.ts';

/** Requests the status of the last attempt of a paid or failed batch. Idempotent and safe to run concurrently. */
export async function syncEndedPayout(deps: PayoutDeps, merchant_id: string, id: string): Promise<void> {
  const sent = await asMerchant(deps.db, merchant_id, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch === undefined || (batch.status !== 'paid' && batch.status !== 'failed')) return null;
    await storeLastCheckedAt(tx, id, deps.clock.now());
    const attempt = (await listAttempts(tx, id)).findLast(
      (one) => formatPayoutReference(id, one.attempt) === batch.partner_reference_no,
    );
    return attempt === undefined ? null : { batch, attempt };
  });
  if (sent === null) return;
  // No lock is held during the call to the bank.
  const found = await queryAttempt(deps, merchant_id, sent.batch, sent.attempt);
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch?.status !== sent.batch.status || batch.partner_reference_no !== sent.batch.partner_reference_no) return;
    const now = deps.clock.now();
    const { attempt, recovered_at } = sent.attempt;
    if (batch.status === 'paid' && found.status === 'returned') {
      await markReturned(tx, batch, { message: found.message, is_recovered: recovered_at !== null }, now);
    }
    if (batch.status === 'failed' && found.status === 'succeeded') {
      await recoverAttempt(tx, batch, { attempt, bank_reference: found.reference_no }, now);
    }
  });
}
