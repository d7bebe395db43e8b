/** Settlement days: business days, T+n and cut-off hours. Pure. Days are Jakarta business days, `YYYY-MM-DD`. */
import * as duration from '@dasbor/contract/duration';
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';

/** Longest term in calendar days, holidays included. */
const LOOK_BACK_DAYS = 90;

/** When a payment settles, counted from the day on which it was paid. */
export interface Term {
  /** The n of T+n. */
  days: number;
  basis: 'calendar' | 'business';
  /** Payments from this hour (WIB) count for the next day; 24: no cut-off. */
  cut_off_hour: number;
}

/** 1 for Monday to 7 for Sunday. */
export const toWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Whether banks are open: not a weekend, a holiday or joint leave. */
export const isBusinessDay = (day: string, holidays: ReadonlySet<string>): boolean =>
  toWeekday(day) <= 5 && !holidays.has(day);

/** The day itself if it is a business day, otherwise the next one. */
export function findNextBusinessDay(day: string, holidays: ReadonlySet<string>): string {
  let candidate = day;
  while (!isBusinessDay(candidate, holidays)) candidate = addDays(candidate);
  return candidate;
}

/**
 * The settlement day of a payment: `days` calendar days later, or the `days`-th business day after it. T+0 in business
 * days is the day itself if it is a business day, otherwise the next one.
 */
export function calculateSettlementDay(paid_day: string, { days, basis }: Term, holidays: ReadonlySet<string>): string {
  if (basis === 'calendar') return addDays(paid_day, days);
  let day = days === 0 ? findNextBusinessDay(paid_day, holidays) : paid_day;
  for (let left = days; left > 0; left--) day = findNextBusinessDay(addDays(day), holidays);
  return day;
}

/** The day (WIB) that a payment counts for: the next one after the cut-off hour. */
export function toPaidDay(paid_at: Date, { cut_off_hour }: Term): string {
  return toBusinessDay(new Date(paid_at.getTime() + duration.hours(24 - cut_off_hour)));
}

/**
 * The instant that separates due payments from later ones: payments before it settle on the day or earlier, payments
 * from it on settle later. One comparison per row is enough.
 */
export function calculateDueCutOff(day: string, term: Term, holidays: ReadonlySet<string>): Date {
  for (let back = 0; back <= LOOK_BACK_DAYS; back++) {
    const paid_day = addDays(day, -back);
    if (calculateSettlementDay(paid_day, term, holidays) > day) continue;
    const end_of_paid_day = startOfBusinessDay(addDays(paid_day)).getTime();
    return new Date(end_of_paid_day - duration.hours(24 - term.cut_off_hour));
  }
  return new Date(0);
}

export interface Schedule {
  schedule: 'daily' | 'weekly' | 'monthly';
  weekday: number | null;
  month_day: number | null;
}

/** Whether the schedule closes a batch on a day. A weekly or monthly day that is a holiday moves to the next business day. */
export function isSettlementDay(
  day: string,
  { schedule, weekday, month_day }: Schedule,
  holidays: ReadonlySet<string>,
): boolean {
  if (schedule === 'daily') return true;
  if (!isBusinessDay(day, holidays)) return false;
  const isScheduled = (candidate: string): boolean =>
    schedule === 'weekly' ? toWeekday(candidate) === weekday : Number(candidate.slice(8)) === month_day;
  for (let scheduled = day; ; scheduled = addDays(scheduled, -1)) {
    if (isScheduled(scheduled)) return true;
    if (isBusinessDay(addDays(scheduled, -1), holidays)) return false;
  }
}
