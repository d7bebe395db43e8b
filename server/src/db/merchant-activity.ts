/** Money operations that a merchant is allowed: read by every feature that moves money, and with every principal. */
import type { MerchantActivity } from '@dasbor/contract/merchant-activity';
import type { MerchantTx, PlatformTx } from './tx.ts';

export const ACTIVITY_COLUMNS = ['status', 'payments_enabled', 'payouts_enabled'] as const;

export const getMerchantActivity = (tx: MerchantTx): Promise<MerchantActivity> =>
  tx.sql
    .selectFrom('merchant')
    .select(ACTIVITY_COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();

/** State and role access of a merchant. */
export const findMerchantState = (tx: PlatformTx, merchant_id: string) =>
  tx.sql
    .selectFrom('merchant')
    .select([...ACTIVITY_COLUMNS, 'role_access'])
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
