/** Reserves and releases the money of a locked disbursement. */
import { type Rupiah, subtract } from '@dasbor/contract/money';
import { enqueueAll } from '../db/enqueue.ts';
import type { MerchantTx } from '../db/tx.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { BelowFloorError, lockBalances, postWithFloor } from '../ledger/balance.ts';
import { getAccountId } from '../ledger/payment.ts';
import { enqueueAlertCheck } from '../payout-balance/alert-queries.ts';
import { insertQueueEvents } from './batch-queries.ts';
import { type DisbursementAmounts, buildReleaseJournal, buildReserveJournal } from './journal.ts';
import type { LockedDisbursement } from './queries.ts';

/** The job that sends one disbursement when it is due. */
export const SEND_DISBURSEMENT_JOB = 'send_disbursement';

/** Moves the total from the payout balance to the reserved one. Returns false when the balance does not cover it. */
export async function reserveAmount(tx: MerchantTx, disbursement: LockedDisbursement, now: Date): Promise<boolean> {
  if (disbursement.reserved_at !== null) return true;
  try {
    await postWithFloor(tx, buildReserveJournal(disbursement, await listAccountIds(tx), now));
  } catch (error) {
    if (error instanceof BelowFloorError) return false;
    throw error;
  }
  await enqueueAlertCheck(tx);
  return true;
}

type ReservedAmounts = DisbursementAmounts & { total_amount: Rupiah };

/**
 * Reserves the money of new disbursements of a batch in their order, as far as the payout balance covers them, and sends
 * these after the commit; the others wait in the queue. Locks the payout account until the end of the transaction.
 */
export async function reserveAmounts(
  tx: MerchantTx,
  disbursements: readonly ReservedAmounts[],
  now: Date,
): Promise<void> {
  if (disbursements.length === 0) return;
  const accounts = await listAccountIds(tx);
  const [payout] = await lockBalances(tx, [getAccountId(accounts, 'payout')]);
  if (payout === undefined) throw new Error('There is no payout account');
  let left = subtract(payout.balance, payout.floor ?? 0);
  const [reserved, unreserved]: [ReservedAmounts[], ReservedAmounts[]] = [[], []];
  for (const disbursement of disbursements) {
    const is_covered = disbursement.total_amount <= left;
    (is_covered ? reserved : unreserved).push(disbursement);
    if (is_covered) left = subtract(left, disbursement.total_amount);
  }
  const transfers = reserved.flatMap((disbursement) => buildReserveJournal(disbursement, accounts, now).transfers);
  if (transfers.length > 0) await postWithFloor(tx, { posted_at: now, transfers });
  const toIds = (list: readonly ReservedAmounts[]): string[] => list.map(({ id }) => id);
  await insertQueueEvents(tx, { reserved: toIds(reserved), unreserved: toIds(unreserved) }, now);
  if (reserved.length === 0) return;
  const { merchant_id } = tx;
  await enqueueAll(
    tx,
    reserved.map(({ id }) => ({
      task: SEND_DISBURSEMENT_JOB,
      payload: { merchant_id, id },
      job_key: `${SEND_DISBURSEMENT_JOB}:${id}`,
    })),
  );
  await enqueueAlertCheck(tx);
}

/** Moves a reserved total back, and returns the columns that say so. Does nothing for one that is not reserved. */
export async function releaseAmount(
  tx: MerchantTx,
  disbursement: LockedDisbursement,
  now: Date,
): Promise<{ released_at?: Date }> {
  if (disbursement.reserved_at === null || disbursement.released_at !== null) return {};
  await postWithFloor(tx, buildReleaseJournal(disbursement, await listAccountIds(tx), now));
  await enqueueAlertCheck(tx);
  return { released_at: now };
}
