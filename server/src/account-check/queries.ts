/** SQL of checked beneficiary accounts. */
import type { MerchantTx } from '../db/tx.ts';

export interface NewAccountCheck {
  id: string;
  bank_code: string;
  account_no_sealed: string;
  account_last4: string;
  account_name: string;
  created_by: string;
  created_at: Date;
  expires_at: Date;
}

export async function insertAccountCheck(tx: MerchantTx, check: NewAccountCheck): Promise<void> {
  await tx.sql
    .insertInto('account_check')
    .values({ merchant_id: tx.merchant_id, ...check })
    .execute();
}

export const findAccountCheck = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('account_check')
    .select(['id', 'bank_code', 'account_last4', 'account_name', 'expires_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
