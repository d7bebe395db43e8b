/** Days on which money settles: business days, T+n, cut-off hours. Pure. Days are those of Jakarta, `YYYY-MM-DD`. */
import { startOfBusinessDay } from '@dasbor/contract/time';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** No terms reach further back, whatever holidays lie between. */
const LOOK_BACK_DAYS = 90;

/** How long a payment waits. */
export interface Term {
  /** The n of T+n. */
  days: number;
  basis: 'calendar' | 'business';
  /** Payments from this hour on (WIB) belong to the next day; 24: none. */
  cut_off_hour: number;
}

export const addDays = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** 1 for Monday to 7 for Sunday. */
export const getWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** Whether banks work: no Saturday, no Sunday, no holiday, no joint leave. */
export const isBusinessDay = (day: string, holidays: ReadonlySet<string>): boolean =>
  getWeekday(day) <= 5 && !holidays.has(day);

/** The day itself if banks work then, else the next one on which they do. */
export function nextBusinessDay(day: string, holidays: ReadonlySet<string>): string {
  let candidate = day;
  while (!isBusinessDay(candidate, holidays)) candidate = addDays(candidate);
  return candidate;
}

/**
 * The day on which a payment of a day settles: `days` calendar days later, or on the `days`-th business day after it.
 * T+0 by business days is the day itself if banks work then, else the next one on which they do.
 */
export function getSettlementDay(paid_day: string, { days, basis }: Term, holidays: ReadonlySet<string>): string {
  if (basis === 'calendar') return addDays(paid_day, days);
  let day = days === 0 ? nextBusinessDay(paid_day, holidays) : paid_day;
  for (let left = days; left > 0; left--) day = nextBusinessDay(addDays(day), holidays);
  return day;
}

/** The business day (WIB) that a payment counts for: the next one when it came after the cut-off. */
export function getPaidDay(paid_at: Date, { cut_off_hour }: Term): string {
  return toBusinessDay(new Date(paid_at.getTime() + (24 - cut_off_hour) * HOUR_MS));
}

const toBusinessDay = (at: Date): string => new Date(at.getTime() + 7 * HOUR_MS).toISOString().slice(0, 10);

/**
 * The instant before which payments are due on a day: every payment before it settles on that day or earlier, every
 * later one after it. One comparison decides for a million rows.
 */
export function getDueCutOff(day: string, term: Term, holidays: ReadonlySet<string>): Date {
  for (let back = 0; back <= LOOK_BACK_DAYS; back++) {
    const paid_day = addDays(day, -back);
    if (getSettlementDay(paid_day, term, holidays) > day) continue;
    const end_of_paid_day = startOfBusinessDay(addDays(paid_day)).getTime();
    return new Date(end_of_paid_day - (24 - term.cut_off_hour) * HOUR_MS);
  }
  return new Date(0);
}

export interface Schedule {
  schedule: 'daily' | 'weekly' | 'monthly';
  weekday: number | null;
  month_day: number | null;
}

/**
 * Whether a batch is made on a day. A weekly or monthly day on which banks do not work is made up for on the next one
 * on which they do.
 */
export function isSettlementDay(
  day: string,
  { schedule, weekday, month_day }: Schedule,
  holidays: ReadonlySet<string>,
): boolean {
  if (schedule === 'daily') return true;
  if (!isBusinessDay(day, holidays)) return false;
  const isWanted = (candidate: string): boolean =>
    schedule === 'weekly' ? getWeekday(candidate) === weekday : Number(candidate.slice(8)) === month_day;
  for (let wanted = day; ; wanted = addDays(wanted, -1)) {
    if (isWanted(wanted)) return true;
    if (isBusinessDay(addDays(wanted, -1), holidays)) return false;
  }
}
