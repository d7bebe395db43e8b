/**
 * Sends approved refunds from a job: transfers through the one sender of transfers (rails/send-transfer.ts), refunds to the
 * original payment method by the bank's refund service. The status `processing` is committed before the call.
 */
import { REFUND_EVENTS } from '@dasbor/contract/refund-reasons';
import { getBank } from '../account-check/rules.ts';
import { enqueue } from '../db/enqueue.ts';
import { updateLastCheckedAt } from '../db/last-checked.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { calculateEarliestRetryTime } from '../rails/next-attempt.ts';
import { listSubjectTransfers } from '../rails/transfer-queries.ts';
import { readRailCalendar } from '../rails/rail-queries.ts';
import { chooseRailPlan } from '../rails/rail-terms.ts';
import { type TransferDeps, checkTransferNow, createTransfer, sendTransfer } from '../rails/send-transfer.ts';
import { REFUND_PORT } from './transfer-port.ts';
import { type LockedRefund, lockRefund, transitionRefund } from './queries.ts';
import { listFailedTransfers } from './transfer-queries.ts';
import { findSendRefusal } from './rules.ts';
import { type OriginalRefund, sendOriginalRefund } from './send-original.ts';
import { buildLiveEvent, failRefund } from './status-transition.ts';

type RefundStep =
  | { kind: 'transfer'; transfer_id: string }
  | { kind: 'original'; transfer: OriginalRefund }
  /** The status of transfers of earlier refunds of the payment has to be queried first. */
  | { kind: 'recheck'; transfer_ids: string[] };

/** Advances one approved refund, or queries one to the original payment method. Idempotent and safe to run concurrently. */
export async function sendRefund(deps: TransferDeps, merchant_id: string, id: string): Promise<void> {
  let step = await asMerchant(deps.db, merchant_id, (tx) => prepare(tx, deps, { id, is_rechecked: false }));
  if (step?.kind === 'recheck') {
    for (const transfer_id of step.transfer_ids)
      await checkTransferNow(deps, { refund: REFUND_PORT }, merchant_id, transfer_id);
    step = await asMerchant(deps.db, merchant_id, (tx) => prepare(tx, deps, { id, is_rechecked: true }));
  }
  // No lock is held during the call to the bank.
  if (step?.kind === 'transfer') await sendTransfer(deps, REFUND_PORT, merchant_id, step.transfer_id);
  if (step?.kind === 'original') await sendOriginalRefund(deps, merchant_id, step.transfer);
}

/** Commits the attempt before the call; null when there is nothing to do. */
async function prepare(
  tx: MerchantTx,
  deps: TransferDeps,
  { id, is_rechecked }: { id: string; is_rechecked: boolean },
): Promise<RefundStep | null> {
  const refund = await lockRefund(tx, id);
  if (refund === undefined) throw new Error(`There is no refund ${id}`);
  const now = deps.clock.now();
  if (refund.status === 'processing' && refund.method === 'original' && refund.sent_at !== null) {
    await updateLastCheckedAt(tx, { table: 'refund', id, at: now });
    return { kind: 'original', transfer: { refund, sent_at: new Date(refund.sent_at), is_first: false } };
  }
  // The status of a transfer is inquired by the sender of transfers.
  if (refund.status !== 'approved') return null;
  const refusal = findSendRefusal(refund);
  if (refusal !== null) {
    await failRefund(tx, await markSent(tx, refund, now), { code: refusal, message: REFUSALS[refusal] }, now);
    return null;
  }
  const transfers = await listSubjectTransfers(tx, 'refund', await listFailedTransfers(tx, refund));
  if (transfers.length > 0 && !is_rechecked)
    return { kind: 'recheck', transfer_ids: transfers.map((transfer) => transfer.id) };
  // A failed transfer of the same payment may still be executed, so that this one would pay the same money again.
  const retry_at = calculateEarliestRetryTime(transfers, await readRailCalendar(tx), now);
  if (retry_at.getTime() > now.getTime()) return waitUntil(tx, id, { now, run_at: retry_at });
  if (refund.method === 'transfer') return startTransfer(tx, deps, refund, now);
  return { kind: 'original', transfer: { refund: await markSent(tx, refund, now), sent_at: now, is_first: true } };
}

const REFUSALS = {
  payment_reversed: REFUND_EVENTS.reversed_before_sent,
  already_refunded: REFUND_EVENTS.already_refunded,
};

/** Chooses the rail and stores the transfer, or waits until a rail opens. */
async function startTransfer(
  tx: MerchantTx,
  deps: TransferDeps,
  refund: LockedRefund,
  now: Date,
): Promise<RefundStep | null> {
  const { id, amount, partner_reference_no, bank_code, account_last4 } = refund;
  if (bank_code === null || account_last4 === null) throw new Error(`${id} has no beneficiary account`);
  const routed = { bank: getBank(bank_code), is_own_bank: deps.bank.isOwnBank(bank_code), amount, at: now };
  const plan = chooseRailPlan(await readRailCalendar(tx), 'auto', routed);
  if (typeof plan === 'string') {
    const failure = { code: 'limit_exceeded', message: REFUND_EVENTS.limit_exceeded };
    await failRefund(tx, await markSent(tx, refund, now), failure, now);
    return null;
  }
  if (plan.opens_at.getTime() > now.getTime()) return waitUntil(tx, id, { now, run_at: plan.opens_at });
  await markSent(tx, refund, now);
  const subject = { subject_type: 'refund', subject_id: id, attempt: 1 } as const;
  const transfer = { ...subject, partner_reference_no, rail: plan.rail, bank_code, account_last4, amount };
  return { kind: 'transfer', transfer_id: await createTransfer(tx, deps, transfer, now) };
}

async function waitUntil(tx: MerchantTx, id: string, { now, run_at }: { now: Date; run_at: Date }): Promise<null> {
  await updateLastCheckedAt(tx, { table: 'refund', id, at: now });
  await enqueue(tx, 'send_refund', { merchant_id: tx.merchant_id, id }, { run_at, job_key: `send_refund:${id}` });
  return null;
}

async function markSent(tx: MerchantTx, refund: LockedRefund, now: Date): Promise<LockedRefund> {
  const change = { sent_at: now, last_checked_at: now, updated_at: now };
  await transitionRefund(tx, { id: refund.id, from: 'approved', to: 'processing', change });
  await publishLiveEvents(tx, buildLiveEvent(refund));
  return { ...refund, status: 'processing' };
}
