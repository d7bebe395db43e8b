/** Periods of whole business days in Jakarta time. */
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import type { DayPeriod } from '../ui/day-periods.ts';

/** First and last day, both included and optional. */
export interface Days {
  from_day?: string | undefined;
  to_day?: string | undefined;
}

const getDayBefore = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - duration.days(count)).toISOString().slice(0, 10);
const getFirstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The days of a named period at `now`. */
export function toDays(period: DayPeriod, now: Date): Days {
  const today = toBusinessDay(now);
  if (period === 'today') return { from_day: today };
  if (period === 'yesterday') return { from_day: getDayBefore(today), to_day: getDayBefore(today) };
  if (period === '7d') return { from_day: getDayBefore(today, 6) };
  if (period === '30d') return { from_day: getDayBefore(today, 29) };
  if (period === 'this-month') return { from_day: getFirstOfMonth(today) };
  const last_day = getDayBefore(getFirstOfMonth(today));
  return { from_day: getFirstOfMonth(last_day), to_day: last_day };
}

/** The instants of days; `to` is exclusive. */
export const toInstants = ({ from_day, to_day }: Days): { from?: string; to?: string } => ({
  ...(from_day === undefined ? {} : { from: startOfBusinessDay(from_day).toISOString() }),
  ...(to_day === undefined
    ? {}
    : { to: new Date(startOfBusinessDay(to_day).getTime() + duration.days(1)).toISOString() }),
});
