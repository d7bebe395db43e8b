/** Carries a decision out: moves, timeline, ledger and bank log in one statement, then the news for open dashboards. */
import type { LiveEvent } from '@dasbor/contract/live';
import { type Rupiah, subtract } from '@dasbor/contract/money';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { OperationNodeSource } from 'kysely';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildPaymentJournal } from '../ledger/payment.ts';
import { buildJournalInserts } from '../ledger/posting.ts';
import { BANK_PARTNER_ID, type RailMessage } from '../rails/rail-message.ts';
import { buildRailLogInsert } from '../rails/queries.ts';
import { calculatePrice } from '../transaction/rules.ts';
import {
  type Actor,
  type TransactionChange,
  insertTransaction,
  transitionTransaction,
  recordTransactionEvent,
} from '../transaction/write-queries.ts';
import { type LockedPayment, hasProviderReference, buildQrisPaymentUpdate } from './queries.ts';
import { type BankStatus, type Decision, QRIS_STATUS_BY_TRANSACTION } from './rules.ts';

/** Why and by whom a payment is moved. */
export interface ActionContext {
  now: Date;
  actor: Actor;
  /** The message to or from the bank, kept with the payment; null when there was none. */
  message: RailMessage | null;
}

export const toRailLogObject = (payment: Pick<LockedPayment, 'id'>) => ({
  object_type: 'qris_payment',
  object_id: payment.id,
});

/** Does what was decided about a locked payment. `word`: what the bank said, if it did. */
export async function applyDecision(
  tx: MerchantTx,
  payment: LockedPayment,
  decision: Decision,
  word: BankStatus | null,
  occasion: ActionContext,
): Promise<void> {
  switch (decision.do) {
    case 'settle':
      return markPaid(tx, payment, decision, word, occasion);
    case 'end': {
      const status = decision.path.at(-1);
      const failure =
        status === 'failed' ? { failure_code: 'bank_refused', failure_message: decision.reason } : undefined;
      const known = word?.reference_no ? { provider_reference: word.reference_no } : {};
      return transitionQrisPayment(tx, payment, decision.path, { ...failure, ...known }, {}, decision.reason, occasion);
    }
    case 'add':
      return recordExtraPayment(tx, payment, decision, word, occasion);
    case 'refuse':
      return recordRejection(tx, payment, decision.reason, occasion);
    case 'keep':
      if (occasion.message) await buildRailLogInsert(tx, toRailLogObject(payment), occasion.message).execute();
  }
}

/** Takes the money: fee by the rule of the business day it was paid, transfers, and the paid state. */
async function markPaid(
  tx: MerchantTx,
  payment: LockedPayment,
  decision: Extract<Decision, { do: 'settle' }>,
  word: BankStatus | null,
  occasion: ActionContext,
): Promise<void> {
  const { paid_at, late_payment, path, amount } = decision;
  const tip_amount = subtract(amount, payment.amount);
  const { change, transfers } = buildPaidWrites(
    tx,
    payment,
    payment.transaction_id,
    { amount, tip_amount, paid_at },
    word,
    occasion,
  );
  const provider_reference = word?.reference_no ?? payment.provider_reference;
  const reason = `${formatPaidReason(word, tip_amount)}${late_payment ? ', after it had expired' : ''}`;
  const more = { ...change, amount, provider_reference, late_payment };
  await transitionQrisPayment(tx, payment, path, more, { paid_at }, reason, occasion, transfers);
}

/** Takes the money of a code that has ended as a payment of its own, once, and says so. */
async function recordExtraPayment(
  tx: MerchantTx,
  payment: LockedPayment,
  { amount, paid_at }: Extract<Decision, { do: 'add' }>,
  word: BankStatus | null,
  occasion: ActionContext,
): Promise<void> {
  const { now, actor, message } = occasion;
  // The bank's number stands with the payment that has ended.
  const provider_reference = `${word?.reference_no ?? payment.partner_reference_no}/${word?.rrn ?? ''}`;
  if (await hasProviderReference(tx, provider_reference)) {
    if (message) await buildRailLogInsert(tx, toRailLogObject(payment), message).execute();
    return;
  }
  const id = newId('transaction', now);
  const tip_amount = subtract(amount, payment.amount);
  const { change, transfers } = buildPaidWrites(tx, payment, id, { amount, tip_amount, paid_at }, word, occasion);
  const logged: Record<string, OperationNodeSource> = message
    ? { message: buildRailLogInsert(tx, toRailLogObject(payment), message) }
    : {};
  const reason = `${formatPaidReason(word, tip_amount)}, after the code was cancelled`;
  await insertTransaction(
    tx,
    {
      ...buildUnrequestedPayment(id, payment, amount, now),
      source: payment.source,
      payment_link_id: payment.payment_link_id,
      metadata: payment.metadata === null ? null : JSON.stringify(payment.metadata),
    },
    { status: 'success', actor, reason, change: { ...change, provider_reference, late_payment: true } },
    { ...transfers, ...logged },
    [buildLiveEvent(payment)],
  );
}

/** A payment that came without having been asked for, as it begins. */
export const buildUnrequestedPayment = (id: string, code: Pick<LockedPayment, 'id'>, amount: Rupiah, now: Date) => ({
  id,
  method: 'qris' as const,
  channel_code: null,
  provider: BANK_PARTNER_ID,
  amount,
  merchant_reference: null,
  description: null,
  customer_name: null,
  customer_email: null,
  qris_payment_id: code.id,
  expires_at: null,
  created_at: now,
});

/** What a payment writes when it is taken: the fee on the gross amount, tip included, the payer, and the transfers. */
export function buildPaidWrites(
  tx: MerchantTx,
  code: Pick<LockedPayment, 'fee_rules' | 'fee_class' | 'account_ids'>,
  transaction_id: string,
  { amount, tip_amount, paid_at }: { amount: Rupiah; tip_amount: Rupiah; paid_at: Date },
  word: BankStatus | null,
  { now }: Pick<ActionContext, 'now'>,
): { change: TransactionChange; transfers: Record<string, OperationNodeSource> } {
  const fee = calculatePrice(code.fee_rules, { method: 'qris', criteria: code.fee_class, amount, paid_at });
  const journal = buildPaymentJournal({ transaction_id, amount, ...fee }, code.account_ids, now);
  const change: TransactionChange = {
    ...fee,
    tip_amount,
    settlement_status: 'unsettled',
    issuer: word?.issuer ?? null,
    issuer_code: word?.issuer_code ?? null,
    payer_name: word?.payer_name ?? null,
    approval_code: word?.approval_code ?? null,
    rrn: word?.rrn ?? null,
    paid_at,
  };
  return { change, transfers: buildJournalInserts(tx, journal) };
}

/** `Paid with GoPay, Rp 5000 of it a tip`. */
export const formatPaidReason = (word: BankStatus | null, tip_amount: Rupiah): string =>
  `Paid${word?.issuer ? ` with ${word.issuer}` : ''}${tip_amount > 0 ? `, Rp ${tip_amount} of it a tip` : ''}`;

/** Moves a locked payment and its code along `path`, and writes what belongs to the move in the same statement. */
export async function transitionQrisPayment(
  tx: MerchantTx,
  payment: LockedPayment,
  path: TransactionStatus[],
  change: TransactionChange,
  code_change: { qr_content?: string; nmid?: string; paid_at?: Date },
  reason: string | null,
  { now, actor, message }: ActionContext,
  more: Record<string, OperationNodeSource> = {},
): Promise<void> {
  const { id, status: from } = payment;
  const status = QRIS_STATUS_BY_TRANSACTION[path.at(-1) ?? from];
  const code_moved = buildQrisPaymentUpdate(tx, id, QRIS_STATUS_BY_TRANSACTION[from], {
    status,
    updated_at: now,
    ...code_change,
  });
  const logged: Record<string, OperationNodeSource> = message
    ? { message: buildRailLogInsert(tx, toRailLogObject(payment), message) }
    : {};
  const writes = { guarded: { code_moved }, more: { ...more, ...logged } };
  await transitionTransaction(tx, payment, path, change, { now, actor, reason }, writes, [buildLiveEvent(payment)]);
}

export const buildLiveEvent = ({ id }: Pick<LockedPayment, 'id'>): LiveEvent => ({
  topic: 'qris-payment',
  id,
  change: 'updated',
});

/** A refused message changes no state; the timeline tells of it once, however often the bank repeats it. */
async function recordRejection(
  tx: MerchantTx,
  payment: LockedPayment,
  refusal: string,
  { now, actor, message }: ActionContext,
): Promise<void> {
  if (message) await buildRailLogInsert(tx, toRailLogObject(payment), message).execute();
  await recordTransactionEvent(tx, payment, { now, actor, reason: `Refused: ${refusal}` }, [buildLiveEvent(payment)]);
}
