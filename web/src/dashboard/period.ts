/** The dashboard period as URL, label and API query. Days are in WIB. */
import { type DashboardInterval, DASHBOARD_MAX_DAYS } from '@dasbor/contract/dashboard';
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import { DAY_PERIODS, type DayPeriod } from '../ui/day-periods.ts';
import { formatDay } from '../ui/instant.tsx';
import { messages } from './messages.ts';

/** First and last business day, both included. */
export interface Days {
  first: string;
  last: string;
}

export interface Period extends Days {
  /** Absent for a custom period. */
  preset?: DayPeriod;
  is_compared: boolean;
}

/** The business day `days` after another. */
export const addDays = (day: string, days: number): string =>
  toBusinessDay(new Date(startOfBusinessDay(day).getTime() + duration.days(days)));

/** Number of business days of a period. */
export const countDays = ({ first, last }: Days): number =>
  Math.round((startOfBusinessDay(last).getTime() - startOfBusinessDay(first).getTime()) / duration.days(1)) + 1;

/** The days of a preset on a given day. */
export function resolvePreset(preset: DayPeriod, today: string): Days {
  const first_of_month = `${today.slice(0, 7)}-01`;
  const last_month_end = addDays(first_of_month, -1);
  switch (preset) {
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) };
    case '7d':
      return { first: addDays(today, -6), last: today };
    case '30d':
      return { first: addDays(today, -29), last: today };
    case 'this-month':
      return { first: first_of_month, last: today };
    case 'last-month':
      return { first: `${last_month_end.slice(0, 7)}-01`, last: last_month_end };
  }
}

/** Validation error of a custom period; null when it is valid. */
export function validateDays({ first, last }: Days, today: string): string | null {
  const t = messages().period;
  if (!isDay(first) || !isDay(last)) return t.missing;
  if (first > last) return t.reversed;
  if (last > today) return t.future;
  // The last day of the longest period is today, which is incomplete, so the span stays below the limit.
  return countDays({ first, last }) > DASHBOARD_MAX_DAYS ? t.too_long(DASHBOARD_MAX_DAYS) : null;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

type Search = Record<string, string | undefined>;

/** Parses the period of a URL; anything invalid is the last 7 days. */
export function parsePeriod(search: Search, today: string): Period {
  const is_compared = search['compare'] !== 'no';
  const days = { first: search['from'] ?? '', last: search['to'] ?? '' };
  if (search['range'] === undefined && validateDays(days, today) === null) return { ...days, is_compared };
  const preset = DAY_PERIODS.find(({ id }) => id === search['range'])?.id ?? '7d';
  return { ...resolvePreset(preset, today), preset, is_compared };
}

/** URL parameters of a period: only what differs from the default, the last 7 days with comparison. */
export function toSearch({ preset, first, last, is_compared }: Period): Search {
  const days = preset === undefined ? { from: first, to: last } : preset === '7d' ? {} : { range: preset };
  return { ...days, ...(is_compared ? {} : { compare: 'no' }) };
}

/** API query of a period; a period that includes today ends now. */
export function toPeriodQuery({ first, last }: Days, today: string): { from: string; to?: string } {
  const from = startOfBusinessDay(first).toISOString();
  return last >= today ? { from } : { from, to: startOfBusinessDay(addDays(last, 1)).toISOString() };
}

/** `Last 7 days`, or `1 Nov 2026 – 20 Nov 2026`. */
export function formatPeriod({ preset, first, last }: Period): string {
  const label = DAY_PERIODS.find(({ id }) => id === preset)?.label;
  if (label !== undefined) return label;
  const [from, to] = [formatBusinessDay(first), formatBusinessDay(last)];
  return first === last ? from : `${from} – ${to}`;
}

const formatBusinessDay = (day: string): string => formatDay(startOfBusinessDay(day).toISOString());

/** Interval that a chart of the period can show. */
export function getInterval(days: Days): DashboardInterval {
  const length = countDays(days);
  if (length <= 2) return 'hour';
  return length <= 62 ? 'day' : 'week';
}
