/** SQL of virtual accounts. A number and its pending payment are locked and transitioned together. */
import { type OperationNodeSource, sql } from 'kysely';
import type { VaBank } from '@dasbor/contract/bank';
import type { Rupiah } from '@dasbor/contract/money';
import type { SnapResponseKind } from '@dasbor/contract/snap';
import type { VaAmountType, VaMatch, VaStatus, VaType } from '@dasbor/contract/virtual-account-fields';
import type { VaOtherTerms } from '../db/column-types.ts';
import { ACTIVITY_COLUMNS } from '../db/merchant-activity.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type ExternalId, insertExternalId } from '../rails/queries.ts';
import type { Actor, LockedTransaction } from '../transaction/write-queries.ts';

export interface NewVirtualAccount {
  id: string;
  bank: VaBank;
  va_number: string;
  trx_id: string;
  holder_name: string;
  type: VaType;
  amount_type: VaAmountType;
  expected_amount: Rupiah | null;
  amount_min: Rupiah | null;
  amount_max: Rupiah | null;
  source: 'dashboard' | 'api' | 'payment_link';
  merchant_reference: string | null;
  description: string | null;
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  transaction_id: string | null;
  payment_link_id: string | null;
  bank_credential_id: string | null;
  /** As JSON text. */
  metadata: string | null;
  expires_at: Date | null;
  created_at: Date;
}

/** Constraints that are reported as errors. */
export const NUMBER_CONSTRAINT = 'virtual_account_number_open';
export const REFERENCE_CONSTRAINT = 'virtual_account_reference_once';

export const buildVaInsert = (tx: MerchantTx, va: NewVirtualAccount): OperationNodeSource =>
  tx.sql
    .insertInto('virtual_account')
    .values({
      merchant_id: tx.merchant_id,
      ...va,
      status: 'pending',
      last_event_seq: 1,
      updated_at: va.created_at,
    })
    .returning('id');

export interface NewVaEvent extends Actor {
  seq: number;
  at: Date;
  from_status: VaStatus | null;
  to_status: VaStatus;
  reason: string | null;
}

export const buildVaEventsInsert = (
  tx: MerchantTx,
  virtual_account_id: string,
  events: NewVaEvent[],
): OperationNodeSource =>
  tx.sql
    .insertInto('virtual_account_event')
    .values(events.map((event) => ({ merchant_id: tx.merchant_id, virtual_account_id, ...event })))
    .returning('seq');

/** Columns that a transition updates in addition to the status. */
export interface VaChange {
  paid_amount?: Rupiah;
  payments_count?: number;
  mismatches_count?: number;
  last_paid_at?: Date;
  expected_amount?: Rupiah;
  amount_min?: Rupiah;
  amount_max?: Rupiah;
  expires_at?: Date | null;
  /** As JSON text. */
  other_terms?: string;
}

/** Stores amounts of a locked number that may hold besides the current ones. */
export async function updateVaOtherTerms(tx: MerchantTx, id: string, other_terms: VaOtherTerms): Promise<void> {
  await tx.sql
    .updateTable('virtual_account')
    .set({ other_terms: JSON.stringify(other_terms) })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
}

export interface NewVaPayment {
  id: string;
  virtual_account_id: string;
  payment_request_id: string;
  amount: Rupiah;
  paid_at: Date;
  received_at: Date;
  match: VaMatch;
  response: SnapResponseKind;
  detail: string | null;
  sender_name: string | null;
  sender_bank: string | null;
  reference_no: string | null;
  transaction_id: string | null;
}

export const buildVaPaymentInsert = (tx: MerchantTx, payment: NewVaPayment): OperationNodeSource =>
  tx.sql
    .insertInto('va_payment')
    .values({ merchant_id: tx.merchant_id, ...payment })
    .returning('id');

export async function insertVaInquiry(
  tx: MerchantTx,
  inquiry: {
    id: string;
    virtual_account_id: string;
    inquiry_request_id: string;
    at: Date;
    channel: string | null;
    response_code: string;
    response_description: string;
  },
): Promise<void> {
  await tx.sql
    .insertInto('va_inquiry')
    .values({ merchant_id: tx.merchant_id, ...inquiry })
    .execute();
}

/** A locked number. */
export interface LockedVa {
  id: string;
  bank: VaBank;
  va_number: string;
  trx_id: string;
  holder_name: string;
  type: VaType;
  amount_type: VaAmountType;
  expected_amount: Rupiah | null;
  amount_min: Rupiah | null;
  amount_max: Rupiah | null;
  status: VaStatus;
  source: 'dashboard' | 'api' | 'payment_link';
  merchant_reference: string | null;
  description: string | null;
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  metadata: Record<string, unknown> | null;
  transaction_id: string | null;
  payment_link_id: string | null;
  paid_amount: Rupiah;
  payments_count: number;
  mismatches_count: number;
  expires_at: string | null;
  other_terms: VaOtherTerms;
  last_event_seq: number;
  /** Bank credential that the number was issued under; null: that of the provider. */
  bank_credential_id: string | null;
  /** Whether the X-EXTERNAL-ID of the callback is new today. */
  is_new_message: boolean;
}

/** By id, or by number and the trxId that the bank repeats. */
export type VaKey = { id: string } | { va_number: string; trx_id: string | null };

/**
 * Consumes the X-EXTERNAL-ID of a callback, then locks a number. A number can be issued several times
 * in succession: the one with the trxId is locked, or else the open one, or else the newest. undefined when the merchant
 * has none.
 */
export async function lockVa(
  tx: MerchantTx,
  key: VaKey,
  incoming: ExternalId | null = null,
): Promise<LockedVa | undefined> {
  const { merchant_id } = tx;
  const is_new_message = incoming === null || (await insertExternalId(tx, incoming));
  const condition =
    'id' in key
      ? sql`v.id = ${key.id}`
      : sql`v.va_number = ${key.va_number}
          order by v.trx_id = ${key.trx_id ?? ''} desc, v.status in ('pending', 'active') desc,
            v.status <> 'failed' desc, v.created_at desc, v.id desc limit 1`;
  const { rows } = await sql<Omit<LockedVa, 'is_new_message'>>`
    select v.id, v.bank, v.va_number, v.trx_id, v.holder_name, v.type, v.amount_type, v.expected_amount, v.amount_min,
      v.amount_max, v.status, v.source, v.merchant_reference, v.description, v.customer_name, v.customer_email,
      v.customer_phone, v.metadata, v.transaction_id, v.payment_link_id, v.paid_amount, v.payments_count,
      v.mismatches_count, v.expires_at, v.last_event_seq, v.bank_credential_id, v.other_terms
    from app.virtual_account v
    where v.merchant_id = ${merchant_id} and ${condition}
    for no key update of v`.execute(tx.sql);
  return rows[0] && { ...rows[0], is_new_message };
}

/** Locks the pending payment of a locked number; null without one. */
export async function lockVaTransaction(
  tx: MerchantTx,
  { transaction_id }: Pick<LockedVa, 'transaction_id'>,
): Promise<LockedTransaction | null> {
  if (transaction_id === null) return null;
  const { rows } = await sql<LockedTransaction>`
    select t.id as transaction_id, t.status, t.last_event_seq, t.payment_link_id
    from app.transaction t where t.merchant_id = ${tx.merchant_id} and t.id = ${transaction_id}
    for no key update of t`.execute(tx.sql);
  return rows[0] ?? null;
}

/** A payment that was recorded before; undefined when it is new. */
export const findVaPayment = (tx: MerchantTx, payment_request_id: string) =>
  tx.sql
    .selectFrom('va_payment')
    .where('merchant_id', '=', tx.merchant_id)
    .where('payment_request_id', '=', payment_request_id)
    .select(['virtual_account_id', 'amount', 'transaction_id', 'detail', 'response'])
    .executeTakeFirst();

/** Updates the amount or expiry of a pending payment. Its fee is not calculated yet: net equals gross. */
export const buildPendingPaymentUpdate = (
  tx: MerchantTx,
  { transaction_id, status }: LockedTransaction,
  change: { amount?: Rupiah; net_amount?: Rupiah; expires_at?: Date | null; last_event_seq: number; updated_at: Date },
): OperationNodeSource =>
  tx.sql
    .updateTable('transaction')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', transaction_id)
    .where('status', '=', status)
    .returning('id');

/** Money operations that the merchant is allowed, and its five digits within numbers. */
export const findMerchantOfVa = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select([...ACTIVITY_COLUMNS, 'va_part'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();

/** The numbers that were issued before, and whether they are open. */
export const listIssuedNumbers = (tx: MerchantTx, va_numbers: string[]) =>
  tx.sql
    .selectFrom('virtual_account')
    .where('merchant_id', '=', tx.merchant_id)
    .where('va_number', 'in', va_numbers)
    .select((eb) => ['va_number', eb('status', 'in', ['pending', 'active']).as('is_open')])
    .execute();

/** Name of the merchant that customers see. */
export const findMerchantBrand = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('merchant')
    .select(['brand_name', 'brand_color', 'logo_url'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();
