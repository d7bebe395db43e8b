/** The period of the dashboard in its three forms: the address of the screen, words, and the API's query. Days are WIB. */
import { type DashboardInterval, DASHBOARD_MAX_DAYS } from '@dasbor/contract/dashboard';
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import { DAY_PERIODS, type DayPeriod } from '../ui/day-periods.ts';
import { formatDay } from '../ui/instant.tsx';

/** First and last business day, both included. */
export interface Days {
  first: string;
  last: string;
}

export interface Period extends Days {
  /** Absent for days that were chosen one by one. */
  preset?: DayPeriod;
  is_compared: boolean;
}

const DAY_MS = 86_400_000;

/** The business day `days` after another. */
export const addDays = (day: string, days: number): string =>
  toBusinessDay(new Date(startOfBusinessDay(day).getTime() + days * DAY_MS));

/** How many business days a period has. */
export const countDays = ({ first, last }: Days): number =>
  Math.round((startOfBusinessDay(last).getTime() - startOfBusinessDay(first).getTime()) / DAY_MS) + 1;

/** The days that a preset means today. */
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

/** What is wrong with chosen days; null when nothing is. */
export function validateDays({ first, last }: Days, today: string): string | null {
  if (!isDay(first) || !isDay(last)) return 'Choose a first and a last day.';
  if (first > last) return 'The period ends before it begins.';
  if (last > today) return 'The period ends in the future.';
  // The last day of the longest period is today, which is not over: its span stays below the limit.
  return countDays({ first, last }) > DASHBOARD_MAX_DAYS ? `A period has at most ${DASHBOARD_MAX_DAYS} days.` : null;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

type Search = Record<string, string | undefined>;

/** The period that an address describes; what it does not understand is the last 7 days. */
export function parsePeriod(search: Search, today: string): Period {
  const is_compared = search['compare'] !== 'no';
  const days = { first: search['from'] ?? '', last: search['to'] ?? '' };
  if (search['range'] === undefined && validateDays(days, today) === null) return { ...days, is_compared };
  const preset = DAY_PERIODS.find(({ id }) => id === search['range'])?.id ?? '7d';
  return { ...resolvePreset(preset, today), preset, is_compared };
}

/** The address of a period: only what differs from the last 7 days, compared. */
export function toSearch({ preset, first, last, is_compared }: Period): Search {
  const days = preset === undefined ? { from: first, to: last } : preset === '7d' ? {} : { range: preset };
  return { ...days, ...(is_compared ? {} : { compare: 'no' }) };
}

/** The period as the API takes it; a period that includes today ends now. */
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

/** Steps that a chart of the period can show side by side. */
export function getInterval(days: Days): DashboardInterval {
  const length = countDays(days);
  if (length <= 2) return 'hour';
  return length <= 62 ? 'day' : 'week';
}
