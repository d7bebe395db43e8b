/** SQL that finds a virtual account by the references that a merchant has. */
import type { MerchantTx } from '../db/tx.ts';

/** The virtual account with a reference of the merchant. */
export const findVaByReference = (tx: MerchantTx, merchant_reference: string) =>
  tx.sql
    .selectFrom('virtual_account')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('merchant_reference', '=', merchant_reference)
    .executeTakeFirst();

/** The last virtual account with a number: a number can be issued again after it ended. */
export const findVaByNumber = (tx: MerchantTx, va_number: string) =>
  tx.sql
    .selectFrom('virtual_account')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('va_number', '=', va_number)
    .orderBy('id', 'desc')
    .executeTakeFirst();
