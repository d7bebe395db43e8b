/** Daily roll-ups of refunds (migrations 0194 and 0201). */
import { type Column, type DayRollUp, buildDurationBucket } from '../db/day-roll-up.ts';

const SHARED: readonly Column[] = [
  ['method', 't.method'],
  ['reason', 't.reason'],
];
const COUNT: Column = ['count', '1::bigint'];
const SUMS: readonly Column[] = [COUNT, ['amount', 't.amount'], ['fees_amount', 't.fee_amount + t.fee_vat_amount']];

export const REFUNDS_BY_DAY: DayRollUp = {
  table: 'refund_day',
  rows: 'refund',
  subject: 'refund',
  dimensions: [['status', 't.status'], ...SHARED, ['failure_code', `coalesce(t.error_code, '')`]],
  measures: SUMS,
  where: 'true',
};

/** By hour of the day. */
export const REFUND_HOURS_BY_DAY: DayRollUp = {
  table: 'refund_hour_day',
  rows: 'refund',
  subject: 'refund',
  dimensions: [
    ['hour', `extract(hour from t.created_at at time zone 'Asia/Jakarta')::int`],
    ['status', 't.status'],
    ...SHARED,
  ],
  measures: SUMS,
  where: 'true',
  at: `((d.day::timestamp + make_interval(hours => d.hour)) at time zone 'Asia/Jakarta')`,
};

/** Time from request to completion. */
export const REFUND_COMPLETION_TIMES_BY_DAY: DayRollUp = {
  table: 'refund_wait_day',
  rows: 'refund',
  subject: 'refund',
  dimensions: [...SHARED, ['bucket', buildDurationBucket('extract(epoch from t.completed_at - t.created_at)')]],
  measures: [COUNT],
  where: `t.status = 'succeeded' and t.completed_at is not null`,
};
