/**
 * The postings that refunds, disbursements, deposits, settlements, balance transfers and bank reversals require by their status. Missing
 * and unexpected postings are both discrepancies.
 */
import { type RawBuilder, sql } from 'kysely';
import { buildExpectedCommissionPostings, buildExpectedStatementPostings } from './commission-checks.ts';

/** Rows of `id, kind, debit, credit, amount`, with accounts by type. */
type ExpectedPostings = (merchant_id: string) => RawBuilder<unknown>;

const expectedRefundPostings: ExpectedPostings = (m) => sql`
  select r.id, v.kind, v.debit, v.credit, v.amount
  from app.refund r
  cross join lateral (
    select r.fee_back_held_amount + r.fee_vat_back_held_amount > 0 as is_held,
      r.status = 'succeeded' or r.returned_at is not null as was_given, r.late_at is not null as is_late) g
  cross join lateral (
    select g.is_held, g.is_late, g.was_given and not g.is_late as was_given,
      r.status in ('rejected', 'failed') or g.is_late as was_released) h
  cross join lateral (select case when h.is_late then 'pending_settlement' else 'refunds' end as source) x
  cross join lateral (values
    ('refund_hold', 'pending_settlement', 'refunds', r.amount, true),
    ('refund_fee_hold', 'pending_settlement', 'refunds', r.fee_amount + r.fee_vat_amount, true),
    ('refund_release', 'refunds', 'pending_settlement', r.amount, h.was_released),
    ('refund_fee_release', 'refunds', 'pending_settlement', r.fee_amount + r.fee_vat_amount, h.was_released),
    ('refund', 'refunds', case r.method when 'original' then 'provider_receivable' else 'bank_clearing' end, r.amount,
      h.was_given),
    ('refund_fee', 'refunds', 'fees_paid', r.fee_amount, h.was_given and r.method = 'transfer'),
    ('refund_fee_vat', 'refunds', 'vat_paid', r.fee_vat_amount, h.was_given and r.method = 'transfer'),
    -- A transfer that was executed after its hold was released.
    ('refund_late', 'pending_settlement', 'bank_clearing', r.amount, h.is_late),
    ('refund_late_fee', 'pending_settlement', 'fees_paid', r.fee_amount, h.is_late),
    ('refund_late_fee_vat', 'pending_settlement', 'vat_paid', r.fee_vat_amount, h.is_late),
    -- A transfer that was returned after it had succeeded.
    ('refund_return', 'bank_clearing', x.source, r.amount, r.returned_at is not null),
    ('refund_fee_return', 'fees_paid', x.source, r.fee_amount, r.returned_at is not null),
    ('refund_fee_vat_return', 'vat_paid', x.source, r.fee_vat_amount, r.returned_at is not null),
    -- The payment fee is reversed with the hold, or when the refund succeeds.
    ('available_cover', 'available', 'pending_settlement', r.covered_amount, true),
    ('available_cover_back', 'pending_settlement', 'available', r.covered_amount, h.was_released),
    ('refund_fee_reversal', 'fees_paid', 'pending_settlement', case when h.is_held then r.fee_back_held_amount
      else r.fee_reversed_amount end, r.method = 'original' and (h.is_held or r.status = 'succeeded')),
    ('refund_fee_vat_reversal', 'vat_paid', 'pending_settlement', case when h.is_held then r.fee_vat_back_held_amount
      else r.fee_vat_reversed_amount end, r.method = 'original' and (h.is_held or r.status = 'succeeded')),
    ('refund_fee_reversal_back', 'pending_settlement', 'fees_paid', r.fee_back_held_amount,
      r.status in ('rejected', 'failed')),
    ('refund_fee_vat_reversal_back', 'pending_settlement', 'vat_paid', r.fee_vat_back_held_amount,
      r.status in ('rejected', 'failed'))) as v (kind, debit, credit, amount, is_due)
  where r.merchant_id = ${m} and v.is_due`;

/** A deposit held for review is credited from suspense, any other from the provider receivable. */
const expectedDepositPostings: ExpectedPostings = (m) => sql`
  select d.id, v.kind, v.debit, v.credit, v.amount
  from app.deposit d
  cross join lateral (values
    ('deposit_hold', 'provider_receivable', 'suspense', d.amount, d.review_reason is not null),
    ('top_up', case when d.review_reason is null then 'provider_receivable' else 'suspense' end, 'payout', d.amount,
      d.status = 'credited'),
    ('top_up_fee', 'payout', 'fees_paid', d.fee_amount, d.status = 'credited'),
    ('top_up_fee_vat', 'payout', 'vat_paid', d.fee_vat_amount, d.status = 'credited'),
    ('deposit_return', 'suspense', 'bank_clearing', d.amount, d.status = 'returned')
    ) as v (kind, debit, credit, amount, is_due)
  where d.merchant_id = ${m} and v.is_due`;

const expectedBalanceMovePostings: ExpectedPostings = (m) => sql`
  select b.id, 'balance_move', 'available', 'payout', b.amount
  from app.balance_transfer b where b.merchant_id = ${m} and b.status = 'posted'`;

/**
 * A disbursement is reserved, then paid or released. One that was released and is paid was executed late; one that was
 * returned has its entries reversed.
 */
const expectedDisbursementPostings: ExpectedPostings = (m) => sql`
  select d.id, v.kind, v.debit, v.credit, v.amount
  from app.disbursement d
  cross join lateral (
    select d.fee_amount + d.fee_vat_amount as fees, d.reserved_at is not null as was_reserved,
      d.reserved_at is not null and (d.released_at is not null or d.status in ('failed', 'cancelled', 'rejected'))
        as was_released,
      d.status in ('success', 'reversed') as was_paid) h
  cross join lateral (values
    ('disbursement_hold', 'payout', 'payout_reserved', d.amount, h.was_reserved),
    ('disbursement_fee_hold', 'payout', 'payout_reserved', h.fees, h.was_reserved),
    ('disbursement_release', 'payout_reserved', 'payout', d.amount, h.was_released),
    ('disbursement_fee_release', 'payout_reserved', 'payout', h.fees, h.was_released),
    ('disbursement', 'payout_reserved', 'bank_clearing', d.amount, h.was_paid and not h.was_released),
    ('disbursement_fee', 'payout_reserved', 'fees_paid', d.fee_amount, h.was_paid and not h.was_released),
    ('disbursement_fee_vat', 'payout_reserved', 'vat_paid', d.fee_vat_amount, h.was_paid and not h.was_released),
    ('disbursement_late', 'payout', 'bank_clearing', d.amount, h.was_paid and h.was_released),
    ('disbursement_late_fee', 'payout', 'fees_paid', d.fee_amount, h.was_paid and h.was_released),
    ('disbursement_late_fee_vat', 'payout', 'vat_paid', d.fee_vat_amount, h.was_paid and h.was_released),
    ('disbursement_reversal', 'bank_clearing', 'payout', d.amount, d.status = 'reversed'),
    ('disbursement_fee_reversal', 'fees_paid', 'payout', d.fee_amount, d.status = 'reversed'),
    ('disbursement_fee_vat_reversal', 'vat_paid', 'payout', d.fee_vat_amount, d.status = 'reversed')
    ) as v (kind, debit, credit, amount, is_due)
  where d.merchant_id = ${m} and v.is_due`;

/** A bank reversal reverses every transfer of the payment. */
const expectedReversalPostings: ExpectedPostings = (m) => sql`
  select t.id, v.kind, v.debit, v.credit, v.amount
  from app.transaction t
  cross join lateral (values
    ('payment_reversal', 'pending_settlement', 'provider_receivable', t.amount),
    ('payment_fee_reversal', 'fees_paid', 'pending_settlement', t.fee_amount),
    ('payment_fee_vat_reversal', 'vat_paid', 'pending_settlement', t.fee_vat_amount)) as v (kind, debit, credit, amount)
  where t.merchant_id = ${m} and t.status = 'reversed'`;

/** The adjustment of an accepted dispute. */
const expectedDisputePostings: ExpectedPostings = (m) => sql`
  select d.id, 'adjustment', case when d.adjustment_amount > 0 then 'provider_receivable' else 'pending_settlement' end,
    case when d.adjustment_amount > 0 then 'pending_settlement' else 'provider_receivable' end,
    abs(d.adjustment_amount)
  from app.settlement_dispute d where d.merchant_id = ${m} and d.status = 'accepted'`;

const expectedAdjustmentPostings: ExpectedPostings = (m) => sql`
  select a.id, 'adjustment', case when a.amount > 0 then 'provider_receivable' else a.account_type end,
    case when a.amount > 0 then a.account_type else 'provider_receivable' end, abs(a.amount)
  from app.balance_adjustment a where a.merchant_id = ${m} and a.status = 'posted'`;

/** A credit note returns fees and VAT; the amounts of its document are negative. */
const expectedCreditNotePostings: ExpectedPostings = (m) => sql`
  select i.id, v.kind, v.debit, 'available', v.amount
  from app.invoice i
  cross join lateral (values ('fee_credit', 'fees_paid', -i.fee_amount), ('fee_credit_vat', 'vat_paid', -i.vat_amount))
    as v (kind, debit, amount)
  where i.merchant_id = ${m} and i.corrects_id is not null`;

/**
 * A closed batch moves its net amount from pending settlement to the reserve. Every attempt at a payout debits the reserve
 * and is posted back when the bank did not execute it. An attempt that was executed after it had been reported as failed
 * is posted back and then posted again.
 */
const expectedSettlementPostings: ExpectedPostings = (m) => sql`
  select b.id, v.kind, v.debit, v.credit, b.net_amount as amount
  from app.settlement_batch b
  cross join lateral (values
    ('settlement', 'pending_settlement', 'reserve', b.status <> 'open'),
    ('settlement_payout', 'reserve', 'available', b.destination = 'balance' and b.status = 'paid')
    ) as v (kind, debit, credit, is_due)
  where b.merchant_id = ${m} and v.is_due
  union all
  select n.partner_reference_no, v.kind, v.debit, v.credit, n.amount
  from app.bank_transfer n
  cross join lateral (values
    ('settlement_payout', 'reserve', 'bank_clearing', true),
    ('settlement_payout_back', 'bank_clearing', 'reserve', n.late_at is not null or n.status in ('failed', 'returned')),
    ('settlement_payout_late', 'reserve', 'bank_clearing', n.late_at is not null),
    ('settlement_payout_late_back', 'bank_clearing', 'reserve', n.late_at is not null and n.status = 'returned')
    ) as v (kind, debit, credit, is_due)
  where n.merchant_id = ${m} and n.subject_type = 'settlement_batch' and v.is_due`;

/** The difference of a transfer that the bank executed with another amount than ordered, until it is returned. */
const expectedDifferencePostings: ExpectedPostings = (m) => sql`
  select n.id, v.kind, v.debit, v.credit, v.amount
  from app.bank_transfer n
  cross join lateral (
    select case n.subject_type when 'disbursement' then 'payout' else 'available' end as owner,
      n.amount - n.executed_amount as missing) x
  cross join lateral (values
    ('transfer_shortfall', 'bank_clearing', x.owner, x.missing, true),
    ('transfer_shortfall_back', x.owner, 'bank_clearing', x.missing, n.status = 'returned'),
    ('transfer_excess', 'suspense', 'bank_clearing', -x.missing, true),
    ('transfer_excess_back', 'bank_clearing', 'suspense', -x.missing, n.status = 'returned')
    ) as v (kind, debit, credit, amount, is_due)
  where n.merchant_id = ${m} and n.executed_amount is not null and v.is_due and v.amount > 0`;

/** By `reference_type` of the transfers. */
const EXPECTED_POSTINGS: Record<string, { rows: ExpectedPostings; kinds?: RawBuilder<unknown> }> = {
  refund: { rows: expectedRefundPostings },
  deposit: { rows: expectedDepositPostings },
  balance_move: { rows: expectedBalanceMovePostings },
  disbursement: { rows: expectedDisbursementPostings },
  settlement_batch: { rows: expectedSettlementPostings },
  bank_transfer: { rows: expectedDifferencePostings },
  settlement_dispute: { rows: expectedDisputePostings },
  balance_adjustment: { rows: expectedAdjustmentPostings },
  credit_note: { rows: expectedCreditNotePostings },
  commission_booking: { rows: buildExpectedCommissionPostings },
  commission_statement: { rows: buildExpectedStatementPostings },
  // Only the reversals of payments; other payment postings have their own checks.
  transaction: { rows: expectedReversalPostings, kinds: sql`and f.kind like '%\\_reversal'` },
};

/**
 * Finds postings that are missing, unexpected, or differ in amount or accounts from what the status requires. A statement per
 * type, short enough to be prepared: planning all as one took longer than the rest of the verification of a small merchant.
 */
export const buildPostingChecks = (m: string): RawBuilder<{ object_id: string; detail: string }>[] =>
  Object.entries(EXPECTED_POSTINGS).map(
    ([type, { rows, kinds = sql`` }]) => sql`
    select coalesce(w.id, h.reference_id) as object_id, format('%s %s: posted %s from %s to %s, expected %s from %s to %s',
      ${type}::text, coalesce(w.kind, h.kind), h.amount, h.debit, h.credit, w.amount, w.debit, w.credit) as detail
    from (select x.* from (${rows(m)}) as x (id, kind, debit, credit, amount) where x.amount > 0) w
    full join (
      select f.reference_id, f.kind, f.amount, d.type as debit, c.type as credit
      from app.transfer f
      join app.ledger_account d on d.merchant_id = ${m} and d.id = f.debit_account
      join app.ledger_account c on c.merchant_id = ${m} and c.id = f.credit_account
      where f.merchant_id = ${m} and f.reference_type = ${type} ${kinds}) h on h.reference_id = w.id and h.kind = w.kind
    where (h.amount, h.debit, h.credit) is distinct from (w.amount, w.debit, w.credit)`,
  );

/** Finds payments whose refunded amount differs from the sum of their refunds. */
export const buildRefundTotalCheck = (m: string): RawBuilder<{ object_id: string; detail: string }> => sql`
  with given as (
    select r.transaction_id, sum(r.amount) as amount from app.refund r
    where r.merchant_id = ${m} and r.status = 'succeeded' group by r.transaction_id)
  select t.id as object_id, format('%s, refund %s: refunded amount %s of %s, sum of refunds %s', t.status,
    t.refund_status, t.refunded_amount, t.amount, coalesce(g.amount, 0)) as detail
  from app.transaction t
  left join given g on g.transaction_id = t.id
  where t.merchant_id = ${m} and (t.refunded_amount <> coalesce(g.amount, 0)
    or t.refund_status <> case when g.amount is null then 'none' when g.amount < t.amount then 'partial' else 'full' end
    or (t.status = 'partially_refunded') <> (coalesce(g.amount, 0) > 0 and g.amount < t.amount and t.status <> 'reversed')
    or (t.status = 'refunded') <> (coalesce(g.amount, 0) >= t.amount and t.status <> 'reversed'))`;

/** Finds batches whose totals differ from their lines. */
export const buildBatchTotalCheck = (m: string): RawBuilder<{ object_id: string; detail: string }> => sql`
  with line as (
    select l.batch_id, count(*) as line_count, count(*) filter (where l.line_type = 'payment') as transaction_count,
      sum(l.gross_amount) as gross, sum(l.refund_amount) as refund, sum(l.fee_amount) as fee,
      sum(l.fee_vat_amount) as vat, sum(l.commission_amount) as commission, sum(l.adjustment_amount) as adjustment,
      sum(l.net_amount) as net
    from app.settlement_line l where l.merchant_id = ${m} group by l.batch_id)
  select b.id as object_id, format('%s: totals are %s lines and Rp %s, its lines are %s and Rp %s', b.status, b.line_count,
    b.net_amount, coalesce(l.line_count, 0), coalesce(l.net, 0)) as detail
  from app.settlement_batch b
  left join line l on l.batch_id = b.id
  where b.merchant_id = ${m} and (b.line_count, b.transaction_count, b.gross_amount, b.refund_amount, b.fee_amount,
      b.fee_vat_amount, b.commission_amount, b.adjustment_amount, b.net_amount)
    is distinct from (coalesce(l.line_count, 0), coalesce(l.transaction_count, 0), coalesce(l.gross, 0),
      coalesce(l.refund, 0), coalesce(l.fee, 0), coalesce(l.vat, 0), coalesce(l.commission, 0),
      coalesce(l.adjustment, 0), coalesce(l.net, 0))`;

/** Finds lines whose net amount differs from the effect of their journal on pending settlement. */
export const buildLineCheck = (m: string): RawBuilder<{ object_id: string; detail: string }> => sql`
  with moved as (
    select f.journal_id, sum(case when f.credit_account = a.id then f.amount else -f.amount end) as net
    from app.ledger_account a
    join app.transfer f on f.merchant_id = ${m} and a.id in (f.debit_account, f.credit_account)
    where a.merchant_id = ${m} and a.type = 'pending_settlement'
    group by f.journal_id)
  select l.batch_id as object_id, format('line %s: Rp %s, its journal %s moved Rp %s', l.line_no, l.net_amount,
    l.journal_id, d.net) as detail
  from app.settlement_line l
  left join moved d on d.journal_id = l.journal_id
  where l.merchant_id = ${m} and l.net_amount is distinct from d.net`;

/** Finds accounts below their floor, unless reversals, late executions by the bank or commissions explain it. */
export const buildFloorCheck = (m: string): RawBuilder<{ object_id: string; detail: string }> => sql`
  with side as (
    select f.credit_account as account_id, f.amount, 0::bigint as reversed
      from app.transfer f where f.merchant_id = ${m}
    union all
    select f.debit_account, -f.amount,
      case when f.reverses_id is not null or f.kind ~ '^((disbursement|refund|settlement_payout)_late|commission$)' then f.amount else 0 end
      from app.transfer f where f.merchant_id = ${m})
  select a.id as object_id, format('%s holds %s, its floor is %s', a.type, sum(s.amount), a.floor) as detail
  from side s
  join app.ledger_account a on a.merchant_id = ${m} and a.id = s.account_id
  where a.floor is not null
  group by a.id, a.type, a.floor
  having sum(s.amount) + sum(s.reversed) < a.floor`;
