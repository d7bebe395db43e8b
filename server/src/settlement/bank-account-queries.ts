/** SQL of settlement bank accounts. */
import type { MerchantTx } from '../db/tx.ts';

export interface BankAccount {
  id: string;
  bank_code: string;
  account_no_sealed: string;
  account_last4: string;
  holder_name: string;
  verified_at: string;
  usable_from: string;
}

export const findBankAccount = (tx: MerchantTx, id: string): Promise<BankAccount | undefined> =>
  tx.sql
    .selectFrom('bank_account')
    .select(['id', 'bank_code', 'account_no_sealed', 'account_last4', 'holder_name', 'verified_at', 'usable_from'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();

export interface NewBankAccount {
  id: string;
  bank_code: string;
  account_no_sealed: string;
  account_last4: string;
  holder_name: string;
  created_by: string;
  created_at: Date;
  usable_from: Date;
}

/** Stores an account whose holder name the bank has just confirmed. */
export async function insertBankAccount(tx: MerchantTx, account: NewBankAccount): Promise<void> {
  const { holder_name, created_at } = account;
  await tx.sql
    .insertInto('bank_account')
    .values({ merchant_id: tx.merchant_id, verified_name: holder_name, verified_at: created_at, ...account })
    .execute();
}
