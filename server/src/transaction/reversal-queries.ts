/**
 * The bank takes a payment back after it was a success (domain 1.5: `success → reversed`). The ledger takes its
 * movements back by reversing rows. No floor is looked at: the bank has the money already, so what waits for settlement
 * may go below zero, and nothing else can be taken out of it until it is covered again.
 */
import type { OperationNodeSource } from 'kysely';
import type { LiveEvent } from '@dasbor/contract/live';
import { enqueue } from '../db/enqueue.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildJournalInserts } from '../ledger/posting.ts';
import { findTransitionPath } from './rules.ts';
import { type Actor, type LockedTransaction, transitionTransaction } from './write-queries.ts';

const REVERSED_KINDS = ['payment', 'payment_fee', 'payment_fee_vat'];

/** Whether a payment in this state can be taken back by the bank; one of which a part was given back cannot. */
export const canReverse = (payment: Pick<LockedTransaction, 'status'>): boolean =>
  findTransitionPath(payment.status, 'reversed').length > 0;

/** Reverses a locked payment. `writes` and `news`: what belongs to it, such as the message of the bank. */
export async function reverseTransaction(
  tx: MerchantTx,
  payment: LockedTransaction,
  occasion: { now: Date; actor: Actor; reason: string },
  writes: Record<string, OperationNodeSource> = {},
  news: LiveEvent[] = [],
): Promise<void> {
  const { merchant_id } = tx;
  const { transaction_id } = payment;
  const posted = await tx.sql
    .selectFrom('transfer')
    .select(['id', 'debit_account', 'credit_account', 'amount', 'kind'])
    .where('merchant_id', '=', merchant_id)
    .where('reference_type', '=', 'transaction')
    .where('reference_id', '=', transaction_id)
    .where('kind', 'in', REVERSED_KINDS)
    .orderBy('id')
    .execute();
  const transfers = posted.map(({ id, debit_account, credit_account, amount, kind }) => ({
    debit_account: credit_account,
    credit_account: debit_account,
    amount,
    kind: `${kind}_reversal`,
    reference_type: 'transaction',
    reference_id: transaction_id,
    reverses_id: id,
  }));
  const journal = buildJournalInserts(tx, { posted_at: occasion.now, transfers });
  const path = findTransitionPath(payment.status, 'reversed');
  const more = { ...journal, ...writes };
  await transitionTransaction(tx, payment, path, { settlement_status: 'reversed' }, occasion, { more }, news);
  await enqueue(tx, 'drop_refunds_of_reversed', { merchant_id, transaction_id });
}
