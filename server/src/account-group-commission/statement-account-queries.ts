/** SQL of the ledger account of withheld income tax. */
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';

/** Opens the account unless the merchant has it. */
export const openTaxAccount = (tx: MerchantTx, created_at: Date) =>
  tx.sql
    .insertInto('ledger_account')
    .values({
      merchant_id: tx.merchant_id,
      id: newId('ledger_account', created_at),
      type: 'tax_withheld',
      floor: null,
      created_at,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'type', 'currency']).doNothing())
    .execute();
