/** Periods of whole business days in Jakarta time. */
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { type DayPeriod, resolveDayPeriod } from '../ui/day-periods.ts';

/** First and last day, both included and optional. */
export interface DateRange {
  from_day?: string | undefined;
  to_day?: string | undefined;
}

/** The days of a named period at `now`; open-ended when it includes today. */
export function resolvePeriod(period: DayPeriod, now: Date): DateRange {
  const today = toBusinessDay(now);
  const { first, last } = resolveDayPeriod(period, today);
  return { from_day: first, ...(last < today ? { to_day: last } : {}) };
}

/** The instants of days; `to` is exclusive. */
export const toInstants = ({ from_day, to_day }: DateRange): { from?: string; to?: string } => ({
  ...(from_day === undefined ? {} : { from: startOfBusinessDay(from_day).toISOString() }),
  ...(to_day === undefined ? {} : { to: startOfBusinessDay(addDays(to_day, 1)).toISOString() }),
});
