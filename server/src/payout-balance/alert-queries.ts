/** SQL on the low-balance alert of the payout balance. */
import type { Rupiah } from '@dasbor/contract/money';
import { enqueue } from '../db/enqueue.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

export interface AlertRow {
  threshold: Rupiah | null;
  recipients: string[];
  is_below: boolean;
  crossings: number;
  last_alert_at: string | null;
}

const COLUMNS = ['threshold', 'recipients', 'is_below', 'crossings', 'last_alert_at'] as const;

export const findAlert = (tx: MerchantTx): Promise<AlertRow | undefined> =>
  tx.sql.selectFrom('payout_alert').select(COLUMNS).where('merchant_id', '=', tx.merchant_id).executeTakeFirst();

/** Locks the alert, so that concurrent checks send one notification per fall. */
export const lockAlert = (tx: MerchantTx): Promise<AlertRow | undefined> =>
  tx.sql
    .selectFrom('payout_alert')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export async function upsertAlert(
  tx: MerchantTx,
  alert: { threshold: Rupiah | null; recipients: string[]; is_below: boolean },
  updated_at: Date,
): Promise<void> {
  const values = { ...alert, updated_at };
  await tx.sql
    .insertInto('payout_alert')
    .values({ merchant_id: tx.merchant_id, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute();
}

export const updateAlert = (
  tx: MerchantTx,
  change: { is_below: boolean; crossings?: number; last_alert_at?: Date; updated_at: Date },
) => tx.sql.updateTable('payout_alert').set(change).where('merchant_id', '=', tx.merchant_id).execute();

/** Merchants with an alert. */
export const listAlertMerchants = (tx: PlatformTx): Promise<{ merchant_id: string }[]> =>
  tx.sql
    .selectFrom('payout_alert')
    .select('merchant_id')
    .where('threshold', 'is not', null)
    .orderBy('merchant_id')
    .execute();

/** Enqueues a check of the alert after the commit. Call it in every transaction that changes the payout balance. */
export async function enqueueAlertCheck(tx: MerchantTx): Promise<void> {
  const { merchant_id } = tx;
  await enqueue(tx, 'check_payout_balance', { merchant_id }, { job_key: `check_payout_balance:${merchant_id}` });
}

/** The payout account of the merchant. */
export async function getPayoutAccount(tx: MerchantTx): Promise<string> {
  const { id } = await tx.sql
    .selectFrom('ledger_account')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('type', '=', 'payout')
    .executeTakeFirstOrThrow();
  return id;
}
