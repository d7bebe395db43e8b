/** Ends a refund: the customer has the money, or it is free again. Each runs once, guarded by the refund's state. */
import { type FeePart, calculateReversedFee } from '@dasbor/contract/refund-fee';
import type { RefundStatus } from '@dasbor/contract/refund-fields';
import { add, subtract } from '@dasbor/contract/money';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { executeWriteBatch } from '../db/write-batch.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildJournalInserts } from '../ledger/posting.ts';
import { enqueueNotification, buildNotificationInsert } from '../notification-email/outbox-queries.ts';
import { findTransitionPath } from '../transaction/rules.ts';
import { type Actor, BANK_ACTOR, transitionTransaction, recordTransactionEvent } from '../transaction/write-queries.ts';
import { RETURNED_TRANSFER } from './parse-status.ts';
import { buildPayOutJournal, buildReleaseJournal, buildReturnJournal } from './journal.ts';
import { type LockedRefund, type RefundChange, buildRefundUpdate } from './queries.ts';
import { listPostedMovements } from './return-queries.ts';
import { rupiahText } from './format-reason.ts';

export const buildLiveEvent = ({ id }: Pick<LockedRefund, 'id'>) =>
  ({ topic: 'refund', id, change: 'updated' }) as const;

/** The bank gave the money back: it leaves the ledger, and the payment says how much of it is gone. */
export async function completeRefund(
  tx: MerchantTx,
  refund: LockedRefund,
  provider_reference: string | null,
  now: Date,
): Promise<void> {
  const { payment, id, amount } = refund;
  const { at_end, in_all } = getReversedFee(refund);
  const refunded_amount = add(payment.refunded_amount, amount);
  const refund_status = refunded_amount === payment.amount ? 'full' : 'partial';
  const path = getTransitionPath(payment.status, refund_status);
  const moved = buildRefundUpdate(tx, id, refund.status, 'succeeded', {
    fee_reversed_amount: in_all.fee_amount,
    fee_vat_reversed_amount: in_all.fee_vat_amount,
    provider_reference,
    completed_at: now,
    updated_at: now,
  });
  const journal = buildPayOutJournal(refund, at_end, payment.account_ids, now);
  const reason = `${rupiahText(amount)} given back (${id})`;
  await transitionTransaction(
    tx,
    payment,
    path,
    { refunded_amount, refund_status },
    { now, actor: BANK_ACTOR, reason },
    {
      guarded: { refund_moved: moved },
      more: {
        ...buildJournalInserts(tx, journal),
        telling: buildNotificationInsert(tx, buildNotification(refund, { outcome: 'succeeded' }, now)),
      },
    },
    [buildLiveEvent(refund)],
  );
}

/** What people are told by e-mail of a refund that came to its end (domain 1.21). */
const buildNotification = (
  { id, amount, method, payment }: LockedRefund,
  end: { outcome: 'succeeded' } | { outcome: 'failed'; failure_message: string },
  at: Date,
) => ({
  event_id: `${id}.${end.outcome}`,
  action: 1006,
  // Its place on the screen is the page of its payment.
  object_type: 'transaction',
  object_id: payment.transaction_id,
  facts: { amount, refund_method: method, merchant_reference: payment.merchant_reference, refund_id: id, ...end },
  at,
});

const NOTHING: FeePart = { fee_amount: 0, fee_vat_amount: 0 };

/** The payment's fee that comes back: with the hold, or (held before that was so) at the end. */
function getReversedFee(refund: LockedRefund): { at_end: FeePart; in_all: FeePart } {
  const { payment, method, amount, fee_back_held_amount, fee_vat_back_held_amount } = refund;
  const held = { fee_amount: fee_back_held_amount, fee_vat_amount: fee_vat_back_held_amount };
  if (method === 'transfer') return { at_end: NOTHING, in_all: NOTHING };
  if (held.fee_amount + held.fee_vat_amount > 0) return { at_end: NOTHING, in_all: held };
  const at_end = calculateReversedFee(payment, payment.succeeded, amount);
  return { at_end, in_all: at_end };
}

/** A further part, or money that left while the bank took the payment back, changes the sums and not the state. */
function getTransitionPath(from: TransactionStatus, share: Share): TransactionStatus[] {
  const path = findTransitionPath(from, STATUS_OF[share]);
  return path.length > 0 ? path : [from];
}

type Share = 'none' | 'partial' | 'full';
const STATUS_OF = { none: 'success', partial: 'partially_refunded', full: 'refunded' } as const satisfies Record<
  Share,
  TransactionStatus
>;

/**
 * The receiving bank sent the transfer of a refund back after it had succeeded: its booking is taken back with its fee,
 * and the payment can be given back again.
 */
export async function applyReturn(tx: MerchantTx, refund: LockedRefund, now: Date): Promise<void> {
  const { payment, id, amount } = refund;
  const refunded_amount = subtract(payment.refunded_amount, amount);
  const refund_status = refunded_amount === 0 ? 'none' : 'partial';
  const change = {
    error_code: RETURNED_TRANSFER.code,
    error_message: RETURNED_TRANSFER.message,
    returned_at: now,
    updated_at: now,
  };
  const journal = buildReturnJournal(refund, await listPostedMovements(tx, id), payment.account_ids, now);
  const told = buildNotification(refund, { outcome: 'failed', failure_message: RETURNED_TRANSFER.message }, now);
  await transitionTransaction(
    tx,
    payment,
    getTransitionPath(payment.status, refund_status),
    { refunded_amount, refund_status },
    { now, actor: BANK_ACTOR, reason: `Refund of ${rupiahText(amount)} came back from the receiving bank (${id})` },
    {
      guarded: { refund_moved: buildRefundUpdate(tx, id, 'succeeded', 'failed', change) },
      more: {
        ...buildJournalInserts(tx, journal),
        telling: buildNotificationInsert(tx, { ...told, event_id: `${id}.returned` }),
      },
    },
    [buildLiveEvent(refund)],
  );
}

/** The bank did not give it back: the money that was held is free, and a refund can be asked for again. */
export async function failRefund(
  tx: MerchantTx,
  refund: LockedRefund,
  { code, message }: { code: string; message: string },
  now: Date,
): Promise<void> {
  const change = { error_code: code, error_message: message, completed_at: now };
  const told = `Refund of ${rupiahText(refund.amount)} failed (${refund.id}): ${message}`;
  await releaseRefund(tx, refund, 'failed', change, told, { now, actor: BANK_ACTOR });
  await enqueueNotification(tx, buildNotification(refund, { outcome: 'failed', failure_message: message }, now));
}

/** Moves a refund to an end without money, and frees what was held. */
export async function releaseRefund(
  tx: MerchantTx,
  refund: LockedRefund,
  to: Extract<RefundStatus, 'failed' | 'rejected'>,
  change: RefundChange,
  told: string,
  { now, actor }: { now: Date; actor: Actor },
): Promise<void> {
  const { payment, id, status } = refund;
  const journal = buildReleaseJournal(refund, payment.account_ids, now);
  const none_back = { fee_reversed_amount: 0, fee_vat_reversed_amount: 0 };
  const { moved } = await executeWriteBatch<string>(tx, {
    moved: buildRefundUpdate(tx, id, status, to, { ...change, ...none_back, updated_at: now }),
    ...buildJournalInserts(tx, journal),
  });
  if (moved !== 1) throw new Error(`${id} is no longer ${status}`);
  await recordTransactionEvent(tx, payment, { now, actor, reason: told });
  await publishLiveEvents(tx, buildLiveEvent(refund));
}
