/** The filter of the cash flow, and its conversion to the URL and to the API query. */
import {
  CASH_FLOW_ACCOUNTS,
  CASH_FLOW_CATEGORIES,
  CASH_FLOW_MAX_DAYS,
  type CashFlowAccount,
  type CashFlowCategory,
} from '@dasbor/contract/cash-flow';
import * as duration from '@dasbor/contract/duration';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { DAY_PERIODS, namedPeriod, resolveDayPeriod } from '../ui/day-periods.ts';
import { messages as sharedMessages } from '../ui/messages.ts';
import { messages } from './messages.ts';

export const FLOW_PERIODS = [
  ...DAY_PERIODS,
  namedPeriod('90d', () => messages().filter.last_90_days),
  namedPeriod('180d', () => messages().filter.last_180_days),
] as const;
export type FlowPeriod = (typeof FLOW_PERIODS)[number]['id'];

/** First and last day (WIB), inclusive. */
export interface DateRange {
  from: string;
  to: string;
}

export interface FlowFilter {
  /** Named period; null when days are set. */
  period: FlowPeriod | null;
  /** Only set without a named period. */
  days: DateRange | null;
  account: CashFlowAccount;
  /** All when empty. */
  categories: CashFlowCategory[];
}

/** The default filter. */
export const DEFAULT_PERIOD: FlowPeriod = '30d';
export const NO_FILTER: FlowFilter = { period: DEFAULT_PERIOD, days: null, account: 'settled', categories: [] };

/** The days of a named period, relative to today. */
export function calculatePeriodDays(period: FlowPeriod, today: string): DateRange {
  if (period === '90d') return { from: addDays(today, -89), to: today };
  if (period === '180d') return { from: addDays(today, -179), to: today };
  const { first, last } = resolveDayPeriod(period, today);
  return { from: first, to: last };
}

/** The error of a custom period; null when it is valid. What is still to come is the forecast. */
export function findDaysError({ from, to }: DateRange, today = toBusinessDay(new Date())): string | null {
  const t = sharedMessages().period;
  if (!isDay(from) || !isDay(to)) return t.days_missing;
  if (from > to) return t.reversed_days;
  if (to > today) return t.future;
  const length = (Date.parse(to) - Date.parse(from)) / duration.days(1) + 1;
  return length > CASH_FLOW_MAX_DAYS ? t.too_long(CASH_FLOW_MAX_DAYS) : null;
}

const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The filter of a URL. Unknown values are ignored, so that old links still work. */
export function parseFilter(search: Record<string, string | undefined>, now = new Date()): FlowFilter {
  const days = { from: search['from'] ?? '', to: search['to'] ?? '' };
  const has_days = findDaysError(days, toBusinessDay(now)) === null;
  const named = FLOW_PERIODS.find(({ id }) => id === search['period'])?.id ?? DEFAULT_PERIOD;
  const categories = new Set((search['category'] ?? '').split(','));
  return {
    period: has_days ? null : named,
    days: has_days ? days : null,
    account: CASH_FLOW_ACCOUNTS.find((each) => each === search['account']) ?? 'settled',
    categories: CASH_FLOW_CATEGORIES.filter((each) => categories.has(each)),
  };
}

/** The URL of a filter, without defaults. */
export function toSearch({ period, days, account, categories }: FlowFilter): Record<string, string> {
  return {
    ...(days === null ? {} : { ...days }),
    ...(period === null || period === DEFAULT_PERIOD ? {} : { period }),
    ...(account === 'settled' ? {} : { account }),
    ...(categories.length === 0 ? {} : { category: categories.join(',') }),
  };
}

export const isFiltered = (filter: FlowFilter): boolean => Object.keys(toSearch(filter)).length > 0;

/** The displayed days at `now`. */
export const getDays = ({ period, days }: FlowFilter, now = new Date()): DateRange =>
  days ?? calculatePeriodDays(period ?? DEFAULT_PERIOD, toBusinessDay(now));

/** The API query. Categories only apply to files and to the movements of a day. */
export const toQuery = (filter: FlowFilter, now = new Date()) => ({
  ...getDays(filter, now),
  account: filter.account,
});

export const toCategoryQuery = ({ categories }: FlowFilter) =>
  categories.length === 0 ? {} : { category: categories };

/** Accounts with a forecast: those that settlements affect. */
const FORECAST_ACCOUNTS = ['settled', 'available', 'pending_settlement'] as const;
export type ForecastAccount = (typeof FORECAST_ACCOUNTS)[number];

/** The account of the forecast; null if the period ends before today or the account has none. */
export function chooseForecastAccount(filter: FlowFilter, now = new Date()): ForecastAccount | null {
  if (getDays(filter, now).to < toBusinessDay(now)) return null;
  return FORECAST_ACCOUNTS.find((account) => account === filter.account) ?? null;
}
