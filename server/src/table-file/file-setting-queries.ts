/** SQL of the file settings of a merchant. */
import type { CsvDelimiter } from '@dasbor/contract/file-settings';
import type { MerchantTx } from '../db/tx.ts';

export const findFileSetting = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('file_setting')
    .select(['csv_delimiter', 'updated_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();

export async function upsertFileSetting(
  tx: MerchantTx,
  row: { csv_delimiter: CsvDelimiter; updated_at: Date; updated_by: string },
): Promise<void> {
  await tx.sql
    .insertInto('file_setting')
    .values({ merchant_id: tx.merchant_id, ...row })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(row))
    .execute();
}
