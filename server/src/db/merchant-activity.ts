/** Money operations that a merchant is allowed: read by every feature that moves money, and with every principal. */
import type { MerchantActivity } from '@dasbor/contract/merchant-activity';
import type { Db } from './connect.ts';
import { type MerchantTx, readAsPlatform } from './tx.ts';

export const ACTIVITY_COLUMNS = ['status', 'payments_enabled', 'payouts_enabled'] as const;

export const getMerchantActivity = (tx: MerchantTx): Promise<MerchantActivity> =>
  tx.sql
    .selectFrom('merchant')
    .select(ACTIVITY_COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();

/** State, role access and second-factor policy of a merchant: what its principals are allowed depends on them. */
export async function findMerchantState(db: Db, merchant_id: string) {
  const [found] = await readAsPlatform(db, ({ sql }) =>
    sql
      .selectFrom('merchant')
      .select([...ACTIVITY_COLUMNS, 'role_access', 'requires_second_factor'])
      .where('merchant_id', '=', merchant_id),
  );
  return found;
}
