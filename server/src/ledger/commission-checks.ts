/** Checks of booked commissions: bookings against their entries, and the postings that a booking requires. */
import { type RawBuilder, sql } from 'kysely';

/** A booking moves what its entries earn from its bearer to the commission account, and what they reverse the other way. */
export const buildExpectedCommissionPostings = (m: string): RawBuilder<unknown> => sql`
  select b.id, v.kind, v.debit, v.credit, v.amount
  from app.commission_booking b
  cross join lateral (select case when b.bearer = 'from_platform_fee' then 'fees_paid' else 'pending_settlement' end
    as bearing) x
  cross join lateral (values
    ('commission', x.bearing, 'commission', b.earned_amount),
    ('commission_return', 'commission', x.bearing, b.returned_amount)) as v (kind, debit, credit, amount)
  where b.merchant_id = ${m}`;

/** Finds bookings of commissions that differ from the sum of their entries. */
export const buildCommissionCheck = (m: string): RawBuilder<{ object_id: string; detail: string }> => sql`
  with entry as (
    select e.booking_id, count(*) filter (where e.kind = 'earned') as payments,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0) as earned,
      coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as returned
    from app.commission_entry e where e.merchant_id = ${m} group by e.booking_id)
  select b.id as object_id, format('%s payments earned %s and returned %s, its entries %s, %s and %s',
    b.transaction_count, b.earned_amount, b.returned_amount, e.payments, e.earned, e.returned) as detail
  from app.commission_booking b
  left join entry e on e.booking_id = b.id
  where b.merchant_id = ${m} and (b.transaction_count, b.earned_amount, b.returned_amount)
    is distinct from (e.payments, e.earned, e.returned)`;

/**
 * A statement moves what it collected out of the commission account of each member, and into that of the merchant that
 * earns it. Each attempt at its payout debits that account, and is posted back when the bank did not execute it.
 */
export const buildExpectedStatementPostings = (m: string): RawBuilder<unknown> => sql`
  select c.statement_id as id, 'commission_collected' as kind,
    case when c.amount > 0 then 'commission' else 'bank_clearing' end as debit,
    case when c.amount > 0 then 'bank_clearing' else 'commission' end as credit, abs(c.amount) as amount
  from (
    select b.statement_id, sum(b.earned_amount - b.returned_amount)::bigint as amount from app.commission_booking b
    where b.merchant_id = ${m} and b.statement_id is not null group by b.statement_id) c
  union all
  select s.id, 'commission_statement',
    case when s.commission_amount + s.adjustment_amount > 0 then 'bank_clearing' else 'commission' end,
    case when s.commission_amount + s.adjustment_amount > 0 then 'commission' else 'bank_clearing' end,
    abs(s.commission_amount + s.adjustment_amount)
  from app.commission_statement s where s.merchant_id = ${m} and s.status <> 'open'
  union all
  select n.partner_reference_no, p.name || v.suffix, case when v.is_out then 'commission' else p.other end,
    case when v.is_out then p.other else 'commission' end, p.amount
  from app.bank_transfer n
  join app.commission_statement s on s.merchant_id = ${m} and s.id = n.subject_id
  cross join lateral (values ('commission_payout', 'bank_clearing', n.amount), ('commission_tax', 'tax_withheld', s.tax_amount))
    as p (name, other, amount)
  cross join lateral (values
    ('', true, true),
    ('_back', false, n.late_at is not null or n.status in ('failed', 'returned')),
    ('_late', true, n.late_at is not null),
    ('_late_back', false, n.late_at is not null and n.status = 'returned')) as v (suffix, is_out, is_due)
  where n.merchant_id = ${m} and n.subject_type = 'commission_statement' and v.is_due`;

/** Finds statements that differ from the sum of their lines. */
export const buildStatementCheck = (m: string): RawBuilder<{ object_id: string; detail: string }> => sql`
  with line as (
    select l.statement_id, sum(l.transaction_count) as payments, sum(l.gross_amount) as gross, sum(l.fee_amount) as fee,
      sum(l.commission_amount) as commission, sum(l.adjustment_amount) as adjustment
    from app.commission_statement_line l where l.merchant_id = ${m} group by l.statement_id)
  select s.id as object_id, format('%s of %s payments: commission %s, adjustments %s; its lines %s, %s and %s', s.number,
    s.transaction_count, s.commission_amount, s.adjustment_amount, l.payments, l.commission, l.adjustment) as detail
  from app.commission_statement s
  left join line l on l.statement_id = s.id
  where s.merchant_id = ${m} and s.status <> 'open' and (s.transaction_count, s.gross_amount, s.fee_amount,
      s.commission_amount, s.adjustment_amount) is distinct from (coalesce(l.payments, 0), coalesce(l.gross, 0),
      coalesce(l.fee, 0), coalesce(l.commission, 0), coalesce(l.adjustment, 0))`;
