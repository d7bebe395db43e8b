/** All SQL on QRIS payments. A code and its payment are one thing in two rows: they are locked and moved together. */
import { type OperationNodeSource, sql } from 'kysely';
import type { FeeClass } from '@dasbor/contract/fee-rule';
import type { Rupiah } from '@dasbor/contract/money';
import type { QrisPayment, QrisStatus } from '@dasbor/contract/qris-payment';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { AccountIds } from '../ledger/payment.ts';
import { accountIdsOf, fee_class, feeRulesOf } from '../transaction/fee-queries.ts';
import type { DatedFeeRule } from '../transaction/rules.ts';

export interface NewQrisPayment {
  id: string;
  transaction_id: string;
  partner_reference_no: string;
  amount: Rupiah;
  created_at: Date;
  expires_at: Date;
}

export const qrisPaymentWrite = (tx: MerchantTx, payment: NewQrisPayment): OperationNodeSource =>
  tx.sql
    .insertInto('qris_payment')
    .values({
      merchant_id: tx.merchant_id,
      id: payment.id,
      transaction_id: payment.transaction_id,
      type: 'dynamic',
      amount: payment.amount,
      status: 'issuing',
      partner_reference_no: payment.partner_reference_no,
      expires_at: payment.expires_at,
      created_at: payment.created_at,
      updated_at: payment.created_at,
    })
    .returning('id');

/** Both rows of a payment, locked, with what is needed to take the money. */
export interface LockedPayment {
  id: string;
  transaction_id: string;
  partner_reference_no: string;
  status: TransactionStatus;
  amount: Rupiah;
  qr_content: string | null;
  expires_at: string;
  provider_reference: string | null;
  rrn: string | null;
  last_event_seq: number;
  payment_link_id: string | null;
  brand_name: string;
  city: string;
  mcc: string;
  nmid: string;
  qris_criteria: string;
  /** The category that the payment is priced as. */
  fee_class: FeeClass;
  /** Rules that can apply to the merchant, of every date. */
  fee_rules: DatedFeeRule[];
  account_ids: AccountIds;
  /** Whether the X-EXTERNAL-ID that was handed in is new today. */
  is_new_message: boolean;
}

/** A message that uses up its X-EXTERNAL-ID. */
export interface IncomingId {
  partner: string;
  business_day: string;
  external_id: string;
}

/**
 * Locks a payment, found by the code's id or by the reference that the bank was given, and in the same round trip uses
 * up the X-EXTERNAL-ID of the message that asks for it. undefined when the merchant has no such payment.
 */
export async function lockPayment(
  tx: MerchantTx,
  key: { id: string } | { partner_reference_no: string },
  incoming: IncomingId | null = null,
): Promise<LockedPayment | undefined> {
  const { merchant_id } = tx;
  const [column, value] = 'id' in key ? ['id', key.id] : ['partner_reference_no', key.partner_reference_no];
  const used =
    incoming === null
      ? sql`select 1 as used`
      : sql`insert into app.rail_external_id (merchant_id, partner, business_day, external_id)
          values (${merchant_id}, ${incoming.partner}, ${incoming.business_day}, ${incoming.external_id})
          on conflict do nothing returning 1 as used`;
  const { rows } = await sql<LockedPayment>`
    with message as (${used})
    select q.id, q.transaction_id, q.partner_reference_no, t.status, q.amount, q.qr_content, q.expires_at,
      t.provider_reference, t.rrn, t.last_event_seq, t.payment_link_id, m.brand_name, m.city, m.mcc, m.nmid, m.qris_criteria,
      ${fee_class} as fee_class,
      ${feeRulesOf(merchant_id, 'qris')} as fee_rules, ${accountIdsOf(merchant_id)} as account_ids,
      exists (select from message) as is_new_message
    from app.qris_payment q
    join app.transaction t on t.merchant_id = ${merchant_id} and t.id = q.transaction_id
    join app.merchant m on m.merchant_id = ${merchant_id}
    where q.merchant_id = ${merchant_id} and q.${sql.ref(column)} = ${value}
    for update of q, t`.execute(tx.sql);
  return rows[0];
}

export const qrisPaymentMove = (
  tx: MerchantTx,
  id: string,
  from: QrisStatus,
  change: { status: QrisStatus; updated_at: Date; qr_content?: string; nmid?: string; paid_at?: Date },
): OperationNodeSource =>
  tx.sql
    .updateTable('qris_payment')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', from)
    .returning('id');

const readRows = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('qris_payment as q')
    .innerJoin('transaction as t', (join) =>
      join.onRef('t.id', '=', 'q.transaction_id').on('t.merchant_id', '=', tx.merchant_id),
    )
    .where('q.merchant_id', '=', tx.merchant_id)
    .select((eb) => [
      ...(['q.id', 'q.transaction_id', 'q.amount', 'q.qr_content', 'q.nmid', 'q.expires_at', 'q.paid_at'] as const),
      ...(['q.created_at', 't.merchant_reference', 't.description', 't.issuer', 't.rrn'] as const),
      eb.ref('q.type').$castTo<'dynamic'>().as('type'),
      eb.ref('q.status').$castTo<QrisStatus>().as('status'),
    ]);

export const findQrisPayment = (tx: MerchantTx, id: string): Promise<QrisPayment | undefined> =>
  readRows(tx).where('q.id', '=', id).executeTakeFirst();

/** Newest first, from a place on; one row more than asked for when there is a next page. */
export function listQrisPaymentRows(
  tx: MerchantTx,
  after: { created_at: string; id: string } | null,
  limit: number,
): Promise<QrisPayment[]> {
  let rows = readRows(tx);
  if (after !== null) rows = rows.where(sql<boolean>`(q.created_at, q.id) < (${after.created_at}, ${after.id})`);
  return rows
    .orderBy('q.created_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const findMerchantStatus = (tx: MerchantTx) =>
  tx.sql.selectFrom('merchant').select('status').where('merchant_id', '=', tx.merchant_id).executeTakeFirst();

export interface DueCode {
  merchant_id: string;
  id: string;
}

/** Waiting codes of every merchant whose time was over at `at`, longest overdue first. */
export const listOverdue = (tx: PlatformTx, at: Date, limit: number): Promise<DueCode[]> =>
  waiting(tx)
    .where('t.status', 'in', ['created', 'pending'])
    .where('t.expires_at', '<=', at.toISOString())
    .orderBy('t.expires_at')
    .limit(limit)
    .execute();

/** Codes of every merchant that were asked for before `asked_before` and are not issued, with time left at `at`. */
export const listUnissued = (tx: PlatformTx, at: Date, asked_before: Date, limit: number): Promise<DueCode[]> =>
  waiting(tx)
    .where('t.status', '=', 'created')
    .where('t.created_at', '<', asked_before.toISOString())
    .where('t.expires_at', '>', at.toISOString())
    .orderBy('t.expires_at')
    .limit(limit)
    .execute();

const waiting = (tx: PlatformTx) =>
  tx.sql
    .selectFrom('transaction as t')
    .innerJoin('qris_payment as q', (join) =>
      join.onRef('q.merchant_id', '=', 't.merchant_id').onRef('q.transaction_id', '=', 't.id'),
    )
    .select(['q.merchant_id', 'q.id'])
    .where('t.method', '=', 'qris');
