/**
 * SQL of the rows of reports, as CSV cells (db/csv-cells.ts). Reports are based on posting time rather than payment time
 * (decision 0012), so that an entry is in exactly one report even when the bank reports it a day late.
 */
import { balanceEntry } from '@dasbor/contract/balance';
import { deposit } from '@dasbor/contract/deposit-va';
import { rupiah } from '@dasbor/contract/money';
import { refund } from '@dasbor/contract/refund-fields';
import { settlementLine } from '@dasbor/contract/settlement-fields';
import { instant } from '@dasbor/contract/time';
import { transaction } from '@dasbor/contract/transaction';
import { type Compilable, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type Account, buildHourlyNetsQuery, buildSidesQuery, buildPeriodCondition } from '../balance/queries.ts';
import { buildFeeRulesTable } from '../transaction/fee-queries.ts';
import {
  type Column,
  type Reader,
  type TimeRange,
  buildAccountQuery,
  buildCells,
  buildFields,
  buildPostedQuery,
  toCompilable,
} from './row-builder-queries.ts';

const text = z.string();
const MOVEMENT = z.enum(['paid_out', 'returned']);

const PAYMENT_FIELDS = [
  'created_at',
  'paid_at',
  'merchant_reference',
  'customer_name',
  'method',
  'channel_code',
  'issuer',
  'rrn',
  'provider_reference',
  'currency',
  'amount',
  'fee_amount',
  'fee_vat_amount',
  'net_amount',
] as const;

/** Payments in the order in which they were posted. */
export const buildPaymentRows = (reader: Reader, span: TimeRange): Compilable => {
  const { merchant_id } = reader;
  return toCompilable(
    reader,
    sql`
      select ${buildCells([
        ['transaction_id', transaction.shape.id, sql.ref('t.id')],
        ...buildFields(transaction.shape, 't', PAYMENT_FIELDS),
      ])}
      from (${buildPostedQuery(merchant_id, 'payment', buildAccountQuery(merchant_id, 'provider_receivable'), span)}) f
      join app.transaction t on t.merchant_id = ${merchant_id} and t.id = f.reference_id
      order by f.posted_at, t.id`,
  );
};

const DEPOSIT_FIELDS = [
  'paid_at',
  'va_number',
  'bank',
  'sender_name',
  'bank_reference',
  'amount',
  'fee_amount',
  'fee_vat_amount',
  'net_amount',
] as const;

/** Credited deposits in the order in which they were posted. */
export const buildDepositRows = (reader: Reader, span: TimeRange): Compilable => {
  const { merchant_id } = reader;
  const debited = buildAccountQuery(merchant_id, 'provider_receivable', 'suspense');
  return toCompilable(
    reader,
    sql`
      select ${buildCells([
        ['deposit_id', deposit.shape.id, sql.ref('d.id')],
        ['credited_at', instant, sql.ref('f.posted_at')],
        ...buildFields(deposit.shape, 'd', DEPOSIT_FIELDS),
      ])}
      from (${buildPostedQuery(merchant_id, 'top_up', debited, span)}) f
      join app.deposit d on d.merchant_id = ${merchant_id} and d.id = f.reference_id
      order by f.posted_at, d.id`,
  );
};

/** Refunds that were paid out or returned by the bank, with their effect on the merchant's balance. */
export const buildRefundRows = (reader: Reader, span: TimeRange): Compilable => {
  const { merchant_id } = reader;
  const moved = sql`
    select * from (${buildPostedQuery(merchant_id, 'refund', buildAccountQuery(merchant_id, 'refunds'), span)}) paid_out
    union all
    select * from (${buildPostedQuery(merchant_id, 'refund_late', buildAccountQuery(merchant_id, 'pending_settlement'), span)}) late
    union all
    select * from (${buildPostedQuery(merchant_id, 'refund_return', buildAccountQuery(merchant_id, 'bank_clearing'), span)}) returned`;
  const rows = sql`
    select r.id as refund_id, m.posted_at, case m.kind when 'refund_return' then 'returned' else 'paid_out' end as movement,
      r.transaction_id, t.merchant_reference, t.method as payment_method, r.method as refund_method, r.reason,
      r.provider_reference, s.sign * r.amount as refund_amount, s.sign * r.fee_amount as fee_amount,
      s.sign * r.fee_vat_amount as fee_vat_amount,
      case m.kind when 'refund' then r.fee_reversed_amount else 0 end as fee_reversed,
      case m.kind when 'refund' then r.fee_vat_reversed_amount else 0 end as fee_vat_reversed, s.sign
    from (${moved}) m
    join app.refund r on r.merchant_id = ${merchant_id} and r.id = m.reference_id
    join app.transaction t on t.merchant_id = ${merchant_id} and t.id = r.transaction_id
    cross join lateral (select case m.kind when 'refund_return' then -1 else 1 end as sign) s`;
  const refund_net = sql`f.fee_reversed + f.fee_vat_reversed - f.refund_amount - f.fee_amount - f.fee_vat_amount`;
  return toCompilable(
    reader,
    sql`
      select ${buildCells([
        ['refund_id', refund.shape.id],
        ['posted_at', instant],
        ['movement', MOVEMENT],
        ['transaction_id', refund.shape.transaction_id],
        ['merchant_reference', text],
        ['payment_method', refund.shape.transaction_method],
        ['refund_method', refund.shape.method],
        ['reason', refund.shape.reason],
        ['provider_reference', text],
        ['refund_amount', rupiah],
        ['fee_amount', rupiah],
        ['fee_vat_amount', rupiah],
        ['fee_reversed', rupiah],
        ['fee_vat_reversed', rupiah],
        ['net_amount', rupiah, refund_net],
      ])}
      from (${rows}) f order by f.posted_at, f.refund_id`,
  );
};

const STATEMENT_FIELDS = [
  'posted_at',
  'id',
  'journal_id',
  'kind',
  'reference_type',
  'reference_id',
  'description',
  'debit',
  'credit',
  'balance_after',
] as const;

/** An account of a statement. */
export interface StatementAccount {
  id: string;
  type: string;
}

/** Opening balance, movements and closing balance of each account. A day (WIB) starts on a full UTC hour. */
export const buildStatementRows = (
  reader: Reader,
  accounts: readonly StatementAccount[],
  span: TimeRange,
): Compilable => {
  const parts = accounts.map(({ id, type }, at) => {
    const account = { merchant_id: reader.merchant_id, account_id: id };
    return sql`select ${at}::int as account_no, ${type}::text as account, e.* from (${buildAccountStatement(account, span)}) e`;
  });
  return toCompilable(
    reader,
    sql`
      select ${buildCells([['account', text], ...buildFields(balanceEntry.shape, 'f', STATEMENT_FIELDS)])}
      from (${sql.join(parts, sql` union all `)}) f
      order by f.account_no, f.position, f.posted_at, f.id`,
  );
};

function buildAccountStatement(account: Account, { from, to }: TimeRange): RawBuilder<unknown> {
  const before = (at: Date) => sql`
    (select coalesce(sum(n.net), 0)::bigint from (${buildHourlyNetsQuery(account)}) n where n.hour < ${at.toISOString()}::timestamptz)`;
  const end = (position: 0 | 2, kind: string, at: Date) => sql`
    select ${position}::int as position, ${at.toISOString()}::timestamptz as posted_at, null as id, null as journal_id,
      ${kind} as kind, null as reference_type, null as reference_id, null as description, null::bigint as debit,
      null::bigint as credit, ${before(at)} as balance_after`;
  const inside = buildPeriodCondition({ from: from.toISOString(), to: to.toISOString() });
  return sql`
    ${end(0, 'opening_balance', from)}
    union all
    select 1, s.posted_at, s.id, s.journal_id, s.kind, s.reference_type, s.reference_id, s.description,
      case when s.net < 0 then s.amount end, case when s.net > 0 then s.amount end,
      (${before(from)} + sum(s.net) over (order by s.posted_at, s.id))::bigint
    from (${buildSidesQuery(account, inside)}) s
    union all
    ${end(2, 'closing_balance', to)}`;
}

/**
 * The lines of a settlement in order (domain 1.7). The fee is the sum of `mdr_amount` and `flat_fee`; `adjustment_amount` is
 * added to the columns of the domain so that each line adds up to its net.
 */
export const buildSettlementLineRows = (reader: Reader, batch_id: string): Compilable => {
  const { merchant_id } = reader;
  const { shape } = settlementLine;
  const lines = sql`
    select l.*, t.merchant_reference, t.rrn,
      case when r.rate_bps is not null then round(r.rate_bps / 100.0, 4) end as mdr_rate,
      case when l.line_type = 'payment' then least(coalesce(r.flat_amount, 0), l.fee_amount) else 0 end as flat_fee
    from app.settlement_line l
    left join app.transaction t on t.merchant_id = ${merchant_id} and t.id = l.transaction_id
    left join (${buildFeeRulesTable(merchant_id)}) r on r.id = l.fee_rule_id
    where l.merchant_id = ${merchant_id} and l.batch_id = ${batch_id}`;
  return toCompilable(
    reader,
    sql`
      select ${buildCells([
        ...buildFields(shape, 'f', ['line_no', 'transaction_id', 'merchant_reference', 'method']),
        ['channel', shape.channel_code, sql.ref('f.channel_code')],
        ['paid_at', instant, sql.ref('f.occurred_at')],
        ['gross_amount', rupiah],
        ['mdr_rate', z.number()],
        ['mdr_amount', rupiah, sql`f.fee_amount - f.flat_fee`],
        ['flat_fee', rupiah],
        ['fee_vat', rupiah, sql.ref('f.fee_vat_amount')],
        ['commission', rupiah, sql.ref('f.commission_amount')],
        ...buildFields(shape, 'f', ['refund_amount', 'adjustment_amount', 'net_amount', 'line_type', 'rrn']),
      ])}
      from (${lines}) f order by f.line_no`,
  );
};

const SUMMED_FIELDS = [
  'gross_amount',
  'fee_amount',
  'fee_vat_amount',
  'commission_amount',
  'refund_amount',
  'adjustment_amount',
  'net_amount',
] as const;

/** Totals of a settlement by line type, method and fee rule. */
export const buildSettlementSummaryRows = (reader: Reader, batch_id: string): Compilable => {
  const { merchant_id } = reader;
  return toCompilable(
    reader,
    sql`
      select ${buildCells([
        ...buildFields(settlementLine.shape, 'l', ['line_type', 'method']),
        ['fee_rule', text, sql.ref('r.name')],
        ['lines', z.int(), sql`count(*)::int`],
        ...SUMMED_FIELDS.map((name): Column => [name, rupiah, sql`sum(${sql.ref(`l.${name}`)})::bigint`]),
      ])}
      from app.settlement_line l
      left join (${buildFeeRulesTable(merchant_id)}) r on r.id = l.fee_rule_id
      where l.merchant_id = ${merchant_id} and l.batch_id = ${batch_id}
      group by l.line_type, l.method, r.name
      order by l.line_type, l.method, r.name`,
  );
};
