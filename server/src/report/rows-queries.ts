/**
 * SQL of the rows of reports, as CSV cells (db/csv-cells.ts). Reports are based on posting time rather than payment time
 * (decision 0012), so that an entry is in exactly one report even when the bank reports it a day late.
 */
import { TIME_ZONE } from '@dasbor/contract/time';
import { type Compilable, type RawBuilder, sql } from 'kysely';
import { type Account, selectHourlyNets, selectSides, buildPeriodCondition } from '../balance/queries.ts';
import { plainCell, textCell, timeCell } from '../db/csv-cells.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildFeeRulesTable } from '../transaction/fee-queries.ts';

type Reader = Pick<MerchantTx, 'merchant_id' | 'sql'>;

/** A half-open range of instants: `from` inclusive, `to` exclusive. */
export interface Span {
  from: Date;
  to: Date;
}

/** The form that db/copy.ts takes. */
const toCompilable = (reader: Reader, query: RawBuilder<unknown>): Compilable => ({
  compile: () => query.compile(reader.sql),
});

type Cell = typeof plainCell;
const jakartaTimeCell: Cell = (column) => timeCell(column, TIME_ZONE);
const selectCells = (list: readonly (readonly [name: string, cellOf: Cell, column?: string])[]) =>
  sql.join(
    list.map(
      ([name, cellOf, column]) =>
        sql`${cellOf(sql.ref(column ?? `f.${name}`))} as ${sql.id(cellOf === jakartaTimeCell ? `${name} (WIB)` : name)}`,
    ),
  );

/** Transfers of a kind in a span, found by the index on the debited account. */
const selectPosted = (merchant_id: string, kind: string, debited: RawBuilder<unknown>, { from, to }: Span) => sql`
  select p.reference_id, p.kind, p.amount, p.posted_at
  from app.transfer p
  where p.merchant_id = ${merchant_id} and p.kind = ${kind} and p.debit_account in (${debited})
    and p.posted_at >= ${from.toISOString()}::timestamptz and p.posted_at < ${to.toISOString()}::timestamptz`;

const selectAccounts = (merchant_id: string, ...types: string[]) => sql`
  select a.id from app.ledger_account a where a.merchant_id = ${merchant_id} and a.type in (${sql.join(types)})`;

/** Payments in the order in which they were posted. */
export const buildPaymentRows = (reader: Reader, span: Span): Compilable => {
  const { merchant_id } = reader;
  return toCompilable(
    reader,
    sql`
      select ${selectCells([
        ['transaction_id', plainCell, 't.id'],
        ['created_at', jakartaTimeCell, 't.created_at'],
        ['paid_at', jakartaTimeCell, 't.paid_at'],
        ['merchant_reference', textCell, 't.merchant_reference'],
        ['customer_name', textCell, 't.customer_name'],
        ['method', plainCell, 't.method'],
        ['channel_code', plainCell, 't.channel_code'],
        ['issuer', textCell, 't.issuer'],
        ['rrn', textCell, 't.rrn'],
        ['provider_reference', textCell, 't.provider_reference'],
        ['currency', plainCell, 't.currency'],
        ['amount', plainCell, 't.amount'],
        ['fee_amount', plainCell, 't.fee_amount'],
        ['fee_vat_amount', plainCell, 't.fee_vat_amount'],
        ['net_amount', plainCell, 't.net_amount'],
      ])}
      from (${selectPosted(merchant_id, 'payment', selectAccounts(merchant_id, 'provider_receivable'), span)}) f
      join app.transaction t on t.merchant_id = ${merchant_id} and t.id = f.reference_id
      order by f.posted_at, t.id`,
  );
};

/** Credited deposits in the order in which they were posted. */
export const buildDepositRows = (reader: Reader, span: Span): Compilable => {
  const { merchant_id } = reader;
  const debited = selectAccounts(merchant_id, 'provider_receivable', 'suspense');
  return toCompilable(
    reader,
    sql`
      select ${selectCells([
        ['deposit_id', plainCell, 'd.id'],
        ['credited_at', jakartaTimeCell, 'f.posted_at'],
        ['paid_at', jakartaTimeCell, 'd.paid_at'],
        ['va_number', textCell, 'd.va_number'],
        ['bank', plainCell, 'd.bank'],
        ['sender_name', textCell, 'd.sender_name'],
        ['bank_reference', textCell, 'd.bank_reference'],
        ['amount', plainCell, 'd.amount'],
        ['fee_amount', plainCell, 'd.fee_amount'],
        ['fee_vat_amount', plainCell, 'd.fee_vat_amount'],
        ['net_amount', plainCell, 'd.net_amount'],
      ])}
      from (${selectPosted(merchant_id, 'top_up', debited, span)}) f
      join app.deposit d on d.merchant_id = ${merchant_id} and d.id = f.reference_id
      order by f.posted_at, d.id`,
  );
};

/** Refunds that were paid out or returned by the bank, with their effect on the merchant's balance. */
export const buildRefundRows = (reader: Reader, span: Span): Compilable => {
  const { merchant_id } = reader;
  const moved = sql`
    select * from (${selectPosted(merchant_id, 'refund', selectAccounts(merchant_id, 'refunds'), span)}) paid_out
    union all
    select * from (${selectPosted(merchant_id, 'refund_return', selectAccounts(merchant_id, 'bank_clearing'), span)}) returned`;
  const rows = sql`
    select r.id as refund_id, m.posted_at, case m.kind when 'refund' then 'paid_out' else 'returned' end as movement,
      r.transaction_id, t.merchant_reference, t.method as payment_method, r.method as refund_method, r.reason,
      r.provider_reference, s.sign * r.amount as refund_amount, s.sign * r.fee_amount as fee_amount,
      s.sign * r.fee_vat_amount as fee_vat_amount,
      case m.kind when 'refund' then r.fee_reversed_amount else 0 end as fee_reversed,
      case m.kind when 'refund' then r.fee_vat_reversed_amount else 0 end as fee_vat_reversed, s.sign
    from (${moved}) m
    join app.refund r on r.merchant_id = ${merchant_id} and r.id = m.reference_id
    join app.transaction t on t.merchant_id = ${merchant_id} and t.id = r.transaction_id
    cross join lateral (select case m.kind when 'refund' then 1 else -1 end as sign) s`;
  return toCompilable(
    reader,
    sql`
      select ${selectCells([
        ['refund_id', plainCell],
        ['posted_at', jakartaTimeCell],
        ['movement', plainCell],
        ['transaction_id', plainCell],
        ['merchant_reference', textCell],
        ['payment_method', plainCell],
        ['refund_method', plainCell],
        ['reason', plainCell],
        ['provider_reference', textCell],
        ['refund_amount', plainCell],
        ['fee_amount', plainCell],
        ['fee_vat_amount', plainCell],
        ['fee_reversed', plainCell],
        ['fee_vat_reversed', plainCell],
      ])},
        f.fee_reversed + f.fee_vat_reversed - f.refund_amount - f.fee_amount - f.fee_vat_amount as net_amount
      from (${rows}) f order by f.posted_at, f.refund_id`,
  );
};

/** An account of a statement. */
export interface StatementAccount {
  id: string;
  type: string;
}

/** Opening balance, movements and closing balance of each account. A day (WIB) starts on a full UTC hour. */
export const buildStatementRows = (reader: Reader, accounts: readonly StatementAccount[], span: Span): Compilable => {
  const parts = accounts.map(({ id, type }, at) => {
    const account = { merchant_id: reader.merchant_id, account_id: id };
    return sql`select ${at}::int as account_no, ${type}::text as account, e.* from (${buildAccountStatement(account, span)}) e`;
  });
  return toCompilable(
    reader,
    sql`
      select ${selectCells([
        ['account', plainCell],
        ['posted_at', jakartaTimeCell],
        ['id', plainCell],
        ['journal_id', plainCell],
        ['kind', plainCell],
        ['reference_type', plainCell],
        ['reference_id', textCell],
        ['description', textCell],
        ['debit', plainCell],
        ['credit', plainCell],
        ['balance_after', plainCell],
      ])}
      from (${sql.join(parts, sql` union all `)}) f
      order by f.account_no, f.position, f.posted_at, f.id`,
  );
};

function buildAccountStatement(account: Account, { from, to }: Span): RawBuilder<unknown> {
  const before = (at: Date) => sql`
    (select coalesce(sum(n.net), 0)::bigint from (${selectHourlyNets(account)}) n where n.hour < ${at.toISOString()}::timestamptz)`;
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
    from (${selectSides(account, inside)}) s
    union all
    ${end(2, 'closing_balance', to)}`;
}

/**
 * The lines of a settlement in order (domain 1.7). The fee is the sum of `mdr_amount` and `flat_fee`; `adjustment_amount` is
 * added to the columns of the domain so that each line adds up to its net.
 */
export const buildSettlementLineRows = (reader: Reader, batch_id: string): Compilable => {
  const { merchant_id } = reader;
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
      select ${selectCells([
        ['line_no', plainCell],
        ['transaction_id', plainCell],
        ['merchant_reference', textCell],
        ['method', plainCell],
        ['channel', plainCell, 'f.channel_code'],
        ['paid_at', jakartaTimeCell, 'f.occurred_at'],
        ['gross_amount', plainCell],
        ['mdr_rate', plainCell],
      ])}, f.fee_amount - f.flat_fee as mdr_amount, ${selectCells([
        ['flat_fee', plainCell],
        ['fee_vat', plainCell, 'f.fee_vat_amount'],
        ['commission', plainCell, 'f.commission_amount'],
        ['refund_amount', plainCell],
        ['adjustment_amount', plainCell],
        ['net_amount', plainCell],
        ['line_type', plainCell],
        ['rrn', textCell],
      ])}
      from (${lines}) f order by f.line_no`,
  );
};

/** Totals of a settlement by line type, method and fee rule. */
export const buildSettlementSummaryRows = (reader: Reader, batch_id: string): Compilable => {
  const { merchant_id } = reader;
  const sum = (name: string) => sql`sum(${sql.ref(`l.${name}`)})::bigint as ${sql.id(name)}`;
  const amounts = ['gross_amount', 'fee_amount', 'fee_vat_amount', 'commission_amount', 'refund_amount'];
  return toCompilable(
    reader,
    sql`
      select l.line_type, l.method, r.name as fee_rule, count(*)::int as lines,
        ${sql.join([...amounts, 'adjustment_amount', 'net_amount'].map(sum))}
      from app.settlement_line l
      left join (${buildFeeRulesTable(merchant_id)}) r on r.id = l.fee_rule_id
      where l.merchant_id = ${merchant_id} and l.batch_id = ${batch_id}
      group by l.line_type, l.method, r.name
      order by l.line_type, l.method, r.name`,
  );
};
