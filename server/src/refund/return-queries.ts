/** SQL of returned refund transfers. */
import type { MerchantTx } from '../db/tx.ts';
import type { PostedMovement } from './journal.ts';

/** Ledger entries of a refund. */
export const listPostedMovements = (tx: MerchantTx, id: string): Promise<PostedMovement[]> =>
  tx.sql
    .selectFrom('transfer')
    .select(['id', 'kind', 'debit_account', 'credit_account', 'amount'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('reference_type', '=', 'refund')
    .where('reference_id', '=', id)
    .orderBy('id')
    .execute();
