/** Final transitions of a refund. Each applies once: it fails if the status changed meanwhile. */
import { type FeePart, calculateReversedFee } from '@dasbor/contract/refund-fee';
import { formatRupiah } from '@dasbor/contract/format';
import type { RefundStatus } from '@dasbor/contract/refund-fields';
import { REFUND_EVENTS } from '@dasbor/contract/refund-reasons';
import { add, subtract } from '@dasbor/contract/money';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { buildDayMark } from '../db/day-roll-up-state.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildJournalInserts } from '../ledger/posting.ts';
import { enqueueNotification, buildNotificationInsert } from '../notification-email/outbox-queries.ts';
import { buildTransitionPath } from '../transaction/rules.ts';
import { type Actor, BANK_ACTOR, transitionTransaction, recordTransactionEvent } from '../transaction/write-queries.ts';
import { buildLateJournal, buildPayOutJournal, buildReleaseJournal, buildReturnJournal } from './journal.ts';
import { type LockedRefund, type RefundChange, buildRefundUpdate, transitionRefund } from './queries.ts';
import { listPostedMovements } from './return-queries.ts';
import { toRefundShare } from './rules.ts';

export const buildLiveEvent = ({ id }: Pick<LockedRefund, 'id'>) =>
  ({ topic: 'refund', id, change: 'updated' }) as const;

/**
 * The bank executed the refund: posts the payout and updates the refunded amount of the payment. A late one was reported
 * as failed before; it may take the pending balance below its minimum, because the money has left the bank.
 */
export async function completeRefund(
  tx: MerchantTx,
  refund: LockedRefund,
  { provider_reference, is_late }: { provider_reference: string | null; is_late: boolean },
  now: Date,
): Promise<void> {
  const { payment, id, amount } = refund;
  const { on_completion, total } = getReversedFee(refund);
  const refunded_amount = add(payment.refunded_amount, amount);
  const refund_status = toRefundShare(refunded_amount, payment.amount);
  const path = buildPaymentPath(payment.status, refund_status);
  const moved = buildRefundUpdate(
    tx,
    { id, from: refund.status, to: 'succeeded' },
    {
      fee_reversed_amount: total.fee_amount,
      fee_vat_reversed_amount: total.fee_vat_amount,
      provider_reference,
      ...(is_late ? { late_at: now, error_code: null, error_message: null } : {}),
      completed_at: now,
      updated_at: now,
    },
  );
  const journal = is_late
    ? buildLateJournal(refund, payment.account_ids, now)
    : buildPayOutJournal(refund, on_completion, payment.account_ids, now);
  const note = is_late ? REFUND_EVENTS.late_success : null;
  const reason = `Refund of ${formatRupiah(amount)} completed (${id})${note === null ? '' : `: ${note}`}`;
  const details = { code: 'refund_completed', refund_id: id, refund_amount: amount, note } as const;
  await transitionTransaction(
    tx,
    payment,
    {
      path,
      change: { refunded_amount, refund_status },
      guarded: { refund_moved: moved },
      more: {
        ...buildJournalInserts(tx, journal),
        day_mark: buildDayMark(tx, 'refund', id, now),
        notification: buildNotificationInsert(tx, buildNotification(refund, { outcome: 'succeeded' }, now)),
      },
      live_events: [buildLiveEvent(refund)],
    },
    { now, actor: BANK_ACTOR, reason, details },
  );
}

/** Notification email about the outcome of a refund (domain 1.21). */
const buildNotification = (
  { id, amount, method, payment }: LockedRefund,
  end: { outcome: 'succeeded' } | { outcome: 'failed'; failure_message: string },
  at: Date,
) => ({
  event_id: `${id}.${end.outcome}`,
  action: 1006,
  // The email links to the page of the payment.
  object_type: 'transaction',
  object_id: payment.transaction_id,
  template_data: {
    amount,
    refund_method: method,
    merchant_reference: payment.merchant_reference,
    refund_id: id,
    ...end,
  },
  at,
});

const NO_FEE: FeePart = { fee_amount: 0, fee_vat_amount: 0 };

/** The payment fee that is reversed: with the hold, or at completion for refunds created before holds included it. */
function getReversedFee(refund: LockedRefund): { on_completion: FeePart; total: FeePart } {
  const { payment, method, amount, fee_back_held_amount, fee_vat_back_held_amount } = refund;
  const held = { fee_amount: fee_back_held_amount, fee_vat_amount: fee_vat_back_held_amount };
  if (method === 'transfer') return { on_completion: NO_FEE, total: NO_FEE };
  if (held.fee_amount + held.fee_vat_amount > 0) return { on_completion: NO_FEE, total: held };
  const on_completion = calculateReversedFee(payment, payment.succeeded, amount);
  return { on_completion, total: on_completion };
}

/** A further partial refund, or one that completes after a reversal, changes the amounts but not the status. */
function buildPaymentPath(from: TransactionStatus, share: Share): TransactionStatus[] {
  const path = buildTransitionPath(from, STATUS_BY_SHARE[share]);
  return path.length > 0 ? path : [from];
}

type Share = ReturnType<typeof toRefundShare>;
const STATUS_BY_SHARE = { none: 'success', partial: 'partially_refunded', full: 'refunded' } as const satisfies Record<
  Share,
  TransactionStatus
>;

/** The receiving bank returned a completed transfer: compensating entries are posted and the payment is refundable again. */
export async function applyReturn(tx: MerchantTx, refund: LockedRefund, now: Date): Promise<void> {
  const { payment, id, amount } = refund;
  const refunded_amount = subtract(payment.refunded_amount, amount);
  const refund_status = toRefundShare(refunded_amount, payment.amount);
  const change = {
    error_code: 'transfer_returned',
    error_message: REFUND_EVENTS.returned,
    returned_at: now,
    updated_at: now,
  };
  const journal = buildReturnJournal(refund, await listPostedMovements(tx, id), payment.account_ids, now);
  const notification = buildNotification(refund, { outcome: 'failed', failure_message: REFUND_EVENTS.returned }, now);
  await transitionTransaction(
    tx,
    payment,
    {
      path: buildPaymentPath(payment.status, refund_status),
      change: { refunded_amount, refund_status },
      guarded: { refund_moved: buildRefundUpdate(tx, { id, from: 'succeeded', to: 'failed' }, change) },
      more: {
        ...buildJournalInserts(tx, journal),
        day_mark: buildDayMark(tx, 'refund', id, now),
        notification: buildNotificationInsert(tx, { ...notification, event_id: `${id}.returned` }),
      },
      live_events: [buildLiveEvent(refund)],
    },
    {
      now,
      actor: BANK_ACTOR,
      reason: `Refund of ${formatRupiah(amount)} returned by the receiving bank (${id})`,
      details: { code: 'refund_returned', refund_id: id, refund_amount: amount },
    },
  );
}

/** The bank did not execute the refund: releases the hold; a new refund can be created. */
export async function failRefund(
  tx: MerchantTx,
  refund: LockedRefund,
  { code, message }: { code: string; message: string },
  now: Date,
): Promise<void> {
  const change = { error_code: code, error_message: message, completed_at: now };
  await releaseRefund(tx, refund, { to: 'failed', change }, { now, actor: BANK_ACTOR, note: message });
  await enqueueNotification(tx, buildNotification(refund, { outcome: 'failed', failure_message: message }, now));
}

/** Ends a refund without a payout and releases the hold. `note`: why, for the timeline. */
export async function releaseRefund(
  tx: MerchantTx,
  refund: LockedRefund,
  { to, change }: { to: Extract<RefundStatus, 'failed' | 'rejected'>; change: RefundChange },
  { now, actor, note }: { now: Date; actor: Actor; note: string },
): Promise<void> {
  const { payment, id, amount, status } = refund;
  const journal = buildReleaseJournal(refund, payment.account_ids, now);
  const no_reversal = { fee_reversed_amount: 0, fee_vat_reversed_amount: 0 };
  await transitionRefund(tx, {
    id,
    from: status,
    to,
    change: { ...change, ...no_reversal, updated_at: now },
    more: buildJournalInserts(tx, journal),
  });
  await recordTransactionEvent(tx, payment, {
    now,
    actor,
    reason: `Refund of ${formatRupiah(amount)} ${to} (${id}): ${note}`,
    details: { code: `refund_${to}`, refund_id: id, refund_amount: amount, note },
  });
  await publishLiveEvents(tx, buildLiveEvent(refund));
}
