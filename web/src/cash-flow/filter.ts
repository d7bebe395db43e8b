/** What of the cash flow is shown, and its two other forms: the address of the screen and the API's query. */
import {
  CASH_FLOW_ACCOUNTS,
  CASH_FLOW_CATEGORIES,
  CASH_FLOW_MAX_DAYS,
  type CashFlowAccount,
  type CashFlowCategory,
} from '@dasbor/contract/cash-flow';
import { toBusinessDay } from '@dasbor/contract/time';
import { DAY_PERIODS } from '../ui/day-periods.ts';

export const FLOW_PERIODS = [
  ...DAY_PERIODS,
  { id: '90d', label: 'Last 90 days' },
  { id: '180d', label: 'Last 180 days' },
] as const;
export type FlowPeriod = (typeof FLOW_PERIODS)[number]['id'];

/** First and last day (WIB), both included. */
export interface Days {
  from: string;
  to: string;
}

export interface FlowFilter {
  /** By name; null: the days are named. */
  period: FlowPeriod | null;
  /** Only without a period by name. */
  days: Days | null;
  account: CashFlowAccount;
  /** None: all. */
  categories: CashFlowCategory[];
}

/** What the screen shows when nothing was chosen. */
export const DEFAULT_PERIOD: FlowPeriod = '30d';
export const NO_FILTER: FlowFilter = { period: DEFAULT_PERIOD, days: null, account: 'settled', categories: [] };

const DAY_MS = 86_400_000;
const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

const LENGTHS: Partial<Record<FlowPeriod, number>> = { today: 1, '7d': 7, '30d': 30, '90d': 90, '180d': 180 };

/** The days that a period means on a day. */
export function getPeriodDays(period: FlowPeriod, today: string): Days {
  const length = LENGTHS[period];
  if (length !== undefined) return { from: addDays(today, 1 - length), to: today };
  if (period === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) };
  if (period === 'this-month') return { from: firstOfMonth(today), to: today };
  const last = addDays(firstOfMonth(today), -1);
  return { from: firstOfMonth(last), to: last };
}

/** What is wrong with two days; null when nothing is. */
export function findDaysError({ from, to }: Days): string | null {
  if (!isDay(from) || !isDay(to)) return 'Choose both days.';
  if (from > to) return 'The period ends before it begins.';
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return length > CASH_FLOW_MAX_DAYS ? `A period has at most ${CASH_FLOW_MAX_DAYS} days.` : null;
}

const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The filter of an address. What it does not understand it leaves out: old links must not break. */
export function parseFilter(search: Record<string, string | undefined>): FlowFilter {
  const days = { from: search['from'] ?? '', to: search['to'] ?? '' };
  const are_named = findDaysError(days) === null;
  const named = FLOW_PERIODS.find(({ id }) => id === search['period'])?.id ?? DEFAULT_PERIOD;
  const categories = new Set((search['category'] ?? '').split(','));
  return {
    period: are_named ? null : named,
    days: are_named ? days : null,
    account: CASH_FLOW_ACCOUNTS.find((each) => each === search['account']) ?? 'settled',
    categories: CASH_FLOW_CATEGORIES.filter((each) => categories.has(each)),
  };
}

/** The address of a filter: only what is set, so that links stay short. */
export function toSearch({ period, days, account, categories }: FlowFilter): Record<string, string> {
  return {
    ...(days === null ? {} : { ...days }),
    ...(period === null || period === DEFAULT_PERIOD ? {} : { period }),
    ...(account === 'settled' ? {} : { account }),
    ...(categories.length === 0 ? {} : { category: categories.join(',') }),
  };
}

export const isFiltered = (filter: FlowFilter): boolean => Object.keys(toSearch(filter)).length > 0;

/** The days that are shown, at `now`. */
export const getDays = ({ period, days }: FlowFilter, now = new Date()): Days =>
  days ?? getPeriodDays(period ?? DEFAULT_PERIOD, toBusinessDay(now));

/** As the API takes it; the categories only matter to files and to the movements of a day. */
export const toQuery = (filter: FlowFilter, now = new Date()) => ({
  ...getDays(filter, now),
  account: filter.account,
});

export const toCategoryQuery = ({ categories }: FlowFilter) =>
  categories.length === 0 ? {} : { category: categories };

/** Money of which a forecast is made; what others hold does not come from settlements. */
const FORECAST_ACCOUNTS = ['settled', 'available', 'pending_settlement'] as const;
export type ForecastAccount = (typeof FORECAST_ACCOUNTS)[number];

/** Whose forecast stands beside these days: only where they reach up to today. */
export function getForecastAccount(filter: FlowFilter, now = new Date()): ForecastAccount | null {
  if (getDays(filter, now).to < toBusinessDay(now)) return null;
  return FORECAST_ACCOUNTS.find((account) => account === filter.account) ?? null;
}
