/** Carries a decision out: moves, timeline, ledger and bank log in one statement, then the news for open dashboards. */
import type { LiveEvent } from '@dasbor/contract/live';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { OperationNodeSource } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';
import { paymentJournal } from '../ledger/payment.ts';
import { journalWrites } from '../ledger/posting.ts';
import type { RailMessage } from '../rails/message.ts';
import { railLogWrite } from '../rails/queries.ts';
import { priceOf } from '../transaction/rules.ts';
import { type Actor, type TransactionChange, moveTransaction, noteTransaction } from '../transaction/write-queries.ts';
import { type LockedPayment, qrisPaymentMove } from './queries.ts';
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
  const { amount, transaction_id, fee_class: criteria } = payment;
  const { paid_at, late_payment, path } = decision;
  const fee = priceOf(payment.fee_rules, { method: 'qris', criteria, amount, paid_at });
  const journal = paymentJournal({ transaction_id, amount, ...fee }, payment.account_ids, occasion.now);
  const change: TransactionChange = {
    ...fee,
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

/** Moves a locked payment and its code along `path`, and writes what belongs to the move in the same statement. */
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
  const { id, status: from } = payment;
  const status = QRIS_STATUS_OF[path.at(-1) ?? from];
  const code_moved = qrisPaymentMove(tx, id, QRIS_STATUS_OF[from], { status, updated_at: now, ...code_change });
  const logged: Record<string, OperationNodeSource> = message
    ? { message: railLogWrite(tx, railObjectOf(payment), message) }
    : {};
  const writes = { guarded: { code_moved }, more: { ...more, ...logged } };
  await moveTransaction(tx, payment, path, change, { now, actor, reason }, writes, [newsOf(payment)]);
}

export const newsOf = ({ id }: Pick<LockedPayment, 'id'>): LiveEvent => ({
  noun: 'qris-payment',
  id,
  change: 'updated',
});

/** A refused message changes no state; the timeline tells of it once, however often the bank repeats it. */
async function tellRefusal(
  tx: MerchantTx,
  payment: LockedPayment,
  refusal: string,
  { now, actor, message }: Occasion,
): Promise<void> {
  if (message) await railLogWrite(tx, railObjectOf(payment), message).execute();
  await noteTransaction(tx, payment, { now, actor, reason: `Refused: ${refusal}` }, [newsOf(payment)]);
}
