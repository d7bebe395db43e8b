/** SQL of the file settings of a merchant. */
import type { FileSettingChanges, FileSettings } from '@dasbor/contract/file-settings';
import type { MerchantTx } from '../db/tx.ts';

/** The settings of a merchant that changed none. */
export const DEFAULT_FILE_SETTINGS = { csv_delimiter: ',', report_format: 'csv', report_language: null } as const;

export async function getFileSetting(tx: MerchantTx): Promise<FileSettings> {
  const row = await tx.sql
    .selectFrom('file_setting')
    .select(['csv_delimiter', 'report_format', 'report_language', 'updated_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();
  return row ?? { ...DEFAULT_FILE_SETTINGS, updated_at: null };
}

/** Writes the changed columns only, so that concurrent changes of different settings both count. */
export async function upsertFileSetting(
  tx: MerchantTx,
  changes: FileSettingChanges,
  by: { updated_at: Date; updated_by: string },
): Promise<void> {
  await tx.sql
    .insertInto('file_setting')
    .values({ merchant_id: tx.merchant_id, ...DEFAULT_FILE_SETTINGS, ...changes, ...by })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ ...changes, ...by }))
    .execute();
}
