/** Carries a decision out: moves, timeline, ledger and bank log in one statement, then the news for open dashboards. */
import { businessDayOf } from '@dasbor/contract/time';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { OperationNodeSource } from 'kysely';
import { inOneStatement } from '../db/in-one-statement.ts';
import { announce } from '../db/notify.ts';
import type { MerchantTx } from '../db/tx.ts';
import { paymentJournal } from '../ledger/payment.ts';
import { journalWrites } from '../ledger/posting.ts';
import type { RailMessage } from '../rails/message.ts';
import { railLogWrite } from '../rails/queries.ts';
import { feeOf, pickFeeRule } from '../transaction/rules.ts';
import {
  type Actor,
  type LockedPayment,
  type TransactionChange,
  eventsWrite,
  isTold,
  qrisPaymentMove,
  transactionMove,
} from './queries.ts';
import { type BankWord, type Decision, QRIS_STATUS_OF } from './rules.ts';

/** Why and by whom a payment is moved. */
export interface Occasion {
  now: Date;
  actor: Actor;
  /** The message to or from the bank, kept with the payment; null when there was none. */
  message: RailMessage | null;
}

export const railObjectOf = (payment: Pick<LockedPayment, 'id'>) => ({
  object_type: 'qris_payment',
  object_id: payment.id,
});

/** Does what was decided about a locked payment. `word`: what the bank said, if it did. */
export async function carryOut(
  tx: MerchantTx,
  payment: LockedPayment,
  decision: Decision,
  word: BankWord | null,
  occasion: Occasion,
): Promise<void> {
  switch (decision.do) {
    case 'settle':
      return settle(tx, payment, decision, word, occasion);
    case 'end': {
      const status = decision.path.at(-1);
      const failure =
        status === 'failed' ? { failure_code: 'bank_refused', failure_message: decision.reason } : undefined;
      const known = word?.reference_no ? { provider_reference: word.reference_no } : {};
      return move(tx, payment, decision.path, { ...failure, ...known }, {}, decision.reason, occasion);
    }
    case 'refuse':
      return tellRefusal(tx, payment, decision.reason, occasion);
    case 'keep':
      if (occasion.message) await railLogWrite(tx, railObjectOf(payment), occasion.message).execute();
  }
}

/** Takes the money: fee by the rule of the business day it was paid, transfers, and the paid state. */
async function settle(
  tx: MerchantTx,
  payment: LockedPayment,
  decision: Extract<Decision, { do: 'settle' }>,
  word: BankWord | null,
  occasion: Occasion,
): Promise<void> {
  const { amount, transaction_id, qris_criteria: criteria } = payment;
  const { paid_at, late_payment, path } = decision;
  const rule = pickFeeRule(payment.fee_rules, { method: 'qris', criteria, amount, day: businessDayOf(paid_at) });
  const fee = feeOf(amount, rule);
  const journal = paymentJournal({ transaction_id, amount, ...fee }, payment.account_ids, occasion.now);
  const change: TransactionChange = {
    ...fee,
    fee_rule_id: rule.id,
    settlement_status: 'unsettled',
    issuer: word?.issuer ?? null,
    rrn: word?.rrn ?? null,
    provider_reference: word?.reference_no ?? payment.provider_reference,
    late_payment,
    paid_at,
  };
  const reason = `Paid${word?.issuer ? ` with ${word.issuer}` : ''}${late_payment ? ', after it had expired' : ''}`;
  await move(tx, payment, path, change, { paid_at }, reason, occasion, journalWrites(tx, journal));
}

/**
 * Moves a locked payment along `path` and writes what belongs to it in the same statement. The guard on the old state
 * is the last word: when it does not hold, everything is rolled back.
 */
export async function move(
  tx: MerchantTx,
  payment: LockedPayment,
  path: TransactionStatus[],
  change: TransactionChange,
  code_change: { qr_content?: string; nmid?: string; paid_at?: Date },
  reason: string | null,
  { now, actor, message }: Occasion,
  more: Record<string, OperationNodeSource> = {},
): Promise<void> {
  const { transaction_id, id, status: from } = payment;
  const to = path.at(-1);
  if (to === undefined) throw new Error(`No legal way for ${transaction_id} out of ${from}`);
  const last_event_seq = payment.last_event_seq + path.length;
  const events = path.map((to_status, step) => ({
    seq: payment.last_event_seq + 1 + step,
    at: now,
    from_status: step === 0 ? from : (path[step - 1] ?? from),
    to_status,
    reason: step === path.length - 1 ? reason : null,
    ...actor,
  }));
  const status = QRIS_STATUS_OF[to];
  const writes: Record<string, OperationNodeSource> = {
    moved: transactionMove(tx, transaction_id, from, { status: to, last_event_seq, updated_at: now, ...change }),
    code_moved: qrisPaymentMove(tx, id, QRIS_STATUS_OF[from], { status, updated_at: now, ...code_change }),
    events: eventsWrite(tx, transaction_id, events),
    ...more,
    ...(message ? { message: railLogWrite(tx, railObjectOf(payment), message) } : {}),
  };
  const touched = await inOneStatement(tx, writes);
  if (touched.moved !== 1 || touched.code_moved !== 1) throw new Error(`${transaction_id} is no longer ${from}`);
  await announceChange(tx, payment);
}

export const announceChange = (tx: MerchantTx, { transaction_id, id }: LockedPayment): Promise<void> =>
  announce(
    tx,
    { noun: 'transaction', id: transaction_id, change: 'updated' },
    { noun: 'qris-payment', id, change: 'updated' },
  );

/** A refused message changes no state; the timeline tells of it once, however often the bank repeats it. */
async function tellRefusal(
  tx: MerchantTx,
  payment: LockedPayment,
  reason: string,
  { now, actor, message }: Occasion,
): Promise<void> {
  if (message) await railLogWrite(tx, railObjectOf(payment), message).execute();
  const text = `Refused: ${reason}`;
  if (await isTold(tx, payment.transaction_id, text)) return;
  const { transaction_id, status, last_event_seq } = payment;
  const event = { seq: last_event_seq + 1, at: now, from_status: status, to_status: status, reason: text, ...actor };
  await inOneStatement(tx, {
    moved: transactionMove(tx, transaction_id, status, { status, last_event_seq: event.seq, updated_at: now }),
    events: eventsWrite(tx, transaction_id, [event]),
  });
  await announceChange(tx, payment);
}
