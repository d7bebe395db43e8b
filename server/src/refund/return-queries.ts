/** SQL of refunds whose transfer may come back, or did. */
import { sql } from 'kysely';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { PostedMovement } from './journal.ts';

/** Transfers of every merchant that succeeded since `since` and may still come back, the longest unasked first. */
export const listReturnCandidates = (tx: PlatformTx, since: Date, limit: number) =>
  tx.sql
    .selectFrom('refund')
    .select(['merchant_id', 'id'])
    .where('status', '=', 'succeeded')
    .where('method', '=', 'transfer')
    .where('completed_at', '>=', since.toISOString())
    .orderBy(sql`return_asked_at asc nulls first`)
    .limit(limit)
    .execute();

/** Notes that the bank was asked whether a transfer came back. */
export async function updateReturnCheckedAt(tx: MerchantTx, id: string, return_asked_at: Date): Promise<void> {
  await tx.sql
    .updateTable('refund')
    .set({ return_asked_at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}

/** What stands in the ledger for a refund. */
export const listPostedMovements = (tx: MerchantTx, id: string): Promise<PostedMovement[]> =>
  tx.sql
    .selectFrom('transfer')
    .select(['id', 'kind', 'debit_account', 'credit_account', 'amount'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('reference_type', '=', 'refund')
    .where('reference_id', '=', id)
    .orderBy('id')
    .execute();
