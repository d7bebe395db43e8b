/** Applies a decision: status, timeline, ledger and provider log in one statement, then a live event. */
import { subtract } from '@dasbor/contract/money';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { OperationNodeSource } from 'kysely';
import { newId } from '../db/new-id.ts';
import { buildStatusUpdate } from '../db/status-transition.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { RailMessage } from '../rails/rail-message.ts';
import { buildRailLogInsert } from '../rails/queries.ts';
import { isPaid } from '../transaction/rules.ts';
import {
  type Actor,
  type TransactionChange,
  insertTransaction,
  transitionTransaction,
  recordTransactionEvent,
} from '../transaction/write-queries.ts';
import {
  buildLiveEvent,
  buildPaidWrites,
  buildUnrequestedPayment,
  formatPaidReason,
  toRailLogObject,
} from './payment-queries.ts';
import { type LockedPayment, findByProviderReference, releaseProviderReference } from './queries.ts';
import { type QrisBankStatus, type QrisDecision, QRIS_STATUS_BY_TRANSACTION } from './rules.ts';

/** When and by whom a payment is changed, and why. */
export interface TransitionContext {
  now: Date;
  actor: Actor;
  /** Request to or from the bank, logged with the payment; null without one. */
  message: RailMessage | null;
  /** Status reported by the bank; null when it did not respond. */
  bank_status: QrisBankStatus | null;
}

/** Applies a decision to a locked payment. */
export async function applyDecision(
  tx: MerchantTx,
  payment: LockedPayment,
  decision: QrisDecision,
  context: TransitionContext,
): Promise<void> {
  switch (decision.do) {
    case 'pay':
      return markPaid(tx, payment, decision, context);
    case 'end': {
      const { path, reason } = decision;
      const failure = path.at(-1) === 'failed' ? { failure_code: 'bank_refused', failure_message: reason } : undefined;
      const reference_no = context.bank_status?.reference_no;
      const change = { ...failure, ...(reference_no ? { provider_reference: reference_no } : {}) };
      return transitionQrisPayment(tx, payment, { path, change, reason }, context);
    }
    case 'record_extra':
      return recordExtraPayment(tx, payment, decision, context);
    case 'reject':
      return recordRejection(tx, payment, decision.reason, context);
    case 'ignore':
      return logMessage(tx, payment, context);
  }
}

/** Records the payment with the fee in force on the business day it was paid, and its ledger transfers. */
async function markPaid(
  tx: MerchantTx,
  payment: LockedPayment,
  { paid_at, late_payment, path, amount }: Extract<QrisDecision, { do: 'pay' }>,
  context: TransitionContext,
): Promise<void> {
  const { bank_status, now } = context;
  const { transaction_id } = payment;
  const tip_amount = subtract(amount, payment.amount);
  const captured = { transaction_id, amount, tip_amount, paid_at, bank_status };
  const { change, transfers } = buildPaidWrites(tx, payment, captured, now);
  const provider_reference = bank_status?.reference_no ?? payment.provider_reference;
  const transition = {
    path,
    change: { ...change, amount, provider_reference, late_payment },
    code_change: { paid_at },
    reason: `${formatPaidReason(bank_status, tip_amount)}${late_payment ? ', after it had expired' : ''}`,
    more: transfers,
  };
  await transitionQrisPayment(tx, payment, transition, context);
}

/**
 * Records the payment of an ended code, or the second one of a paid code, as a transaction of its own, under the bank's
 * reference, so that its refund and its reversal find it. Idempotent by that reference and the RRN.
 */
async function recordExtraPayment(
  tx: MerchantTx,
  payment: LockedPayment,
  { amount, paid_at, is_duplicate }: Extract<QrisDecision, { do: 'record_extra' }>,
  context: TransitionContext,
): Promise<void> {
  const { now, actor, bank_status } = context;
  const provider_reference = await findFreeReference(tx, payment, bank_status);
  if (provider_reference === null) return logMessage(tx, payment, context);
  const id = newId('transaction', now);
  const tip_amount = subtract(amount, payment.amount);
  const captured = { transaction_id: id, amount, tip_amount, paid_at, bank_status };
  const { change, transfers } = buildPaidWrites(tx, payment, captured, now);
  const reason = `${formatPaidReason(bank_status, tip_amount)}, ${formatExtraReason(payment, is_duplicate)}`;
  const flags = is_duplicate ? { duplicate_payment: true } : { late_payment: true };
  await insertTransaction(
    tx,
    {
      ...buildUnrequestedPayment(id, payment, amount, now),
      source: payment.source,
      payment_link_id: payment.payment_link_id,
      metadata: payment.metadata === null ? null : JSON.stringify(payment.metadata),
    },
    {
      status: 'success',
      actor,
      reason,
      change: { ...change, provider_reference, ...flags },
      more: { ...transfers, ...buildLogInsert(tx, payment, context) },
      live_events: [buildLiveEvent(payment)],
    },
  );
}

function formatExtraReason({ status }: LockedPayment, is_duplicate: boolean): string {
  if (is_duplicate) return 'after the code had been paid';
  return status === 'failed' ? 'after the payment was reported as failed' : 'after the code was cancelled';
}

/** A free reference for an extra payment; null when it is recorded already. */
async function findFreeReference(
  tx: MerchantTx,
  payment: LockedPayment,
  bank_status: QrisBankStatus | null,
): Promise<string | null> {
  const reference = bank_status?.reference_no ?? payment.partner_reference_no;
  const rrn = bank_status?.rrn ?? null;
  const holder = await findByProviderReference(tx, reference);
  if (holder === undefined) return reference;
  if (holder.id === payment.transaction_id && !isPaid(payment.status)) {
    // Nothing was paid under the ended transaction, so the reference moves to the payment.
    await releaseProviderReference(tx, payment.transaction_id);
    return reference;
  }
  if (rrn === null || holder.rrn === null || holder.rrn === rrn) return null;
  // A further payment of the same code has only its RRN of its own.
  const further = `${reference}/${rrn}`;
  return (await findByProviderReference(tx, further)) === undefined ? further : null;
}

export interface QrisTransition {
  /** Valid transitions (transaction/rules.ts). */
  path: TransactionStatus[];
  change: TransactionChange;
  code_change?: { qr_content?: string; nmid?: string; paid_at?: Date };
  reason: string | null;
  /** Further writes of the same statement. */
  more?: Record<string, OperationNodeSource>;
}

/** Transitions a locked payment and its code together. */
export async function transitionQrisPayment(
  tx: MerchantTx,
  payment: LockedPayment,
  { path, change, code_change, reason, more }: QrisTransition,
  context: Omit<TransitionContext, 'bank_status'>,
): Promise<void> {
  const { now, actor } = context;
  const { id, status: from } = payment;
  const status = QRIS_STATUS_BY_TRANSACTION[path.at(-1) ?? from];
  const code = buildStatusUpdate(tx, {
    table: 'qris_payment',
    id,
    from: QRIS_STATUS_BY_TRANSACTION[from],
    change: { status, updated_at: now, ...code_change },
  });
  await transitionTransaction(
    tx,
    payment,
    {
      path,
      change,
      guarded: { code },
      more: { ...more, ...buildLogInsert(tx, payment, context) },
      live_events: [buildLiveEvent(payment)],
    },
    { now, actor, reason },
  );
}

/** A rejected message changes no status. It appears in the timeline once, however often the bank repeats it. */
async function recordRejection(
  tx: MerchantTx,
  payment: LockedPayment,
  rejection: string,
  context: TransitionContext,
): Promise<void> {
  const { now, actor } = context;
  await logMessage(tx, payment, context);
  await recordTransactionEvent(tx, payment, { now, actor, reason: `Rejected: ${rejection}` }, [
    buildLiveEvent(payment),
  ]);
}

const buildLogInsert = (
  tx: MerchantTx,
  payment: LockedPayment,
  { message }: Pick<TransitionContext, 'message'>,
): Record<string, OperationNodeSource> =>
  message ? { message: buildRailLogInsert(tx, toRailLogObject(payment), message) } : {};

async function logMessage(tx: MerchantTx, payment: LockedPayment, { message }: TransitionContext): Promise<void> {
  if (message) await buildRailLogInsert(tx, toRailLogObject(payment), message).execute();
}
