/** Daily roll-ups of payments (migrations 0150, 0194 and 0209). They follow the marks of the hourly counts. */
import { TRANSACTION_SOURCES } from '@dasbor/contract/transaction';
import { type Column, type DayRollUp, buildDurationBucket } from '../db/day-roll-up.ts';
import type { MerchantTx } from '../db/tx.ts';

const PAID = `t.status in ('success', 'partially_refunded', 'refunded', 'reversed')`;
const STATUS: Column = ['status', 't.status'];
const LINK: Column = ['payment_link_id', 't.payment_link_id'];
const FAILURE: Column = ['failure_code', `coalesce(t.failure_code, '')`];
const BUCKET: Column = ['bucket', buildDurationBucket('extract(epoch from t.paid_at - t.created_at)')];
const SHARED: readonly Column[] = [
  ['method', 't.method'],
  ['source', 't.source'],
  ['channel_code', `coalesce(t.channel_code, '')`],
  ['issuer', `coalesce(t.issuer, '')`],
];
const COUNT: Column = ['count', '1::bigint'];
const AMOUNT: Column = ['amount', 't.amount'];
/** Whether the payer saw a payment `t`: one that ended with its second event was never issued by the bank. */
export const IS_OFFERED = `not (t.status = 'created' or (t.status in ('failed', 'expired') and t.last_event_seq <= 2))`;
const SUMS: readonly Column[] = [
  COUNT,
  ['offered_count', `(case when ${IS_OFFERED} then 1 else 0 end)::bigint`],
  AMOUNT,
  ['fees_amount', 't.fee_amount + t.fee_vat_amount'],
  ['refunded_amount', 't.refunded_amount'],
];

/** Payments by status and everything that metrics are filtered by. */
export const PAYMENTS_BY_DAY: DayRollUp = {
  table: 'transaction_day',
  months: 'transaction_month',
  rows: 'transaction',
  subject: 'payment',
  dimensions: [STATUS, ...SHARED, FAILURE],
  measures: SUMS,
  where: 'true',
};

/** Payments to stickers and reusable numbers start as paid, so they have no time to pay. */
const INSTANT_SOURCES: readonly string[] = ['static_qr', 'va'];
export const TIMED_SOURCES = TRANSACTION_SOURCES.filter((source) => !INSTANT_SOURCES.includes(source));
const HAS_COMPLETION_TIME = `${PAID} and t.paid_at is not null and t.source not in ('${INSTANT_SOURCES.join(`', '`)}')`;

/** Time from creation to payment. */
export const COMPLETION_TIMES_BY_DAY: DayRollUp = {
  table: 'transaction_wait_day',
  months: 'transaction_wait_month',
  rows: 'transaction',
  subject: 'payment',
  dimensions: [...SHARED, BUCKET],
  measures: [COUNT],
  where: HAS_COMPLETION_TIME,
};

/** Payments by hour of the day. */
export const HOURS_BY_DAY: DayRollUp = {
  table: 'transaction_hour_day',
  months: 'transaction_hour_month',
  rows: 'transaction',
  subject: 'payment_detail',
  dimensions: [['hour', `extract(hour from t.created_at at time zone 'Asia/Jakarta')::int`], STATUS, ...SHARED],
  measures: SUMS,
  where: 'true',
  at: `((d.day::timestamp + make_interval(hours => d.hour)) at time zone 'Asia/Jakarta')`,
};

/** Payments of payment links. */
export const LINKS_BY_DAY: DayRollUp = {
  table: 'payment_link_day',
  months: 'payment_link_detail_month',
  rows: 'transaction',
  subject: 'payment_detail',
  dimensions: [LINK, STATUS, ...SHARED, FAILURE],
  measures: SUMS,
  where: 't.payment_link_id is not null',
};

/** The same days by status only; link-month-queries.ts recounts these months. */
export const LINK_STATUSES_BY_DAY: DayRollUp = {
  ...LINKS_BY_DAY,
  months: 'payment_link_month',
  dimensions: [LINK, STATUS],
};

/** Time to pay of payment links. */
export const LINK_COMPLETION_TIMES_BY_DAY: DayRollUp = {
  table: 'payment_link_wait_day',
  months: 'payment_link_wait_month',
  rows: 'transaction',
  subject: 'payment_detail',
  dimensions: [LINK, ...SHARED, BUCKET],
  measures: [COUNT],
  where: `t.payment_link_id is not null and ${HAS_COMPLETION_TIME}`,
};

/** Paid payments by customer; customer-queries.ts recounts them. */
export const CUSTOMERS_BY_DAY: DayRollUp = {
  table: 'transaction_customer_day',
  rows: 'transaction',
  subject: 'payment_detail',
  dimensions: [
    ['customer', 'lower(t.customer_email)'],
    ...SHARED,
    ['payment_link_id', `coalesce(t.payment_link_id, '')`],
  ],
  measures: [COUNT, AMOUNT, ['latest_id', 't.id', 'max']],
  where: `${PAID} and t.customer_email is not null`,
};

export const PAYMENT_ROLL_UPS: readonly DayRollUp[] = [PAYMENTS_BY_DAY, COMPLETION_TIMES_BY_DAY];
export const DETAIL_ROLL_UPS: readonly DayRollUp[] = [HOURS_BY_DAY, LINKS_BY_DAY, LINK_COMPLETION_TIMES_BY_DAY];

export const updateDaysRolledTo = (tx: MerchantTx, day: string) =>
  tx.sql
    .updateTable('transaction_roll')
    .set({ days_rolled_to: day })
    .where('merchant_id', '=', tx.merchant_id)
    .returning('merchant_id')
    .execute();
