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
        sum(t.amount) as amount, sum(t.fee_amount) as fee, sum(t.fee_vat_amount) as vat,
        sum(case when t.status = 'reversed' then 0 else t.net_amount end - coalesce(r.net, 0)) as net,
        sum(t.refunded_amount) as refunded
      from app.transaction t
      left join (
        select r.transaction_id, sum(r.amount - r.fee_reversed_amount - r.fee_vat_reversed_amount + r.fee_amount
          + r.fee_vat_amount) as net
        from app.refund r
        where r.merchant_id = ${m} and r.status = 'succeeded'
        group by r.transaction_id) r on r.transaction_id = t.id and t.refunded_amount > 0
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

  /**
   * The other daily counts, each by a statement of its own: the sums of every unmarked day equal those of its rows, and
   * months equal their days.
   */
  day_detail_differs: (m: string) => {
    const compared = DAY_TABLES.map(({ table, rows, amount, where }) => {
      const held = sql.raw(amount ? 'd.amount' : '0');
      const truth = sql.raw(amount ? 't.amount' : '0');
      const marked =
        rows === 'transaction'
          ? sql`select (k.hour at time zone 'Asia/Jakarta')::date as day from app.transaction_mark k where k.merchant_id = ${m}`
          : sql`select k.day from app.day_mark k where k.merchant_id = ${m} and k.subject = ${rows}`;
      const subject = rows === 'transaction' ? 'payment_detail' : rows;
      return sql<Difference>`
        select s.day::text as object_id, format('%s: holds %s of %s, Rp %s of %s', ${table}::text, sum(s.held_count),
          sum(s.count), sum(s.held_amount), sum(s.amount)) as detail
        from (
          select d.day, d.count as held_count, ${held} as held_amount, 0 as count, 0 as amount
          from ${sql.raw(`app.${table}`)} d where d.merchant_id = ${m}
          union all
          select (t.created_at at time zone 'Asia/Jakarta')::date, 0, 0, 1, ${truth}
          from ${sql.raw(`app.${rows}`)} t
          where t.merchant_id = ${m} and ${sql.raw(where)} and (t.created_at at time zone 'Asia/Jakarta')::date
            < (select r.rolled_to from app.day_roll r where r.merchant_id = ${m} and r.subject = ${subject})) s
        where s.day not in (${marked})
        group by s.day
        having (sum(s.held_count), sum(s.held_amount)) is distinct from (sum(s.count), sum(s.amount))`;
    });
    const months = MONTH_TABLES.map(
      ({ table, days, amount, where, months_where = 'true' }) => sql<Difference>`
        select s.month::text as object_id, format('%s: holds %s of %s, Rp %s of %s', ${table}::text, sum(s.held_count),
          sum(s.count), sum(s.held_amount), sum(s.amount)) as detail
        from (
          select c.month, c.count as held_count, ${sql.raw(amount ? 'c.amount' : '0')} as held_amount, 0 as count, 0 as amount
          from ${sql.raw(`app.${table}`)} c where c.merchant_id = ${m} and ${sql.raw(months_where)}
          union all
          select date_trunc('month', d.day::timestamp)::date, 0, 0, d.count, ${sql.raw(amount ? 'd.amount' : '0')}
          from ${sql.raw(`app.${days}`)} d where d.merchant_id = ${m} and ${sql.raw(where)}) s
        group by s.month
        having (sum(s.held_count), sum(s.held_amount)) is distinct from (sum(s.count), sum(s.amount))`,
    );
    return [...compared, ...months];
  },
};

const PAID = `t.status in ('success', 'partially_refunded', 'refunded', 'reversed')`;

/** Daily counts, the rows that they count, and whether they hold an amount. */
const DAY_TABLES = [
  { table: 'transaction_hour_day', rows: 'transaction', amount: true, where: 'true' },
  { table: 'payment_link_day', rows: 'transaction', amount: true, where: 't.payment_link_id is not null' },
  {
    table: 'payment_link_wait_day',
    rows: 'transaction',
    amount: false,
    where: `${PAID} and t.payment_link_id is not null and t.paid_at is not null and t.source not in ('static_qr', 'va')`,
  },
  {
    table: 'transaction_customer_day',
    rows: 'transaction',
    amount: true,
    where: `${PAID} and t.customer_email is not null`,
  },
  { table: 'refund_day', rows: 'refund', amount: true, where: 'true' },
  { table: 'refund_hour_day', rows: 'refund', amount: true, where: 'true' },
  {
    table: 'refund_wait_day',
    rows: 'refund',
    amount: false,
    where: `t.status = 'succeeded' and t.completed_at is not null`,
  },
  { table: 'disbursement_day', rows: 'disbursement', amount: true, where: 'true' },
  { table: 'disbursement_hour_day', rows: 'disbursement', amount: true, where: 'true' },
  {
    table: 'disbursement_wait_day',
    rows: 'disbursement',
    amount: false,
    where: `t.status = 'success' and t.completed_at is not null`,
  },
] as const;

interface MonthTable {
  table: string;
  days: string;
  amount: boolean;
  /** Which days it sums up. */
  where: string;
  /** Which of its rows; absent: all. */
  months_where?: string;
}

/** Sums of months, and the days that they sum up. */
const MONTH_TABLES: readonly MonthTable[] = [
  { table: 'transaction_month', days: 'transaction_day', amount: true, where: 'true' },
  { table: 'transaction_wait_month', days: 'transaction_wait_day', amount: false, where: 'true' },
  { table: 'transaction_hour_month', days: 'transaction_hour_day', amount: true, where: 'true' },
  { table: 'payment_link_detail_month', days: 'payment_link_day', amount: true, where: 'true' },
  { table: 'payment_link_wait_month', days: 'payment_link_wait_day', amount: false, where: 'true' },
  ...['', 'method', 'source', 'channel_code', 'issuer', 'payment_link_id'].map((dimension) => ({
    table: 'transaction_customer_month',
    days: 'transaction_customer_day',
    amount: true,
    where: dimension === '' ? 'true' : `d.${dimension} <> ''`,
    months_where: `c.dimension = '${dimension}'`,
  })),
  { table: 'payment_link_month', days: 'payment_link_day', amount: true, where: 'true' },
];
