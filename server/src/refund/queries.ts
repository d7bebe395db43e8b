/** SQL of single refunds. The payment row is locked before its refunds are read, so no rupiah is refunded twice. */
import { type OperationNodeSource, sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import type { FeePart } from '@dasbor/contract/refund-fee';
import {
  OPEN_REFUND_STATUSES,
  type RefundMethod,
  type RefundReason,
  type RefundStatus,
} from '@dasbor/contract/refund-fields';
import { toBusinessDay } from '@dasbor/contract/time';
import { buildDayMark, insertDayMark } from '../db/day-roll-up-state.ts';
import { type Writes, buildStatusUpdate, executeTransition } from '../db/status-transition.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { AccountIds } from '../ledger/payment.ts';
import { buildAccountIdsJson, buildFeeRulesJson } from '../transaction/fee-queries.ts';
import type { DatedFeeRule } from '../transaction/rules.ts';
import type { LockedTransaction } from '../transaction/write-queries.ts';
import { type Requester, type DatedRefundRule, type PaymentForRefund, canTransitionRefund } from './rules.ts';

/** A payment with all data that a refund of it needs. */
export interface RefundablePayment extends PaymentForRefund, LockedTransaction, FeePart {
  merchant_reference: string | null;
  provider_reference: string | null;
  qr_reference: string | null;
  /** Bank credential that the code was issued under; null: that of the provider, or no code. */
  bank_credential_id: string | null;
  refund_rules: DatedRefundRule[];
  /** Fee rules of refunds by transfer, of every date. */
  fee_rules: DatedFeeRule[];
  account_ids: AccountIds;
  /** Completed refunds to the original payment method. */
  succeeded: { amount: Rupiah } & FeePart;
  /** The same including open refunds, with their expected fee reversals. */
  expected: { amount: Rupiah } & FeePart;
}

type PaymentRow = Omit<RefundablePayment, 'open_amount' | 'succeeded' | 'expected'>;
interface SumsRow {
  open_amount: Rupiah;
  succeeded_amount: Rupiah;
  succeeded_fee: Rupiah;
  succeeded_vat: Rupiah;
  expected_amount: Rupiah;
  expected_fee: Rupiah;
  expected_vat: Rupiah;
}

/** A payment without a lock, for the refund terms. */
export const findRefundable = (tx: MerchantTx, id: string): Promise<RefundablePayment | undefined> =>
  findRefundableWith(tx, id, sql``);

/** Locks a payment, then sums its refunds. undefined when the merchant has no such payment. */
export const lockRefundable = (tx: MerchantTx, id: string): Promise<RefundablePayment | undefined> =>
  findRefundableWith(tx, id, sql`for no key update of t`);

async function findRefundableWith(
  tx: MerchantTx,
  id: string,
  lock: ReturnType<typeof sql>,
): Promise<RefundablePayment | undefined> {
  const { merchant_id } = tx;
  const { rows } = await sql<PaymentRow>`
    select t.id as transaction_id, t.status, t.last_event_seq, t.payment_link_id, t.method, t.channel_code, t.issuer,
      t.amount, t.refunded_amount, t.paid_at, t.fee_amount, t.fee_vat_amount, t.merchant_reference,
      t.provider_reference,
      (select q.partner_reference_no from app.qris_payment q
        where q.merchant_id = ${merchant_id} and q.id = t.qris_payment_id) as qr_reference,
      (select q.bank_credential_id from app.qris_payment q
        where q.merchant_id = ${merchant_id} and q.id = t.qris_payment_id) as bank_credential_id,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select method, channel_code, issuer, rail, allows_partial, window_days, effective_from, effective_to
        from app.refund_rule) f) as refund_rules,
      ${buildFeeRulesJson(merchant_id, 'refund_transfer')} as fee_rules, ${buildAccountIdsJson(merchant_id)} as account_ids
    from app.transaction t
    where t.merchant_id = ${merchant_id} and t.id = ${id} ${lock}`.execute(tx.sql);
  const [payment] = rows;
  if (payment === undefined) return undefined;
  return { ...payment, ...(await getRefundSums(tx, id)) };
}

async function getRefundSums(
  tx: MerchantTx,
  transaction_id: string,
): Promise<Pick<RefundablePayment, 'open_amount' | 'succeeded' | 'expected'>> {
  const is_open = sql`r.status in (${sql.join(OPEN_REFUND_STATUSES)})`;
  const is_back = sql`r.method = 'original' and r.status = 'succeeded'`;
  const is_expected = sql`r.method = 'original' and r.status not in ('failed', 'rejected')`;
  const sum = (column: string, filter: ReturnType<typeof sql>) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${filter}), 0)::bigint`;
  const { rows } = await sql<SumsRow>`
    select ${sum('r.amount', is_open)} as open_amount,
      ${sum('r.amount', is_back)} as succeeded_amount,
      ${sum('r.fee_reversed_amount', is_back)} as succeeded_fee,
      ${sum('r.fee_vat_reversed_amount', is_back)} as succeeded_vat,
      ${sum('r.amount', is_expected)} as expected_amount,
      ${sum('r.fee_reversed_amount', is_expected)} as expected_fee,
      ${sum('r.fee_vat_reversed_amount', is_expected)} as expected_vat
    from app.refund r where r.merchant_id = ${tx.merchant_id} and r.transaction_id = ${transaction_id}`.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate without GROUP BY returns one row');
  const part = (amount: Rupiah, fee_amount: Rupiah, fee_vat_amount: Rupiah) => ({ amount, fee_amount, fee_vat_amount });
  return {
    open_amount: row.open_amount,
    succeeded: part(row.succeeded_amount, row.succeeded_fee, row.succeeded_vat),
    expected: part(row.expected_amount, row.expected_fee, row.expected_vat),
  };
}

/** Locks payments in id order, so that concurrent bulk requests cannot deadlock. */
export async function lockPayments(tx: MerchantTx, ids: readonly string[]): Promise<void> {
  await tx.sql
    .selectFrom('transaction')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export interface NewRefund extends FeePart, Requester {
  id: string;
  transaction_id: string;
  partner_reference_no: string;
  amount: Rupiah;
  reason: RefundReason;
  reason_text: string | null;
  note: string | null;
  method: RefundMethod;
  account_check_id: string | null;
  fee_rule_id: string | null;
  fee_reversed_amount: Rupiah;
  fee_vat_reversed_amount: Rupiah;
  covered_amount: Rupiah;
  fee_back_held_amount: Rupiah;
  fee_vat_back_held_amount: Rupiah;
  requested_by: string;
  created_at: Date;
}

export async function insertRefund(tx: MerchantTx, refund: NewRefund): Promise<void> {
  const { merchant_id } = tx;
  const state = { status: 'pending' as const, updated_at: refund.created_at };
  await tx.sql
    .insertInto('refund')
    .values({ merchant_id, ...state, ...refund })
    .execute();
  await insertDayMark(tx, 'refund', toBusinessDay(refund.created_at), refund.created_at);
}

/** A refund and its payment, locked in the order payment, refund. */
export interface LockedRefund extends FeePart, Requester {
  id: string;
  transaction_id: string;
  partner_reference_no: string;
  amount: Rupiah;
  reason: RefundReason;
  reason_text: string | null;
  method: RefundMethod;
  status: RefundStatus;
  sent_at: string | null;
  covered_amount: Rupiah;
  fee_back_held_amount: Rupiah;
  fee_vat_back_held_amount: Rupiah;
  account_check_id: string | null;
  bank_code: string | null;
  account_last4: string | null;
  account_no_sealed: string | null;
  verified_name: string | null;
  payment: RefundablePayment;
}

/** undefined when the merchant has no such refund. */
export async function lockRefund(tx: MerchantTx, id: string): Promise<LockedRefund | undefined> {
  const { merchant_id } = tx;
  const known = await tx.sql
    .selectFrom('refund')
    .select('transaction_id')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (known === undefined) return undefined;
  const payment = await lockRefundable(tx, known.transaction_id);
  const { rows } = await sql<Omit<LockedRefund, 'payment'>>`
    select r.id, r.transaction_id, r.partner_reference_no, r.amount, r.reason, r.reason_text, r.method, r.status,
      r.sent_at, r.fee_amount, r.fee_vat_amount, r.covered_amount, r.fee_back_held_amount, r.fee_vat_back_held_amount,
      r.requested_by_type, r.requested_by_id, r.requested_by_owner,
      r.account_check_id, c.bank_code, c.account_last4, c.account_no_sealed, c.verified_name
    from app.refund r
    left join app.account_check c on c.merchant_id = ${merchant_id} and c.id = r.account_check_id
    where r.merchant_id = ${merchant_id} and r.id = ${id}
    for no key update of r`.execute(tx.sql);
  const [refund] = rows;
  if (payment === undefined || refund === undefined) throw new Error(`Refund ${id} lost its payment`);
  return { ...refund, payment };
}

export interface RefundChange {
  decided_by_id?: string | null;
  decided_by?: string | null;
  decided_at?: Date;
  decision_note?: string | null;
  rejected_reason?: string;
  fee_reversed_amount?: Rupiah;
  fee_vat_reversed_amount?: Rupiah;
  provider_reference?: string | null;
  error_code?: string | null;
  error_message?: string | null;
  late_at?: Date;
  sent_at?: Date;
  last_checked_at?: Date;
  completed_at?: Date;
  returned_at?: Date;
}

interface RefundMove {
  id: string;
  from: RefundStatus;
  to: RefundStatus;
}
type RefundUpdate = RefundChange & { updated_at: Date };

function assertLegal({ from, to }: RefundMove): void {
  if (!canTransitionRefund(from, to)) throw new Error(`A refund cannot go from ${from} to ${to}`);
}

/** Builds the status update. It touches no row when the status is no longer `from`; throws on an illegal transition. */
export function buildRefundUpdate(tx: MerchantTx, move: RefundMove, change: RefundUpdate): OperationNodeSource {
  assertLegal(move);
  const { id, from, to } = move;
  return buildStatusUpdate(tx, { table: 'refund', id, from, change: { status: to, ...change } });
}

/** Transitions a locked refund. Fails if the status changed meanwhile; throws on an illegal transition. */
export async function transitionRefund(
  tx: MerchantTx,
  { change, more, ...move }: RefundMove & { change: RefundUpdate; more?: Writes },
): Promise<void> {
  assertLegal(move);
  const { id, from, to } = move;
  const mark = buildDayMark(tx, 'refund', id, change.updated_at);
  await executeTransition(tx, {
    table: 'refund',
    id,
    from,
    change: { status: to, ...change },
    more: { ...more, day_mark: mark },
  });
}

/** Ids of a payment's refunds with a status. */
export async function listRefundIds(tx: MerchantTx, transaction_id: string, status: RefundStatus): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('refund')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('transaction_id', '=', transaction_id)
    .where('status', '=', status)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Approved refunds, and processing ones to the original payment method, that were not looked at since `before`. */
export const listStaleRefunds = (tx: PlatformTx, before: Date, limit: number) =>
  tx.sql
    .selectFrom('refund')
    .select(['merchant_id', 'id'])
    .where('status', 'in', ['approved', 'processing'])
    .where((eb) => eb.or([eb('status', '=', 'approved'), eb('method', '=', 'original')]))
    .where((eb) => eb.or([eb('last_checked_at', 'is', null), eb('last_checked_at', '<', before.toISOString())]))
    .where('updated_at', '<', before.toISOString())
    .orderBy('last_checked_at')
    .limit(limit)
    .execute();
