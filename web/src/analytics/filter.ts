/** The state of analytics in the URL, and its conversion to the API query. Days are in WIB. */
import {
  ANALYTICS_FILTERS,
  ANALYTICS_INTERVALS,
  ANALYTICS_MAX_DAYS,
  ANALYTICS_TABS,
  type AnalyticsInterval,
  type AnalyticsTab,
} from '@dasbor/contract/analytics';
import { addDays, countDays, startOfBusinessDay } from '@dasbor/contract/time';
import { DAY_PERIODS, namedPeriod, resolveDayPeriod } from '../ui/day-periods.ts';
import { formatDay } from '../ui/instant.tsx';
import { messages as sharedMessages } from '../ui/messages.ts';
import { messages } from './messages.ts';

export const PERIODS = [
  ...DAY_PERIODS,
  namedPeriod('90d', () => messages().period.last_90_days),
  namedPeriod('365d', () => messages().period.last_365_days),
] as const;
export type PeriodId = (typeof PERIODS)[number]['id'];
const DEFAULT_PERIOD: PeriodId = '30d';

/** First and last day, both included. */
export interface DateRange {
  first: string;
  last: string;
}

/** Filters that are set; their names are those of the API. */
export type Filters = Record<string, string>;

/** Filters that only the provider has. */
export const PROVIDER_FILTERS: readonly string[] = ['merchant_id', 'group_id'];

export interface AnalyticsState extends DateRange {
  tab: AnalyticsTab;
  /** Id of a board; null: the widgets of the tab. */
  board: string | null;
  /** Absent for a custom period. */
  preset?: PeriodId | undefined;
  /** Absent: by the length of the period. */
  interval?: AnalyticsInterval | undefined;
  is_compared: boolean;
  filters: Filters;
}

type Search = Record<string, string | undefined>;

function resolvePeriod(period: PeriodId, today: string): DateRange {
  if (period === '90d') return { first: addDays(today, -89), last: today };
  if (period === '365d') return { first: addDays(today, -364), last: today };
  return resolveDayPeriod(period, today);
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Validation error of a custom period; null when it is valid. */
export function validateDays({ first, last }: DateRange, today: string): string | null {
  const t = sharedMessages().period;
  if (!isDay(first) || !isDay(last)) return t.days_missing;
  if (first > last) return t.reversed_days;
  if (last > today) return t.future;
  return countDays(first, last) > ANALYTICS_MAX_DAYS ? t.too_long(ANALYTICS_MAX_DAYS) : null;
}

/** The state of a URL. What it does not understand is left out, so that old links still work. */
export function parseState(search: Search, today: string, more: readonly string[] = []): AnalyticsState {
  const tab = ANALYTICS_TABS.find((each) => each === search['tab']) ?? 'payments';
  const names: readonly string[] = [...ANALYTICS_FILTERS[tab], ...more];
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return value === undefined || value === '' ? [] : [[name, String(value)]];
    }),
  );
  const shared = {
    tab,
    board: search['board'] ?? null,
    interval: ANALYTICS_INTERVALS.find((each) => each === search['interval']),
    is_compared: search['compare'] !== 'no',
    filters,
  };
  const days = { first: search['from'] ?? '', last: search['to'] ?? '' };
  if (search['range'] === undefined && validateDays(days, today) === null) return { ...shared, ...days };
  const preset = PERIODS.find(({ id }) => id === search['range'])?.id ?? DEFAULT_PERIOD;
  return { ...shared, preset, ...resolvePeriod(preset, today) };
}

/** The URL of a state: only what differs from the default. */
export function toSearch(state: AnalyticsState): Record<string, string> {
  const { tab, board, preset, first, last, interval, is_compared, filters } = state;
  const days: Filters =
    preset === undefined ? { from: first, to: last } : preset === DEFAULT_PERIOD ? {} : { range: preset };
  return {
    ...(board === null ? {} : { board }),
    ...(tab === 'payments' ? {} : { tab }),
    ...days,
    ...(interval === undefined ? {} : { interval }),
    ...(is_compared ? {} : { compare: 'no' }),
    ...filters,
  };
}

/** The period as the API takes it; one that includes today ends now. */
export function toPeriodQuery({ first, last, interval }: AnalyticsState, today: string) {
  return {
    from: startOfBusinessDay(first).toISOString(),
    ...(last >= today ? {} : { to: startOfBusinessDay(addDays(last, 1)).toISOString() }),
    ...(interval === undefined ? {} : { interval }),
  };
}

/** `Last 30 days`, or `1 Nov 2026 – 20 Nov 2026`. */
export function formatPeriod({ preset, first, last }: AnalyticsState): string {
  const label = PERIODS.find(({ id }) => id === preset)?.label;
  if (label !== undefined) return label;
  return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
}
