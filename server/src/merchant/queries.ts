/** Merchants: made by the provider, with the ledger accounts that their money moves through. */
import type { Db } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { type PlatformTx, asPlatform } from '../db/tx.ts';

export interface NewMerchant {
  merchant_id: string;
  code: string;
  brand_name: string;
  legal_name: string;
  city: string;
  /** ISO 18245 merchant category code, 4 digits. */
  mcc: string;
  /** National merchant id: `ID` and 13 digits. */
  nmid: string;
  qris_criteria: 'UMI' | 'UKE' | 'UME' | 'UBE' | 'URE';
}

/** Accounts that every merchant has; `floor` is what debits may not undercut. */
const ACCOUNTS = [
  { type: 'provider_receivable', floor: null },
  { type: 'pending_settlement', floor: null },
  { type: 'available', floor: 0 },
  { type: 'payout', floor: 0 },
  { type: 'payout_reserved', floor: 0 },
  { type: 'reserve', floor: 0 },
  { type: 'refunds', floor: null },
  { type: 'fees_paid', floor: null },
  { type: 'vat_paid', floor: null },
  { type: 'commission', floor: null },
  { type: 'bank_clearing', floor: null },
  { type: 'suspense', floor: null },
  { type: 'rounding', floor: null },
] as const;

/** Makes an active merchant and its ledger accounts; does nothing when the merchant is there already. */
export async function ensureMerchant(db: Db, merchant: NewMerchant, at: Date): Promise<void> {
  await asPlatform(db, async (tx) => {
    const made = await tx.sql
      .insertInto('merchant')
      .values({ ...merchant, status: 'active', created_at: at, updated_at: at })
      .onConflict((conflict) => conflict.column('merchant_id').doNothing())
      .returning('merchant_id')
      .executeTakeFirst();
    if (made !== undefined) await openAccounts(tx, merchant.merchant_id, at);
  });
}

async function openAccounts(tx: PlatformTx, merchant_id: string, at: Date): Promise<void> {
  await tx.sql
    .insertInto('ledger_account')
    .values(ACCOUNTS.map((account) => ({ merchant_id, id: newId('ledger_account', at), created_at: at, ...account })))
    .execute();
}
