/** SQL of the pay page: the merchant and one payment attempt, as the customer sees them. */
import { sql } from 'kysely';
import type { MerchantActivity } from '@dasbor/contract/merchant-activity';
import type { Rupiah } from '@dasbor/contract/money';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { ACTIVITY_COLUMNS } from '../db/merchant-activity.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Origin } from '../http/origin.ts';
import type { Answers } from './rules.ts';

export interface PayMerchant extends MerchantActivity {
  brand_name: string;
  logo_url: string | null;
  brand_color: string | null;
  /** Channels that the provider switched off. */
  disabled_channels: string[];
}

export async function getPayMerchant(tx: MerchantTx): Promise<PayMerchant> {
  return tx.sql
    .selectFrom('merchant')
    .select(['brand_name', 'logo_url', 'brand_color', 'disabled_channels', ...ACTIVITY_COLUMNS])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();
}

export interface AttemptRow {
  transaction_id: string;
  status: TransactionStatus;
  method: string;
  channel_code: string | null;
  amount: Rupiah;
  expires_at: string;
  paid_at: string | null;
  rrn: string | null;
  issuer: string | null;
  qris_payment_id: string | null;
  qr_content: string | null;
  nmid: string | null;
  virtual_account_id: string | null;
  va_number: string | null;
  holder_name: string | null;
  brand_name: string;
}

/** A payment of the link that was started on the pay page. */
export async function findAttempt(
  tx: MerchantTx,
  payment_link_id: string,
  transaction_id: string,
): Promise<AttemptRow | undefined> {
  const { merchant_id } = tx;
  const { rows } = await sql<AttemptRow>`
    select t.id as transaction_id, t.status, t.method, t.channel_code, t.amount, t.expires_at, t.paid_at, t.rrn,
      t.issuer, t.qris_payment_id, q.qr_content, q.nmid, t.virtual_account_id, v.va_number, v.holder_name, m.brand_name
    from app.transaction t
    join app.merchant m on m.merchant_id = ${merchant_id}
    left join app.qris_payment q on q.merchant_id = ${merchant_id} and q.id = t.qris_payment_id
    left join app.virtual_account v on v.merchant_id = ${merchant_id} and v.id = t.virtual_account_id
    where t.merchant_id = ${merchant_id} and t.id = ${transaction_id} and t.payment_link_id = ${payment_link_id}
      and t.expires_at is not null`.execute(tx.sql);
  return rows[0];
}

/** The transaction of a QRIS payment or virtual account that was just created. */
export async function getTransactionId(
  tx: MerchantTx,
  column: 'qris_payment_id' | 'virtual_account_id',
  id: string,
): Promise<string> {
  const row = await tx.sql
    .selectFrom('transaction')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where(column, '=', id)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Longest user agent that is stored. */
const USER_AGENT_LENGTH_MAX = 300;

/** Stores the customer, the answers, and the address and browser of the payer with the payment. */
export async function storeAnswers(
  tx: MerchantTx,
  transaction_id: string,
  { metadata, ...customer }: Answers,
  { ip, user_agent }: Origin,
): Promise<void> {
  await tx.sql
    .updateTable('transaction')
    .set({
      ...customer,
      metadata: Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata),
      ip,
      user_agent: user_agent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
    })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', transaction_id)
    .execute();
}
