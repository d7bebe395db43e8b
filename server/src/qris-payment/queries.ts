/** SQL of QRIS codes and payments. A code and its payment are locked and transitioned together. */
import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import { type OperationNodeSource, sql } from 'kysely';
import type { FeeClass } from '@dasbor/contract/fee-rule';
import type { Language } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import type { QrisPayment, QrisType } from '@dasbor/contract/qris-payment';
import type { QrisTip } from '@dasbor/contract/qris-tip';
import type { Transaction, TransactionStatus } from '@dasbor/contract/transaction';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { notFound } from '../http/problem.ts';
import type { AccountIds } from '../ledger/payment.ts';
import { type ExternalId, insertExternalId } from '../rails/queries.ts';
import { buildAccountIdsJson, fee_class, buildFeeRulesJson } from '../transaction/fee-queries.ts';
import type { DatedFeeRule } from '../transaction/rules.ts';
import { buildRefundTerms } from './refund-rules.ts';

export interface NewQrisPayment extends QrisTip {
  id: string;
  transaction_id: string;
  partner_reference_no: string;
  amount: Rupiah;
  store: string | null;
  terminal: string | null;
  bank_credential_id: string | null;
  created_at: Date;
  expires_at: Date;
}

export const buildQrisPaymentInsert = (tx: MerchantTx, payment: NewQrisPayment): OperationNodeSource =>
  tx.sql
    .insertInto('qris_payment')
    .values({
      merchant_id: tx.merchant_id,
      type: 'dynamic',
      status: 'issuing',
      updated_at: payment.created_at,
      ...payment,
    })
    .returning('id');

/** A code with the merchant's data that the bank needs. */
export interface MerchantCode extends QrisTip {
  id: string;
  partner_reference_no: string;
  store: string | null;
  terminal: string | null;
  qr_content: string | null;
  provider_reference: string | null;
  /** Bank credential that the code was issued under; null: that of the provider. */
  bank_credential_id: string | null;
  brand_name: string;
  city: string;
  mcc: string;
  nmid: string;
  qris_criteria: string;
  /** Fee category: the merchant's class, or else its size. */
  fee_class: FeeClass;
  /** Fee rules that can apply to the merchant, of every date. */
  fee_rules: DatedFeeRule[];
  account_ids: AccountIds;
  /** Whether the X-EXTERNAL-ID of the callback is new today. */
  is_new_message: boolean;
}

/** A locked code and payment, with the data needed to record the payment. */
export interface LockedPayment extends MerchantCode {
  transaction_id: string;
  status: TransactionStatus;
  /** Amount requested, without the tip. */
  amount: Rupiah;
  source: Transaction['source'];
  expires_at: string;
  rrn: string | null;
  last_event_seq: number;
  payment_link_id: string | null;
  metadata: Record<string, unknown> | null;
}

/**
 * Consumes the X-EXTERNAL-ID of a callback, then locks the payment by the id of its code or by its partner reference.
 * undefined when the merchant has no such payment.
 */
export async function lockPayment(
  tx: MerchantTx,
  key: { id: string } | { partner_reference_no: string },
  incoming: ExternalId | null = null,
): Promise<LockedPayment | undefined> {
  const { merchant_id } = tx;
  const [column, value] = 'id' in key ? ['id', key.id] : ['partner_reference_no', key.partner_reference_no];
  const is_new_message = incoming === null || (await insertExternalId(tx, incoming));
  const { rows } = await sql<Omit<LockedPayment, 'is_new_message'>>`
    select q.id, q.transaction_id, q.partner_reference_no, t.status, q.amount, q.qr_content, q.expires_at,
      q.tip_mode, q.tip_value, q.store, q.terminal, q.bank_credential_id, t.source,
      t.provider_reference, t.rrn, t.last_event_seq, t.payment_link_id, t.metadata, ${buildMerchantColumns(merchant_id)}
    from app.qris_payment q
    join app.transaction t on t.merchant_id = ${merchant_id} and t.id = q.transaction_id
    join app.merchant m on m.merchant_id = ${merchant_id}
    where q.merchant_id = ${merchant_id} and q.${sql.ref(column)} = ${value}
    for no key update of q, t`.execute(tx.sql);
  return rows[0] && { ...rows[0], is_new_message };
}

/** Merchant columns of a MerchantCode; expects the merchant as `m`. */
export const buildMerchantColumns = (merchant_id: string) => sql`m.brand_name, m.city, m.mcc, m.nmid, m.qris_criteria,
  ${fee_class} as fee_class, ${buildFeeRulesJson(merchant_id, 'qris')} as fee_rules,
  ${buildAccountIdsJson(merchant_id)} as account_ids`;

/** Type of a code; undefined when the merchant has no such code. */
export async function findQrisType(tx: MerchantTx, id: string): Promise<QrisType | undefined> {
  const row = await tx.sql
    .selectFrom('qris_payment')
    .select('type')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.type;
}

/** The dynamic code whose payment has a reference of the merchant. */
export async function findDynamicCode(tx: MerchantTx, merchant_reference: string): Promise<{ id: string } | undefined> {
  const row = await tx.sql
    .selectFrom('transaction')
    .select('qris_payment_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('merchant_reference', '=', merchant_reference)
    .executeTakeFirst();
  const id = row?.qris_payment_id ?? null;
  return id === null ? undefined : { id };
}

/** Whether the payment of a dynamic code was refunded in full. */
export async function isFullyRefunded(tx: MerchantTx, id: string): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('transaction')
    .select('refund_status')
    .where('merchant_id', '=', tx.merchant_id)
    .where('qris_payment_id', '=', id)
    .executeTakeFirst();
  return row?.refund_status === 'full';
}

/** The national merchant ID of the merchant. */
export async function findOwnNmid(tx: MerchantTx): Promise<string | null> {
  const row = await tx.sql
    .selectFrom('merchant')
    .select('nmid')
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirst();
  return row?.nmid ?? null;
}

/** A code for the API, with its payment when it is dynamic, and the refund terms of its issuer. Throws 404. */
export async function getQrisCode(tx: MerchantTx, id: string, language: Language): Promise<QrisPayment> {
  const code = await findQrisCode(tx, id);
  if (code === undefined) throw notFound();
  return { ...code, refund: code.paid_at === null ? null : buildRefundTerms(code, language) };
}

const findQrisCode = (tx: MerchantTx, id: string): Promise<Omit<QrisPayment, 'refund'> | undefined> =>
  tx.sql
    .selectFrom('qris_payment as q')
    .leftJoin('transaction as t', (join) =>
      join.onRef('t.id', '=', 'q.transaction_id').on('t.merchant_id', '=', tx.merchant_id),
    )
    .where('q.merchant_id', '=', tx.merchant_id)
    .where('q.id', '=', id)
    .select((eb) => [
      ...(['q.id', 'q.transaction_id', 'q.name', 'q.store', 'q.terminal', 'q.amount', 'q.tip_value'] as const),
      ...(['q.qr_content', 'q.nmid', 'q.expires_at', 'q.paid_at', 'q.created_at'] as const),
      ...(['t.merchant_reference', 't.description', 't.issuer', 't.issuer_code', 't.payer_name'] as const),
      ...(['t.approval_code', 't.rrn'] as const),
      eb.case().when('q.paid_at', 'is not', null).then(eb.ref('t.amount')).end().as('paid_amount'),
      eb.fn.coalesce('t.tip_amount', sql<number>`0`).as('tip_amount'),
      'q.type',
      'q.tip_mode',
      'q.status',
    ])
    .executeTakeFirst();

/** Content of the printed sheet; undefined when the merchant has no such code. */
export const findPrintedCode = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('qris_payment as q')
    .innerJoin('merchant as m', (join) => join.on('m.merchant_id', '=', tx.merchant_id))
    .leftJoin('transaction as t', (join) =>
      join.onRef('t.id', '=', 'q.transaction_id').on('t.merchant_id', '=', tx.merchant_id),
    )
    .where('q.merchant_id', '=', tx.merchant_id)
    .where('q.id', '=', id)
    .select((eb) => [
      ...(['q.qr_content', 'q.name', 'q.store', 'q.terminal', 'q.amount', 'q.tip_value', 'q.expires_at'] as const),
      ...(['m.brand_name', 't.merchant_reference'] as const),
      eb.fn.coalesce('q.nmid', 'm.nmid').as('nmid'),
      'q.tip_mode',
    ])
    .executeTakeFirst();

/** The payment with this reference of the bank. */
export const findByProviderReference = (tx: MerchantTx, provider_reference: string) =>
  tx.sql
    .selectFrom('transaction')
    .select(['id', 'rrn'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('provider', '=', BANK_PARTNER_ID)
    .where('provider_reference', '=', provider_reference)
    .executeTakeFirst();

/** Clears the reference of the bank on a payment that ended unpaid. */
export async function releaseProviderReference(tx: MerchantTx, transaction_id: string): Promise<void> {
  await tx.sql
    .updateTable('transaction')
    .set({ provider_reference: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', transaction_id)
    .execute();
}

export interface DueCode {
  merchant_id: string;
  id: string;
}

/** Pending codes of all merchants that were due at `at`, longest overdue first. */
export const listOverdue = (tx: PlatformTx, at: Date, limit: number): Promise<DueCode[]> =>
  buildWaitingQuery(tx)
    .where('t.status', 'in', ['created', 'pending'])
    .where('t.expires_at', '<=', at.toISOString())
    .orderBy('t.expires_at')
    .limit(limit)
    .execute();

/** Codes of all merchants that were created before `created_before`, are not issued and had not expired at `at`. */
export const listUnissued = (tx: PlatformTx, at: Date, created_before: Date, limit: number): Promise<DueCode[]> =>
  buildWaitingQuery(tx)
    .where('t.status', '=', 'created')
    .where('t.created_at', '<', created_before.toISOString())
    .where('t.expires_at', '>', at.toISOString())
    .orderBy('t.expires_at')
    .limit(limit)
    .execute();

const buildWaitingQuery = (tx: PlatformTx) =>
  tx.sql
    .selectFrom('transaction as t')
    .innerJoin('qris_payment as q', (join) =>
      join.onRef('q.merchant_id', '=', 't.merchant_id').onRef('q.transaction_id', '=', 't.id'),
    )
    .select(['q.merchant_id', 'q.id'])
    .where('t.method', '=', 'qris');
