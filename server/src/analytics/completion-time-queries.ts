/** SQL of how long completed payments, refunds and disbursements took. */
import type { AnalyticsTab } from '@dasbor/contract/analytics';
import { type RawBuilder, sql } from 'kysely';
import {
  type DayFilter,
  type DayRange,
  type DayRollUp,
  type MerchantOf,
  groupByDimensions,
  listFilterEntries,
} from '../db/day-roll-up.ts';
import { buildMonthCounts } from '../db/month-roll-up.ts';
import { DISBURSEMENT_COMPLETION_TIMES_BY_DAY } from '../disbursement/day-roll-up-queries.ts';
import { REFUND_COMPLETION_TIMES_BY_DAY } from '../refund/day-roll-up-queries.ts';
import { LINK_COMPLETION_TIMES_BY_DAY, COMPLETION_TIMES_BY_DAY } from '../transaction/day-roll-up-queries.ts';
import { type CountOptions, type Reader, buildScope, toDayFilter, toRanges } from './queries.ts';
import type { CompletionTimeCount } from './rules.ts';
import { isUnlinked, subtractRows } from './unlinked-queries.ts';

export interface KeyedCompletionTime extends CompletionTimeCount {
  is_present: boolean;
  /** Payment method, refund method or rail. */
  key: string;
}

/** Completion times of payments, refunds and disbursements, in buckets. */
export async function readCompletionTimes(tx: Reader, options: CountOptions): Promise<KeyedCompletionTime[]> {
  const { present, previous } = toRanges(options.period);
  const listTimes = (range: DayRange) => buildScope(tx, (of) => buildCompletionTimes(of, range, options));
  const { rows } = await sql<KeyedCompletionTime>`
    select c.is_present, c.key, c.bucket, sum(c.count)::bigint as count
    from (
      select true as is_present, p.* from ${listTimes(present)} p
      union all
      select false, b.* from ${listTimes(previous)} b) c
    group by 1, 2, 3
    having sum(c.count) <> 0`.execute(tx.sql);
  return rows;
}

function buildCompletionTimes(
  merchant_id: MerchantOf,
  range: DayRange,
  { tab, filter }: CountOptions,
): RawBuilder<unknown> {
  const by_column = toDayFilter(filter);
  const { roll_up, key } = COMPLETION_TIMES[tab];
  if (tab === 'payments' && isUnlinked(by_column)) {
    const rest = { ...by_column, payment_link_id: undefined };
    const read = (of: DayRollUp) =>
      buildMonthCounts(sumCompletionTimes(of, key, rest), merchant_id, range, { filter: rest });
    const columns = { keys: [key, 'bucket'], measures: ['count'] };
    return sql`(select ${sql.ref(`w.${key}`)} as key, w.bucket, w.count
      from ${subtractRows(read(roll_up), read(LINK_COMPLETION_TIMES_BY_DAY), columns)} w)`;
  }
  const of_link = by_column.payment_link_id?.length === 1 ? LINK_COMPLETION_TIMES_BY_DAY : roll_up;
  return sql`(select ${sql.ref(`w.${key}`)} as key, w.bucket, w.count
    from ${buildMonthCounts(sumCompletionTimes(of_link, key, by_column), merchant_id, range, { filter: by_column })} w)`;
}

/** The counts by key and bucket, and by the columns of the filter. */
const sumCompletionTimes = (roll_up: DayRollUp, key: string, filter: DayFilter): DayRollUp =>
  groupByDimensions(roll_up, [key, 'bucket', ...listFilterEntries(filter).map(([name]) => name)]);

const COMPLETION_TIMES: Record<AnalyticsTab, { roll_up: DayRollUp; key: string }> = {
  payments: { roll_up: COMPLETION_TIMES_BY_DAY, key: 'method' },
  refunds: { roll_up: REFUND_COMPLETION_TIMES_BY_DAY, key: 'method' },
  disbursements: { roll_up: DISBURSEMENT_COMPLETION_TIMES_BY_DAY, key: 'rail' },
};
