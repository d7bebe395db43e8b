/** SQL that records paid callbacks of several merchants: one locking read and one write per batch. */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import type { FeeClass } from '@dasbor/contract/fee-rule';
import type { QrisTip } from '@dasbor/contract/qris-tip';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { IntakeTx } from '../db/tx.ts';
import type { AccountIds } from '../ledger/payment.ts';
import type { DatedFeeRule } from '../transaction/rules.ts';

export interface IntakeKey {
  merchant_id: string;
  partner_reference_no: string;
}

/** A locked payment with what its price and its notification need. */
export interface IntakePayment extends IntakeKey, QrisTip {
  id: string;
  transaction_id: string;
  status: TransactionStatus;
  amount: Rupiah;
  expires_at: string;
  created_at: string;
  provider_reference: string | null;
  rrn: string | null;
  last_event_seq: number;
  payment_link_id: string | null;
  bank_credential_id: string | null;
  merchant_reference: string | null;
  customer_name: string | null;
  description: string | null;
  fee_class: FeeClass;
}

/** A fee rule of QRIS, of any date: a standard one (`merchant_id` null) or one of a merchant. */
export type MerchantFeeRule = DatedFeeRule & { merchant_id: string | null };

export interface LockedIntake {
  payments: IntakePayment[];
  fee_rules: MerchantFeeRule[];
}

/**
 * Locks the payments of dynamic codes and reads the fee rules of their merchants, in one round trip. Rows that another
 * transaction holds are left out, so a batch never waits.
 */
export async function lockIntakePayments(tx: IntakeTx, keys: readonly IntakeKey[]): Promise<LockedIntake> {
  const merchant_ids = keys.map(({ merchant_id }) => merchant_id);
  const references = keys.map(({ partner_reference_no }) => partner_reference_no);
  const columns = sql`id, method, channel_code, criteria, amount_from, amount_to, rate_bps, flat_amount, fee_min, fee_max,
    vat_rate_bps, vat_base_numerator, vat_base_denominator, effective_from, effective_to, version`;
  const { rows } = await sql<LockedIntake>`
    with locked as materialized (
      select q.merchant_id, q.partner_reference_no, q.id, q.transaction_id, t.status, q.amount, q.expires_at,
        t.created_at, q.tip_mode, q.tip_value, t.provider_reference, t.rrn, t.last_event_seq, t.payment_link_id,
        q.bank_credential_id,
        t.merchant_reference, t.customer_name, t.description, coalesce(m.fee_class, m.qris_criteria) as fee_class
      from unnest(${merchant_ids}::text[], ${references}::text[]) i (merchant_id, partner_reference_no)
      join app.qris_payment q on q.merchant_id = i.merchant_id and q.partner_reference_no = i.partner_reference_no
      join app.transaction t on t.merchant_id = q.merchant_id and t.id = q.transaction_id
      join app.merchant m on m.merchant_id = q.merchant_id
      where q.type = 'dynamic'
      for no key update of q, t skip locked),
    rules as (
      select null as merchant_id, ${columns}, false as is_own from app.fee_rule where method = 'qris'
      union all
      select merchant_id, ${columns}, true from app.merchant_fee_rule
      where merchant_id = any (${merchant_ids}::text[]) and method = 'qris')
    select (select coalesce(json_agg(l), '[]') from locked l) as payments,
      (select coalesce(json_agg(r), '[]') from rules r) as fee_rules`.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('A statement without FROM answers one row');
  return row;
}

/** Ledger account ids by type, of each merchant. */
export async function listAccountIds(tx: IntakeTx, merchant_ids: readonly string[]): Promise<Map<string, AccountIds>> {
  const { rows } = await sql<{ merchant_id: string; account_ids: AccountIds }>`
    select a.merchant_id, jsonb_object_agg(a.type, a.id) as account_ids from app.ledger_account a
    where a.merchant_id = any (${merchant_ids}::text[]) and a.currency = 'IDR' group by a.merchant_id`.execute(tx.sql);
  return new Map(rows.map((row) => [row.merchant_id, row.account_ids]));
}

/** Everything that one paid callback writes; instants as ISO-8601. */
export interface IntakeRow {
  merchant_id: string;
  transaction_id: string;
  code_id: string;
  from_status: TransactionStatus;
  seq: number;
  amount: Rupiah;
  tip_amount: Rupiah;
  fee_rule_id: string;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
  net_amount: Rupiah;
  issuer: string | null;
  issuer_code: string | null;
  payer_name: string | null;
  approval_code: string | null;
  rrn: string | null;
  provider_reference: string | null;
  paid_at: string;
  reason: string;
  hour: string;
  mark_id: string;
  journal_id: string;
  template_data: Record<string, unknown>;
  log_id: string;
  log_at: string;
  business_day: string;
  external_id: string;
  response_code: string;
  latency_ms: number;
  request: unknown;
  response: unknown;
}

export interface IntakeTransfer {
  merchant_id: string;
  id: string;
  journal_id: string;
  debit_account: string;
  credit_account: string;
  amount: Rupiah;
  kind: string;
  reference_id: string;
}

/**
 * Records paid callbacks: the payment and its code, the timeline, the ledger, the notification email and the provider log,
 * in one statement. Throws when a payment is no longer in its status or an X-EXTERNAL-ID was used before; nothing is
 * written then.
 */
export async function insertIntake(
  tx: IntakeTx,
  rows: readonly IntakeRow[],
  transfers: readonly IntakeTransfer[],
  { now, action, partner, endpoint }: { now: Date; action: number; partner: string; endpoint: string },
): Promise<void> {
  const { rows: counts } = await sql<{ payments: number; codes: number }>`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as i (merchant_id text, transaction_id text,
        code_id text, from_status text, seq int, amount bigint, tip_amount bigint, fee_rule_id text, fee_amount bigint,
        fee_vat_amount bigint, net_amount bigint, issuer text, issuer_code text, payer_name text, approval_code text,
        rrn text, provider_reference text, paid_at timestamptz, reason text, hour timestamptz, mark_id text,
        journal_id text, template_data jsonb, log_id text, log_at timestamptz, business_day date, external_id text,
        response_code text, latency_ms int, request jsonb, response jsonb)),
    moment as (select ${now.toISOString()}::timestamptz as at),
    payments as (
      update app.transaction t set status = 'success', last_event_seq = i.seq, updated_at = m.at, amount = i.amount,
        tip_amount = i.tip_amount, fee_rule_id = i.fee_rule_id, fee_amount = i.fee_amount,
        fee_vat_amount = i.fee_vat_amount, net_amount = i.net_amount, settlement_status = 'unsettled',
        journal_id = i.journal_id, issuer = i.issuer, issuer_code = i.issuer_code, payer_name = i.payer_name,
        approval_code = i.approval_code, rrn = i.rrn, provider_reference = i.provider_reference, paid_at = i.paid_at
      from input i, moment m
      where t.merchant_id = i.merchant_id and t.id = i.transaction_id and t.status = i.from_status
      returning t.id),
    codes as (
      update app.qris_payment q set status = 'paid', paid_at = i.paid_at, updated_at = m.at from input i, moment m
      where q.merchant_id = i.merchant_id and q.id = i.code_id and q.status = 'active' returning q.id),
    events as (
      insert into app.transaction_event as x (merchant_id, transaction_id, seq, at, from_status, to_status, actor_type,
        actor_name, reason)
      select i.merchant_id, i.transaction_id, i.seq, m.at, i.from_status, 'success', 'provider', 'Bank', i.reason
      from input i, moment m returning x.seq),
    marks as (
      insert into app.transaction_mark as x (merchant_id, hour, id)
      select i.merchant_id, i.hour, i.mark_id from input i returning x.id),
    transfers as (
      insert into app.transfer as x (merchant_id, id, journal_id, debit_account, credit_account, amount, kind, reference_type,
        reference_id, posted_at)
      select r.merchant_id, r.id, r.journal_id, r.debit_account, r.credit_account, r.amount, r.kind, 'transaction',
        r.reference_id, m.at
      from json_to_recordset(${JSON.stringify(transfers)}::json) as r (merchant_id text, id text, journal_id text,
        debit_account text, credit_account text, amount bigint, kind text, reference_id text), moment m returning x.id),
    journals as (
      insert into app.unfolded_journal as x (merchant_id, journal_id, posted_at)
      select i.merchant_id, i.journal_id, m.at from input i, moment m returning x.journal_id),
    notifications as (
      insert into app.notification_email_outbox as x (merchant_id, event_id, action, object_type, object_id, template_data, at)
      select i.merchant_id, i.transaction_id || '.' || i.seq, ${action}::int, 'transaction', i.transaction_id, i.template_data,
        m.at
      from input i, moment m returning x.event_id),
    messages as (
      insert into app.rail_external_id as x (merchant_id, partner, business_day, external_id)
      select i.merchant_id, ${partner}::text, i.business_day, i.external_id from input i returning x.external_id),
    logged as (
      insert into app.rail_log as x (merchant_id, id, at, direction, partner, endpoint, external_id, business_day, object_type,
        object_id, http_status, response_code, latency_ms, request, response)
      select i.merchant_id, i.log_id, i.log_at, 'in', ${partner}::text, ${endpoint}::text, i.external_id, i.business_day,
        'qris_payment', i.code_id, 200, i.response_code, i.latency_ms, i.request, i.response
      from input i returning x.id)
    select (select count(*)::int from payments) as payments, (select count(*)::int from codes) as codes`.execute(
    tx.sql,
  );
  const [count] = counts;
  if (count?.payments !== rows.length || count.codes !== rows.length) {
    throw new Error('A payment of the batch changed its status meanwhile');
  }
}
