/** Checks that the roll-ups of payments equal the payments. `m`: the merchant. */
import { sql } from 'kysely';

interface Difference {
  object_id: string;
  detail: string;
}

export const ROLL_UP_CHECKS = {
  /** Hourly totals that are not marked for recounting equal the payments of that hour. */
  roll_up_differs: (m: string) => sql<Difference>`
    with truth as (
      select date_trunc('hour', t.created_at, 'UTC') as hour, t.status, t.method, t.source, count(*) as count,
        sum(t.amount) as amount, sum(t.fee_amount) as fee, sum(t.fee_vat_amount) as vat, sum(t.net_amount) as net,
        sum(t.refunded_amount) as refunded
      from app.transaction t
      where t.merchant_id = ${m}
        and t.created_at < (select r.rolled_to from app.transaction_roll r where r.merchant_id = ${m})
      group by 1, 2, 3, 4),
    held as (
      select h.hour, h.status, h.method, h.source, h.count, h.amount, h.fee_amount as fee, h.fee_vat_amount as vat,
        h.net_amount as net, h.refunded_amount as refunded
      from app.transaction_hour h where h.merchant_id = ${m})
    select coalesce(h.hour, r.hour)::text as object_id, format('%s %s %s: holds %s of %s, Rp %s of %s',
      coalesce(h.status, r.status), coalesce(h.method, r.method), coalesce(h.source, r.source), h.count, r.count,
      h.amount, r.amount) as detail
    from held h
    full join truth r on r.hour = h.hour and r.status = h.status and r.method = h.method and r.source = h.source
    left join (select distinct k.hour from app.transaction_mark k where k.merchant_id = ${m}) marked
      on marked.hour = coalesce(h.hour, r.hour)
    where marked.hour is null
      and (h.count, h.amount, h.fee, h.vat, h.net, h.refunded)
        is distinct from (r.count, r.amount, r.fee, r.vat, r.net, r.refunded)`,

  /** Daily totals of days without a marked hour equal the payments of that day. */
  day_roll_up_differs: (m: string) => sql<Difference>`
    with truth as (
      select (t.created_at at time zone 'Asia/Jakarta')::date as day, t.status, t.method, t.source, count(*) as count,
        sum(t.amount) as amount, sum(t.fee_amount + t.fee_vat_amount) as fees, sum(t.refunded_amount) as refunded
      from app.transaction t
      where t.merchant_id = ${m} and (t.created_at at time zone 'Asia/Jakarta')::date
        < (select r.days_rolled_to from app.transaction_roll r where r.merchant_id = ${m})
      group by 1, 2, 3, 4),
    held as (
      select d.day, d.status, d.method, d.source, sum(d.count) as count, sum(d.amount) as amount,
        sum(d.fees_amount) as fees, sum(d.refunded_amount) as refunded
      from app.transaction_day d where d.merchant_id = ${m}
      group by 1, 2, 3, 4)
    select coalesce(h.day, r.day)::text as object_id, format('%s %s %s: holds %s of %s, Rp %s of %s',
      coalesce(h.status, r.status), coalesce(h.method, r.method), coalesce(h.source, r.source), h.count, r.count,
      h.amount, r.amount) as detail
    from held h
    full join truth r on r.day = h.day and r.status = h.status and r.method = h.method and r.source = h.source
    left join (select distinct (k.hour at time zone 'Asia/Jakarta')::date as day from app.transaction_mark k
      where k.merchant_id = ${m}) marked on marked.day = coalesce(h.day, r.day)
    where marked.day is null
      and (h.count, h.amount, h.fees, h.refunded) is distinct from (r.count, r.amount, r.fees, r.refunded)`,
};
