/** Daily roll-ups of disbursements (migrations 0194 and 0201). */
import { type Column, type DayRollUp, buildDurationBucket } from '../db/day-roll-up.ts';

const SHARED: readonly Column[] = [
  ['bank_code', 't.bank_code::text'],
  ['rail', 't.rail'],
];
const COUNT: Column = ['count', '1::bigint'];
const SUMS: readonly Column[] = [COUNT, ['amount', 't.amount'], ['fees_amount', 't.fee_amount + t.fee_vat_amount']];

export const DISBURSEMENTS_BY_DAY: DayRollUp = {
  table: 'disbursement_day',
  rows: 'disbursement',
  subject: 'disbursement',
  dimensions: [['status', 't.status'], ...SHARED, ['failure_code', `coalesce(t.failure_code, '')`]],
  measures: SUMS,
  where: 'true',
};

/** By hour of the day. */
export const DISBURSEMENT_HOURS_BY_DAY: DayRollUp = {
  table: 'disbursement_hour_day',
  rows: 'disbursement',
  subject: 'disbursement',
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
export const DISBURSEMENT_COMPLETION_TIMES_BY_DAY: DayRollUp = {
  table: 'disbursement_wait_day',
  rows: 'disbursement',
  subject: 'disbursement',
  dimensions: [...SHARED, ['bucket', buildDurationBucket('extract(epoch from t.completed_at - t.created_at)')]],
  measures: [COUNT],
  where: `t.status = 'success' and t.completed_at is not null`,
};
