/** SQL of checked beneficiary accounts. */
import type { MerchantTx } from '../db/tx.ts';

export interface NewAccountCheck {
  id: string;
  bank_code: string;
  account_no_sealed: string;
  account_last4: string;
  verified_name: string;
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
    .select(['id', 'bank_code', 'account_last4', 'verified_name', 'expires_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();

/** Checks of a bank's accounts with the same last digits that are still valid, newest first. */
export const listRecentChecks = (
  tx: MerchantTx,
  { bank_code, account_last4, now }: { bank_code: string; account_last4: string; now: Date },
) =>
  tx.sql
    .selectFrom('account_check')
    .select(['id', 'account_no_sealed'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('bank_code', '=', bank_code)
    .where('account_last4', '=', account_last4)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();

/** A stored account. Throws when the merchant has no such check. */
export const getAccountCheck = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('account_check')
    .select(['bank_code', 'account_no_sealed', 'account_last4', 'verified_name', 'created_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
