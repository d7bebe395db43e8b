/**
 * Refunds to the original payment method (service 78), which are idempotent by reference: sending one again returns the
 * status of the same refund. No crash, time-out or retry can pay twice.
 */
import { toSnapValue } from '@dasbor/contract/money';
import { enqueue } from '../db/enqueue.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import { insertRailLog } from '../rails/queries.ts';
import type { TransferDeps } from '../rails/send-transfer.ts';
import { formatReason } from './format-reason.ts';
import { type RefundBankStatus, calculateNextPoll, parseRefundResponse } from './parse-status.ts';
import { type LockedRefund, lockRefund } from './queries.ts';
import { completeRefund, failRefund } from './status-transition.ts';

/** A refund to the original payment method that is being processed by the bank. */
export interface OriginalRefund {
  refund: LockedRefund;
  sent_at: Date;
  /** Whether this is the first attempt. */
  is_first: boolean;
}

export async function sendOriginalRefund(
  deps: TransferDeps,
  merchant_id: string,
  transfer: OriginalRefund,
): Promise<void> {
  const { refund, is_first } = transfer;
  const bank = await getCollectionBank(deps, merchant_id, refund.payment);
  const outcome = await bank.refundQr({
    originalReferenceNo: refund.payment.provider_reference ?? '-',
    ...(refund.payment.qr_reference === null ? {} : { originalPartnerReferenceNo: refund.payment.qr_reference }),
    partnerRefundNo: refund.partner_reference_no,
    refundAmount: { value: toSnapValue(refund.amount), currency: 'IDR' },
    reason: formatReason(refund.reason, refund.reason_text),
  });
  const bank_status = parseRefundResponse(outcome, { amount: refund.amount, is_first });
  await asMerchant(deps.db, merchant_id, async (tx) => {
    await insertRailLog(tx, { object_type: 'refund', object_id: refund.id }, outcome.message);
    await applyBankStatus(deps, tx, transfer, bank_status);
  });
}

/** Applies a bank status once; an unknown status is polled again later. */
async function applyBankStatus(
  deps: TransferDeps,
  tx: MerchantTx,
  { refund: { id }, sent_at }: OriginalRefund,
  bank_status: RefundBankStatus,
): Promise<void> {
  const refund = await lockRefund(tx, id);
  if (refund === undefined) throw new Error(`There is no refund ${id}`);
  if (refund.status !== 'processing') return;
  const now = deps.clock.now();
  if (bank_status.status === 'succeeded') {
    const { provider_reference } = bank_status;
    return completeRefund(tx, refund, { provider_reference, is_late: false }, now);
  }
  if (bank_status.status === 'failed') return failRefund(tx, refund, bank_status, now);
  deps.log.warn({ merchant_id: tx.merchant_id, refund_id: id }, 'refund status is still unknown');
  const run_at = calculateNextPoll(sent_at, now);
  await enqueue(tx, 'send_refund', { merchant_id: tx.merchant_id, id }, { run_at, job_key: `send_refund:${id}` });
}
