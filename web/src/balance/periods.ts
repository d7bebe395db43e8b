/** Periods of whole business days in Jakarta: by name, or from one day to another. */
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import type { DayPeriod } from '../ui/day-periods.ts';

/** First and last day, both included; an absent end is open. */
export interface Days {
  from_day?: string | undefined;
  to_day?: string | undefined;
}

const DAY_MS = 86_400_000;

const dayBefore = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** The days that a period means at `now`. */
export function daysOf(period: DayPeriod, now: Date): Days {
  const today = toBusinessDay(now);
  if (period === 'today') return { from_day: today };
  if (period === 'yesterday') return { from_day: dayBefore(today), to_day: dayBefore(today) };
  if (period === '7d') return { from_day: dayBefore(today, 6) };
  if (period === '30d') return { from_day: dayBefore(today, 29) };
  if (period === 'this-month') return { from_day: firstOfMonth(today) };
  const last_day = dayBefore(firstOfMonth(today));
  return { from_day: firstOfMonth(last_day), to_day: last_day };
}

/** The instants of days; `to` is exclusive. */
export const instantsOf = ({ from_day, to_day }: Days): { from?: string; to?: string } => ({
  ...(from_day === undefined ? {} : { from: startOfBusinessDay(from_day).toISOString() }),
  ...(to_day === undefined ? {} : { to: new Date(startOfBusinessDay(to_day).getTime() + DAY_MS).toISOString() }),
});
