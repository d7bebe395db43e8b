/** SQL of actions on exceptions. */
import { sql } from 'kysely';
import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import type { RefundStatus } from '@dasbor/contract/refund-fields';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

export interface FoundPayment {
  merchant_id: string;
  qris_payment_id: string | null;
  virtual_account_id: string | null;
}

/** A payment of any merchant, by the primary key of each merchant. */
export async function findPaymentOfAnyMerchant(tx: PlatformTx, id: string): Promise<FoundPayment | undefined> {
  const { rows } = await sql<FoundPayment>`
    select t.* from app.merchant m cross join lateral (
      select x.merchant_id, x.qris_payment_id, x.virtual_account_id from app.transaction x
      where x.merchant_id = m.merchant_id and x.id = ${id}) t limit 1`.execute(tx.sql);
  return rows[0];
}

/** null: the merchant has no such payment. */
export async function readPaymentStatus(tx: MerchantTx, id: string): Promise<TransactionStatus | null> {
  const row = await tx.sql
    .selectFrom('transaction')
    .select('status')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.status ?? null;
}

export async function readDisbursementStatus(tx: MerchantTx, id: string): Promise<DisbursementStatus> {
  const { status } = await tx.sql
    .selectFrom('disbursement')
    .select('status')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return status;
}

export async function readRefundStatus(tx: MerchantTx, id: string): Promise<RefundStatus> {
  const { status } = await tx.sql
    .selectFrom('refund')
    .select('status')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return status;
}

export async function isMerchant(tx: PlatformTx, merchant_id: string): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('merchant')
    .select('merchant_id')
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
  return row !== undefined;
}

/** The latest transfer of an object, whatever it is for. */
export const findLatestTransfer = (tx: MerchantTx, subject_id: string) =>
  tx.sql
    .selectFrom('bank_transfer')
    .select(['id', 'status', 'subject_type'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('subject_id', '=', subject_id)
    .orderBy('attempt', 'desc')
    .executeTakeFirst();

/** The reference of a disbursement, and how often it was requested again. */
export async function findDisbursementRetries(
  tx: MerchantTx,
  id: string,
): Promise<{ merchant_reference: string; retries: number } | undefined> {
  const { rows } = await sql<{ merchant_reference: string; retries: number }>`
    select d.merchant_reference, (select count(*)::int from app.disbursement n
      where n.merchant_id = ${tx.merchant_id} and n.retry_of = d.id) as retries
    from app.disbursement d where d.merchant_id = ${tx.merchant_id} and d.id = ${id}`.execute(tx.sql);
  return rows[0];
}
