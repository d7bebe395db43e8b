/** Daily roll-ups of refunds (migration 0194). */
import { type Column, type DayRollUp, waitBucket } from '../db/day-roll-up.ts';

const SHARED: readonly Column[] = [
  ['method', 't.method'],
  ['reason', 't.reason'],
];
const COUNT: Column = ['count', '1::bigint'];

export const REFUNDS_BY_DAY: DayRollUp = {
  table: 'refund_day',
  rows: 'refund',
  subject: 'refund',
  dimensions: [['status', 't.status'], ...SHARED, ['failure_code', `coalesce(t.error_code, '')`]],
  measures: [COUNT, ['amount', 't.amount'], ['fees_amount', 't.fee_amount + t.fee_vat_amount']],
  where: 'true',
};

/** Time from request to completion. */
export const REFUND_WAITS_BY_DAY: DayRollUp = {
  table: 'refund_wait_day',
  rows: 'refund',
  subject: 'refund',
  dimensions: [...SHARED, ['bucket', waitBucket('extract(epoch from t.completed_at - t.created_at)')]],
  measures: [COUNT],
  where: `t.status = 'succeeded' and t.completed_at is not null`,
};
