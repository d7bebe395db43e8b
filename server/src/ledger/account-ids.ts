/** The ledger accounts of a merchant. */
import type { MerchantTx } from '../db/tx.ts';
import type { AccountIds } from './payment.ts';

/** Ids of the merchant's ledger accounts by type. */
export async function listAccountIds(tx: MerchantTx): Promise<AccountIds> {
  const rows = await tx.sql
    .selectFrom('ledger_account')
    .select(['type', 'id'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('currency', '=', 'IDR')
    .execute();
  return Object.fromEntries(rows.map(({ type, id }) => [type, id]));
}
