/** SQL of the review of a merchant: its bank accounts, which the bank has confirmed. */
import type { MerchantTx } from '../db/tx.ts';

export const listBankAccounts = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('bank_account')
    .select(['bank_code', 'account_last4', 'holder_name', 'verified_at', 'approved_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('disabled_at', 'is', null)
    .where('rejected_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
