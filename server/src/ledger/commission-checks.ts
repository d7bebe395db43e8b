/** Checks of booked commissions: bookings against their entries, and the postings that a booking requires. */
import { type RawBuilder, sql } from 'kysely';

/** A booking moves what its entries earn from its bearer to the commission account, and what they take back the other way. */
export const expectedCommissionPostings = (m: string): RawBuilder<unknown> => sql`
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
