/**
 * The bank reverses a paid payment (domain 1.5: `success → reversed`). The ledger posts compensating entries. No floor
 * applies: the bank already has the money, so the pending balance may become negative until new payments cover it.
 */
import type { LiveEvent } from '@dasbor/contract/live';
import { enqueue } from '../db/enqueue.ts';
import type { Writes } from '../db/status-transition.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildJournalInserts } from '../ledger/posting.ts';
import { buildTransitionPath } from './rules.ts';
import { type LockedTransaction, type TransitionContext, transitionTransaction } from './write-queries.ts';

const REVERSED_KINDS = ['payment', 'payment_fee', 'payment_fee_vat'];

/** Whether the bank can reverse a payment with this status; a partially refunded one it cannot. */
export const canReverse = (payment: Pick<LockedTransaction, 'status'>): boolean =>
  buildTransitionPath(payment.status, 'reversed').length > 0;

/** Reverses a locked payment. `more` and `live_events` belong to it, such as the provider log entry. */
export async function reverseTransaction(
  tx: MerchantTx,
  payment: LockedTransaction,
  context: TransitionContext,
  { more, live_events }: { more?: Writes; live_events?: LiveEvent[] } = {},
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
  const journal = buildJournalInserts(tx, { posted_at: context.now, transfers });
  const path = buildTransitionPath(payment.status, 'reversed');
  const change = { settlement_status: 'reversed' } as const;
  await transitionTransaction(tx, payment, { path, change, more: { ...journal, ...more }, live_events }, context);
  await enqueue(tx, 'reject_refunds_of_reversed', { merchant_id, transaction_id });
}
