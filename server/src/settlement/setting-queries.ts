/** SQL of settlement settings. */
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { type Setting, DEFAULT_SETTING } from './terms-queries.ts';

type AnyTx = Pick<MerchantTx | PlatformTx, 'sql'>;

/** Stores the given fields and leaves the others unchanged. */
export async function upsertSetting(
  { sql: kysely }: AnyTx,
  merchant_id: string,
  change: Partial<Setting>,
  now: Date,
): Promise<void> {
  await kysely
    .insertInto('settlement_setting')
    .values({ merchant_id, ...DEFAULT_SETTING, ...change, updated_at: now })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ ...change, updated_at: now }))
    .execute();
}

export const hasLine = async (tx: MerchantTx, batch_id: string, line_no: number): Promise<boolean> =>
  (await tx.sql
    .selectFrom('settlement_line')
    .select('line_no')
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .where('line_no', '=', line_no)
    .executeTakeFirst()) !== undefined;

export const isMerchant = async (tx: PlatformTx, merchant_id: string): Promise<boolean> =>
  (await tx.sql
    .selectFrom('merchant')
    .select('merchant_id')
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst()) !== undefined;
