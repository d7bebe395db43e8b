/** SQL of the bank import: the merchant's history as the bank would have recorded it. */
import { sql } from 'kysely';
import type { BankHistory } from '@dasbor/contract/bank-history';
import type { MerchantTx } from '../db/tx.ts';

type Rows<K extends keyof BankHistory> = Promise<BankHistory[K]>;

export async function listQrCodes({ sql: kysely, merchant_id }: MerchantTx): Rows<'qr_codes'> {
  const { rows } = await sql<BankHistory['qr_codes'][number]>`
    select coalesce(q.provider_reference, t.provider_reference) as reference_no, q.partner_reference_no, q.amount,
      q.expires_at, q.tip_mode, q.tip_value, m.nmid, m.brand_name as merchant_name, m.city as merchant_city, q.store,
      q.terminal, q.qr_content, q.created_at, case when q.status = 'cancelled' then q.updated_at end as cancelled_at
    from app.qris_payment q
    join app.merchant m on m.merchant_id = ${merchant_id}
    left join app.transaction t on t.merchant_id = ${merchant_id} and t.id = q.transaction_id
    where q.merchant_id = ${merchant_id} and q.qr_content is not null
      and coalesce(q.provider_reference, t.provider_reference) is not null`.execute(kysely);
  return rows;
}

export async function listQrPayments({ sql: kysely, merchant_id }: MerchantTx): Rows<'qr_payments'> {
  const { rows } = await sql<BankHistory['qr_payments'][number]>`
    select t.provider_reference as reference_no, coalesce(q.provider_reference, t.provider_reference) as code_reference_no,
      t.paid_at, t.amount as paid_amount, t.tip_amount, t.rrn, t.issuer as issuer_name,
      coalesce(t.payer_name, '') as payer_name
    from app.transaction t
    join app.qris_payment q on q.merchant_id = ${merchant_id} and q.id = t.qris_payment_id
    where t.merchant_id = ${merchant_id} and t.method = 'qris' and t.paid_at is not null
      and t.provider_reference is not null and t.rrn is not null and t.issuer is not null`.execute(kysely);
  return rows;
}

/** Numbers that were opened at the bank. */
export const listOpenedVas = ({ sql: kysely, merchant_id }: MerchantTx) =>
  kysely
    .selectFrom('virtual_account')
    .select(['id', 'created_at', 'updated_at', 'status'])
    .where('merchant_id', '=', merchant_id)
    .where('status', 'not in', ['pending', 'failed'])
    .execute();

export const listOpenedDepositVas = ({ sql: kysely, merchant_id }: MerchantTx) =>
  kysely
    .selectFrom('deposit_va')
    .select(['id', 'created_at'])
    .where('merchant_id', '=', merchant_id)
    .where('status', 'in', ['active', 'inactive'])
    .execute();

export async function listVaPayments({ sql: kysely, merchant_id }: MerchantTx): Rows<'va_payments'> {
  const { rows } = await sql<BankHistory['va_payments'][number]>`
    select p.payment_request_id, v.trx_id, p.paid_at, p.amount as paid_amount, coalesce(p.reference_no, '') as reference_no,
      coalesce(p.sender_name, '') as payer_name, coalesce(p.sender_bank, '') as payer_bank
    from app.va_payment p
    join app.virtual_account v on v.merchant_id = ${merchant_id} and v.id = p.virtual_account_id
    where p.merchant_id = ${merchant_id} and p.transaction_id is not null
    union all
    select d.payment_request_id, v.trx_id, d.paid_at, d.amount, coalesce(d.bank_reference, ''),
      coalesce(d.sender_name, ''), coalesce(d.sender_bank, '')
    from app.deposit d
    join app.deposit_va v on v.merchant_id = ${merchant_id} and v.id = d.deposit_va_id
    where d.merchant_id = ${merchant_id}`.execute(kysely);
  return rows;
}

export async function listQrRefunds({ sql: kysely, merchant_id }: MerchantTx): Rows<'qr_refunds'> {
  const { rows } = await sql<BankHistory['qr_refunds'][number]>`
    select r.partner_reference_no as partner_refund_no, r.provider_reference as refund_no,
      t.provider_reference as payment_reference_no, r.amount, r.reason, r.completed_at as created_at
    from app.refund r
    join app.transaction t on t.merchant_id = ${merchant_id} and t.id = r.transaction_id
    where r.merchant_id = ${merchant_id} and r.method = 'original' and r.status = 'succeeded'`.execute(kysely);
  return rows;
}

export interface SentTransfer {
  table: 'account_check' | 'bank_account';
  account_id: string;
  account_no_sealed: string;
  bank_code: string;
  account_name: string;
  partner_reference_no: string;
  reference_no: string | null;
  amount: number;
  status: string;
  sent_at: string;
}

/** Transfers that reached the bank: refunds, settlement payouts and disbursements. Rejected ones did not. */
export async function listSentTransfers({ sql: kysely, merchant_id }: MerchantTx): Promise<SentTransfer[]> {
  const { rows } = await sql<SentTransfer>`
    select 'account_check' as table, c.id as account_id, c.account_no_sealed, c.bank_code, c.verified_name as account_name,
      r.partner_reference_no, r.provider_reference as reference_no, r.amount,
      case when r.returned_at is null then r.status else 'returned' end as status, r.sent_at
    from app.refund r
    join app.account_check c on c.merchant_id = ${merchant_id} and c.id = r.account_check_id
    where r.merchant_id = ${merchant_id} and r.sent_at is not null
      and (r.status in ('processing', 'succeeded') or r.returned_at is not null)
    union all
    select 'bank_account', a.id, a.account_no_sealed, a.bank_code, a.holder_name, b.partner_reference_no,
      b.bank_reference, b.net_amount, b.status, b.sent_at
    from app.settlement_batch b
    join app.bank_account a on a.merchant_id = ${merchant_id} and a.id = b.bank_account_id
    where b.merchant_id = ${merchant_id} and b.partner_reference_no is not null and b.status in ('paid', 'returned')
    union all
    select 'account_check', c.id, c.account_no_sealed, c.bank_code, c.verified_name, d.partner_reference_no,
      d.bank_reference, d.amount, case when d.status = 'reversed' then 'returned' else d.status end, d.sent_at
    from app.disbursement d
    join app.account_check c on c.merchant_id = ${merchant_id} and c.id = d.account_check_id
    where d.merchant_id = ${merchant_id} and d.status in ('success', 'reversed')`.execute(kysely);
  return rows;
}
