/** SQL of returned refund transfers. */
import { sql } from 'kysely';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { PostedMovement } from './journal.ts';

/** Transfers of all merchants that completed since `since`, the least recently checked first. */
export const listReturnCandidates = (tx: PlatformTx, since: Date, limit: number) =>
  tx.sql
    .selectFrom('refund')
    .select(['merchant_id', 'id'])
    .where('status', '=', 'succeeded')
    .where('method', '=', 'transfer')
    .where('completed_at', '>=', since.toISOString())
    .orderBy(sql`return_checked_at asc nulls first`)
    .limit(limit)
    .execute();

export async function updateReturnCheckedAt(tx: MerchantTx, id: string, return_checked_at: Date): Promise<void> {
  await tx.sql
    .updateTable('refund')
    .set({ return_checked_at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}

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
