/** The dashboard period as URL, label and API query. Days are in WIB. */
import { type DashboardInterval, DASHBOARD_MAX_DAYS } from '@dasbor/contract/dashboard';
import { addDays, countDays, startOfBusinessDay } from '@dasbor/contract/time';
import { DAY_PERIODS, type DayPeriod, resolveDayPeriod } from '../ui/day-periods.ts';
import { formatDay } from '../ui/instant.tsx';
import { messages as sharedMessages } from '../ui/messages.ts';

/** First and last business day, both included. */
export interface DateRange {
  first: string;
  last: string;
}

export interface Period extends DateRange {
  /** Absent for a custom period. */
  preset?: DayPeriod;
  is_compared: boolean;
}

/** Validation error of a custom period; null when it is valid. */
export function validateDays({ first, last }: DateRange, today: string): string | null {
  const t = sharedMessages().period;
  if (!isDay(first) || !isDay(last)) return t.days_missing;
  if (first > last) return t.reversed_days;
  if (last > today) return t.future;
  // The last day of the longest period is today, which is incomplete, so the span stays below the limit.
  return countDays(first, last) > DASHBOARD_MAX_DAYS ? t.too_long(DASHBOARD_MAX_DAYS) : null;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

type Search = Record<string, string | undefined>;

/** Parses the period of a URL; anything invalid is the last 7 days. */
export function parsePeriod(search: Search, today: string): Period {
  const is_compared = search['compare'] !== 'no';
  const days = { first: search['from'] ?? '', last: search['to'] ?? '' };
  if (search['range'] === undefined && validateDays(days, today) === null) return { ...days, is_compared };
  const preset = DAY_PERIODS.find(({ id }) => id === search['range'])?.id ?? '7d';
  return { ...resolveDayPeriod(preset, today), preset, is_compared };
}

/** URL parameters of a period: only what differs from the default, the last 7 days with comparison. */
export function toSearch({ preset, first, last, is_compared }: Period): Search {
  const days = preset === undefined ? { from: first, to: last } : preset === '7d' ? {} : { range: preset };
  return { ...days, ...(is_compared ? {} : { compare: 'no' }) };
}

/** API query of a period; a period that includes today ends now. */
export function toPeriodQuery({ first, last }: DateRange, today: string): { from: string; to?: string } {
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
export function chooseInterval(days: DateRange): DashboardInterval {
  const length = countDays(days.first, days.last);
  if (length <= 2) return 'hour';
  return length <= 62 ? 'day' : 'week';
}
