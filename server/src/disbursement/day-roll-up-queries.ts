/** Daily roll-ups of disbursements (migration 0194). */
import { type Column, type DayRollUp, waitBucket } from '../db/day-roll-up.ts';

const SHARED: readonly Column[] = [
  ['bank_code', 't.bank_code::text'],
  ['rail', 't.rail'],
];
const COUNT: Column = ['count', '1::bigint'];

export const DISBURSEMENTS_BY_DAY: DayRollUp = {
  table: 'disbursement_day',
  rows: 'disbursement',
  subject: 'disbursement',
  dimensions: [['status', 't.status'], ...SHARED, ['failure_code', `coalesce(t.failure_code, '')`]],
  measures: [COUNT, ['amount', 't.amount'], ['fees_amount', 't.fee_amount + t.fee_vat_amount']],
  where: 'true',
};

/** Time from request to completion. */
export const DISBURSEMENT_WAITS_BY_DAY: DayRollUp = {
  table: 'disbursement_wait_day',
  rows: 'disbursement',
  subject: 'disbursement',
  dimensions: [...SHARED, ['bucket', waitBucket('extract(epoch from t.completed_at - t.created_at)')]],
  measures: [COUNT],
  where: `t.status = 'success' and t.completed_at is not null`,
};
