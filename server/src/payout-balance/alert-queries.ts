/** SQL on the alert of a low payout balance, and on its e-mails. */
import { sql } from 'kysely';
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

/** Locked, so that two checks at once tell of one fall once. */
export const lockAlert = (tx: MerchantTx): Promise<AlertRow | undefined> =>
  tx.sql
    .selectFrom('payout_alert')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .forUpdate()
    .executeTakeFirst();

export async function saveAlert(
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

export interface AlertMail {
  crossing: number;
  recipient: string;
  message_id: string;
  threshold: Rupiah;
  balance: Rupiah;
  created_at: Date;
}

export const insertMails = (tx: MerchantTx, mails: AlertMail[]) =>
  tx.sql
    .insertInto('payout_alert_mail')
    .values(mails.map((mail) => ({ merchant_id: tx.merchant_id, ...mail })))
    .execute();

/** E-mails of a fall that nobody has taken over yet. */
export const listUnsentMails = (tx: MerchantTx, crossing: number) =>
  tx.sql
    .selectFrom('payout_alert_mail')
    .select(['recipient', 'message_id', 'threshold', 'balance', 'created_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('crossing', '=', crossing)
    .where('sent_at', 'is', null)
    .where('error', 'is', null)
    .orderBy('recipient')
    .execute();

export const markMail = (
  tx: MerchantTx,
  { crossing, recipient }: Pick<AlertMail, 'crossing' | 'recipient'>,
  became: { sent_at: Date } | { error: string },
) =>
  tx.sql
    .updateTable('payout_alert_mail')
    .set(became)
    .where('merchant_id', '=', tx.merchant_id)
    .where('crossing', '=', crossing)
    .where('recipient', '=', recipient)
    .execute();

export const findBrandName = async (tx: MerchantTx): Promise<string> => {
  const row = await tx.sql
    .selectFrom('merchant')
    .select('brand_name')
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();
  return row?.brand_name ?? '';
};

/** Whether the merchant wants an e-mail of this action; the catalogue's default where it never chose. */
export async function isWanted(tx: MerchantTx, action: number): Promise<boolean> {
  const { rows } = await sql<{ is_wanted: boolean }>`
    select coalesce(p.is_active, a.default_active) as is_wanted
    from app.notification_action a
    left join app.notification_preference p
      on p.merchant_id = ${tx.merchant_id} and p.notification_action = a.code
    where a.code = ${action}`.execute(tx.sql);
  return rows[0]?.is_wanted ?? false;
}

/** Merchants that have an alert. */
export const listAlertMerchants = (tx: PlatformTx): Promise<{ merchant_id: string }[]> =>
  tx.sql
    .selectFrom('payout_alert')
    .select('merchant_id')
    .where('threshold', 'is not', null)
    .orderBy('merchant_id')
    .execute();

/** To be called in every transaction that moves the payout balance: has the alert looked at after the commit. */
export async function payoutMoved(tx: MerchantTx): Promise<void> {
  const { merchant_id } = tx;
  await enqueue(tx, 'check_payout_balance', { merchant_id }, { job_key: `check_payout_balance:${merchant_id}` });
}

/** The payout account of the merchant. */
export async function findPayoutAccount(tx: MerchantTx): Promise<string> {
  const { id } = await tx.sql
    .selectFrom('ledger_account')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('type', '=', 'payout')
    .executeTakeFirstOrThrow();
  return id;
}
