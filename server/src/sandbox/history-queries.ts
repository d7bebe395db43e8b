/** SQL of the generated history: what exists already, so that an interrupted run can be resumed. */
import { sql } from 'kysely';
import type { QrisTip } from '@dasbor/contract/qris-tip';
import type { RefundStatus } from '@dasbor/contract/refund-fields';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { MerchantTx } from '../db/tx.ts';
import { findLink } from '../payment-link/queries.ts';

export interface KnownPayment {
  qris_payment_id: string;
  status: TransactionStatus;
}

/** The merchant's QRIS payments by merchant reference. */
export async function listKnownPayments(tx: MerchantTx): Promise<Map<string, KnownPayment>> {
  const rows = await tx.sql
    .selectFrom('transaction as t')
    .innerJoin('qris_payment as q', (join) =>
      join.onRef('q.transaction_id', '=', 't.id').on('q.merchant_id', '=', tx.merchant_id),
    )
    .where('t.merchant_id', '=', tx.merchant_id)
    .where('t.merchant_reference', 'is not', null)
    .select(['t.merchant_reference', 't.status', 'q.id'])
    .execute();
  return new Map(
    rows.map(({ merchant_reference, status, id }) => [
      merchant_reference ?? '',
      { qris_payment_id: id, status: status as TransactionStatus },
    ]),
  );
}

/** When the merchant was created: the history counts from there. */
export const getMerchantStart = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select('created_at')
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();

export const hasKey = async (tx: MerchantTx, id: string): Promise<boolean> =>
  (await tx.sql
    .selectFrom('api_key')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;

export const findVaByReference = (tx: MerchantTx, merchant_reference: string): Promise<{ id: string } | undefined> =>
  tx.sql
    .selectFrom('virtual_account')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('merchant_reference', '=', merchant_reference)
    .executeTakeFirst();

/** The stickers, oldest first. */
export async function listStickers(tx: MerchantTx): Promise<{ id: string; tip_mode: QrisTip['tip_mode'] }[]> {
  const rows = await tx.sql
    .selectFrom('qris_payment')
    .select(['id', 'tip_mode'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('type', '=', 'static')
    .orderBy('id')
    .execute();
  return rows.map(({ id, tip_mode }) => ({ id, tip_mode: tip_mode as QrisTip['tip_mode'] }));
}

export async function findLinkByReference(tx: MerchantTx, merchant_reference: string) {
  const row = await tx.sql
    .selectFrom('payment_link')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('merchant_reference', '=', merchant_reference)
    .executeTakeFirst();
  return row === undefined ? undefined : findLink(tx, row.id);
}

export async function countLinkAttempts(tx: MerchantTx, payment_link_id: string): Promise<number> {
  const { count } = await tx.sql
    .selectFrom('payment_link_event')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('payment_link_id', '=', payment_link_id)
    .where('kind', '=', 'attempted')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface PaidPayment {
  kind: 'qris' | 'sticker' | 'virtual_account' | 'payment_link';
  transaction_id: string;
  method: 'qris' | 'virtual_account';
}

/** The newest payment of a kind before `at` that the bank can refund in full and in part and that has no refund. */
export async function findPaidPayment(
  tx: MerchantTx,
  kind: PaidPayment['kind'],
  at: Date,
): Promise<PaidPayment | undefined> {
  const { rows } = await sql<PaidPayment>`
    select ${kind}::text as kind, t.id as transaction_id, t.method
    from app.transaction t
    where t.merchant_id = ${tx.merchant_id} and t.status = 'success' and t.paid_at < ${at}
      and (t.method = 'virtual_account' or t.issuer in ('GoPay', 'OVO', 'DANA', 'ShopeePay'))
      and case ${kind}::text
        when 'sticker' then t.source = 'static_qr'
        when 'payment_link' then t.source = 'payment_link' and t.method = 'qris'
        when 'virtual_account' then t.method = 'virtual_account' and t.payment_link_id is null
          and not t.duplicate_payment
        else t.method = 'qris' and t.source in ('dashboard', 'api') end
      and not exists (
        select from app.refund r where r.merchant_id = ${tx.merchant_id} and r.transaction_id = t.id)
    order by t.paid_at desc limit 1`.execute(tx.sql);
  return rows[0];
}

/** A refund by its note. */
export async function findRefundByNote(
  tx: MerchantTx,
  note: string,
): Promise<{ id: string; amount: number; status: RefundStatus } | undefined> {
  const row = await tx.sql
    .selectFrom('refund')
    .select(['id', 'amount', 'status'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('note', '=', note)
    .executeTakeFirst();
  return row && { ...row, status: row.status as RefundStatus };
}

/** A disbursement by its reference, which is unique. */
export const findDisbursementByReference = (
  tx: MerchantTx,
  merchant_reference: string,
): Promise<{ id: string; amount: number; status: string } | undefined> =>
  tx.sql
    .selectFrom('disbursement')
    .select(['id', 'amount', 'status'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('merchant_reference', '=', merchant_reference)
    .executeTakeFirst();

/** The disbursements of a batch in the order of its rows. */
export const listBatchDisbursements = (
  tx: MerchantTx,
  batch_id: string,
): Promise<{ id: string; row_no: number | null }[]> =>
  tx.sql
    .selectFrom('disbursement')
    .select(['id', 'row_no'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .orderBy('row_no')
    .execute();

export const findReviewedDeposit = (tx: MerchantTx, payment_request_id: string): Promise<{ id: string } | undefined> =>
  tx.sql
    .selectFrom('deposit')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('payment_request_id', '=', payment_request_id)
    .where('status', '=', 'under_review')
    .executeTakeFirst();

/** A balance transfer by its amount, which is unique in the plan. */
export const findBalanceTransfer = (
  tx: MerchantTx,
  amount: number,
): Promise<{ id: string; status: string } | undefined> =>
  tx.sql
    .selectFrom('balance_transfer')
    .select(['id', 'status'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('amount', '=', amount)
    .executeTakeFirst();

/** Settlements to the bank account in a status, newest first. */
export const listPayouts = (
  tx: MerchantTx,
  status: 'approved' | 'paid' | 'failed' | 'returned',
): Promise<{ id: string; net_amount: number }[]> =>
  tx.sql
    .selectFrom('settlement_batch')
    .select(['id', 'net_amount'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', status)
    .where('destination', '=', 'bank')
    .orderBy('id', 'desc')
    .execute();

/** The newest settlement paid before `at`, with the number of its disputes. */
export async function findPaidBatch(tx: MerchantTx, at: Date): Promise<{ id: string; disputes: number } | undefined> {
  const { rows } = await sql<{ id: string; disputes: number }>`
    select b.id, (select count(*)::int from app.settlement_dispute d
      where d.merchant_id = ${tx.merchant_id} and d.batch_id = b.id) as disputes
    from app.settlement_batch b
    where b.merchant_id = ${tx.merchant_id} and b.status = 'paid' and b.paid_at < ${at}
    order by b.paid_at desc limit 1`.execute(tx.sql);
  return rows[0];
}
