/** When the status of an object at the bank was last checked: sweeps take those that were checked longest ago. */
import type { Kysely } from 'kysely';
import type { DB } from './schema.gen.ts';
import type { MerchantTx } from './tx.ts';

type CheckedTable = 'commission_statement' | 'deposit_va' | 'refund' | 'settlement_batch' | 'virtual_account';

export async function updateLastCheckedAt(
  tx: MerchantTx,
  { table, id, at }: { table: CheckedTable; id: string; at: Date },
): Promise<void> {
  // The builder cannot be typed by a union of tables; each of them has these columns.
  await (tx.sql as unknown as Kysely<Pick<DB, 'refund'>>)
    .updateTable(table as 'refund')
    .set({ last_checked_at: at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}
