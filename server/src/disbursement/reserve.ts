/** Reserves and releases the money of a locked disbursement. */
import type { MerchantTx } from '../db/tx.ts';
import { BelowFloorError, postWithFloor } from '../ledger/balance.ts';
import { enqueueAlertCheck } from '../payout-balance/alert-queries.ts';
import { buildReleaseJournal, buildReserveJournal } from './journal.ts';
import { type LockedDisbursement, readAccountIds } from './queries.ts';

/** Moves the total from the payout balance to the reserved one. Returns false when the balance does not cover it. */
export async function reserve(tx: MerchantTx, disbursement: LockedDisbursement, now: Date): Promise<boolean> {
  if (disbursement.reserved_at !== null) return true;
  try {
    await postWithFloor(tx, buildReserveJournal(disbursement, await readAccountIds(tx), now));
  } catch (error) {
    if (error instanceof BelowFloorError) return false;
    throw error;
  }
  await enqueueAlertCheck(tx);
  return true;
}

/** Moves a reserved total back, and returns the columns that say so. Does nothing for one that is not reserved. */
export async function release(
  tx: MerchantTx,
  disbursement: LockedDisbursement,
  now: Date,
): Promise<{ released_at?: Date }> {
  if (disbursement.reserved_at === null || disbursement.released_at !== null) return {};
  await postWithFloor(tx, buildReleaseJournal(disbursement, await readAccountIds(tx), now));
  await enqueueAlertCheck(tx);
  return { released_at: now };
}
