/** All SQL on QRIS payments. A code and its payment are one thing in two rows: they are locked and moved together. */
import { type OperationNodeSource, sql } from 'kysely';
import type { FeeClass } from '@dasbor/contract/fee-rule';
import type { Rupiah } from '@dasbor/contract/money';
import type { QrisPayment, QrisStatus, QrisType } from '@dasbor/contract/qris-payment';
import type { QrisTip, TipMode } from '@dasbor/contract/qris-tip';
import type { Transaction, TransactionStatus } from '@dasbor/contract/transaction';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { AccountIds } from '../ledger/payment.ts';
import { BANK_PARTNER_ID } from '../rails/rail-message.ts';
import { buildAccountIdsJson, fee_class, buildFeeRulesJson } from '../transaction/fee-queries.ts';
import type { DatedFeeRule } from '../transaction/rules.ts';

export interface NewQrisPayment extends QrisTip {
  id: string;
  transaction_id: string;
  partner_reference_no: string;
  amount: Rupiah;
  store: string | null;
  terminal: string | null;
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

/** A code with what the bank needs to know of it and its merchant. */
export interface MerchantCode extends QrisTip {
  id: string;
  partner_reference_no: string;
  store: string | null;
  terminal: string | null;
  qr_content: string | null;
  provider_reference: string | null;
  brand_name: string;
  city: string;
  mcc: string;
  nmid: string;
  qris_criteria: string;
  /** Category that the fee goes by: the merchant's class, else its size. */
  fee_class: FeeClass;
  /** Rules that can apply to the merchant, of every date. */
  fee_rules: DatedFeeRule[];
  account_ids: AccountIds;
  /** Whether the X-EXTERNAL-ID that was handed in is new today. */
  is_new_message: boolean;
}

/** Both rows of a payment, locked, with what is needed to take the money. */
export interface LockedPayment extends MerchantCode {
  transaction_id: string;
  status: TransactionStatus;
  /** Asked for, without the tip. */
  amount: Rupiah;
  source: Transaction['source'];
  expires_at: string;
  rrn: string | null;
  last_event_seq: number;
  payment_link_id: string | null;
  metadata: Record<string, unknown> | null;
}

/** A message that uses up its X-EXTERNAL-ID. */
export interface ExternalId {
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
  incoming: ExternalId | null = null,
): Promise<LockedPayment | undefined> {
  const { merchant_id } = tx;
  const [column, value] = 'id' in key ? ['id', key.id] : ['partner_reference_no', key.partner_reference_no];
  const { rows } = await sql<LockedPayment>`
    with message as (${buildExternalIdInsert(tx, incoming)})
    select q.id, q.transaction_id, q.partner_reference_no, t.status, q.amount, q.qr_content, q.expires_at,
      q.tip_mode, q.tip_value, q.store, q.terminal, t.source,
      t.provider_reference, t.rrn, t.last_event_seq, t.payment_link_id, t.metadata, ${merchantColumns(merchant_id)}
    from app.qris_payment q
    join app.transaction t on t.merchant_id = ${merchant_id} and t.id = q.transaction_id
    join app.merchant m on m.merchant_id = ${merchant_id}
    where q.merchant_id = ${merchant_id} and q.${sql.ref(column)} = ${value}
    for update of q, t`.execute(tx.sql);
  return rows[0];
}

/** The columns of a CodeOfMerchant that are its merchant's; the merchant is `m`, the used-up message `message`. */
export const merchantColumns = (merchant_id: string) => sql`m.brand_name, m.city, m.mcc, m.nmid, m.qris_criteria,
  ${fee_class} as fee_class, ${buildFeeRulesJson(merchant_id, 'qris')} as fee_rules,
  ${buildAccountIdsJson(merchant_id)} as account_ids, exists (select from message) as is_new_message`;

/** Uses an X-EXTERNAL-ID up: one row when it was new, or when there is none to use. */
export const buildExternalIdInsert = ({ merchant_id }: MerchantTx, incoming: ExternalId | null) =>
  incoming === null
    ? sql`select 1 as used`
    : sql`insert into app.rail_external_id (merchant_id, partner, business_day, external_id)
        values (${merchant_id}, ${incoming.partner}, ${incoming.business_day}, ${incoming.external_id})
        on conflict do nothing returning 1 as used`;

export const buildQrisPaymentUpdate = (
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

/** Kind of a code; undefined when the merchant has no such code. */
export async function findQrisType(tx: MerchantTx, id: string): Promise<QrisType | undefined> {
  const row = await tx.sql
    .selectFrom('qris_payment')
    .select((eb) => eb.ref('type').$castTo<QrisType>().as('type'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.type;
}

/** A code as it is read, with how it was paid when it is dynamic; what its issuer can give back is not SQL's matter. */
export const findQrisCode = (tx: MerchantTx, id: string): Promise<Omit<QrisPayment, 'refund'> | undefined> =>
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
      eb.ref('q.type').$castTo<QrisType>().as('type'),
      eb.ref('q.tip_mode').$castTo<TipMode>().as('tip_mode'),
      eb.ref('q.status').$castTo<QrisStatus>().as('status'),
    ])
    .executeTakeFirst();

/** What is printed of a code; undefined when the merchant has no such code. */
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
      eb.ref('q.tip_mode').$castTo<TipMode>().as('tip_mode'),
    ])
    .executeTakeFirst();

/** Whether a payment stands under the bank's number already. */
export async function hasProviderReference(tx: MerchantTx, provider_reference: string): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('transaction')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('provider', '=', BANK_PARTNER_ID)
    .where('provider_reference', '=', provider_reference)
    .executeTakeFirst();
  return row !== undefined;
}

export const findMerchantStatus = (tx: MerchantTx) =>
  tx.sql.selectFrom('merchant').select('status').where('merchant_id', '=', tx.merchant_id).executeTakeFirst();

export interface DueCode {
  merchant_id: string;
  id: string;
}

/** Waiting codes of every merchant whose time was over at `at`, longest overdue first. */
export const listOverdue = (tx: PlatformTx, at: Date, limit: number): Promise<DueCode[]> =>
  selectWaiting(tx)
    .where('t.status', 'in', ['created', 'pending'])
    .where('t.expires_at', '<=', at.toISOString())
    .orderBy('t.expires_at')
    .limit(limit)
    .execute();

/** Codes of every merchant that were asked for before `asked_before` and are not issued, with time left at `at`. */
export const listUnissued = (tx: PlatformTx, at: Date, asked_before: Date, limit: number): Promise<DueCode[]> =>
  selectWaiting(tx)
    .where('t.status', '=', 'created')
    .where('t.created_at', '<', asked_before.toISOString())
    .where('t.expires_at', '>', at.toISOString())
    .orderBy('t.expires_at')
    .limit(limit)
    .execute();

const selectWaiting = (tx: PlatformTx) =>
  tx.sql
    .selectFrom('transaction as t')
    .innerJoin('qris_payment as q', (join) =>
      join.onRef('q.merchant_id', '=', 't.merchant_id').onRef('q.transaction_id', '=', 't.id'),
    )
    .select(['q.merchant_id', 'q.id'])
    .where('t.method', '=', 'qris');
