/** Links from figures to the list that shows what they count. */
import type { Analytics, AnalyticsTab } from '@dasbor/contract/analytics';
import * as duration from '@dasbor/contract/duration';

/** Longest range of the lists. */
const LIST_MAX_DAYS = 180;

export interface ListLink {
  to: '/transaction' | '/disbursement' | '/dashboard';
  search: Record<string, string>;
}

/** Whose figures and lists they are: those of the merchant, or those of many merchants for the provider. */
export type AnalyticsScope = 'merchant' | 'provider';

const LISTS: Record<AnalyticsScope, Record<AnalyticsTab, ListLink>> = {
  merchant: {
    payments: { to: '/transaction', search: {} },
    refunds: { to: '/transaction', search: { view: 'refunds' } },
    disbursements: { to: '/disbursement', search: {} },
  },
  provider: {
    payments: { to: '/dashboard', search: { tab: 'transactions' } },
    refunds: { to: '/dashboard', search: { tab: 'refunds' } },
    disbursements: { to: '/dashboard', search: { tab: 'disbursements' } },
  },
};

export interface DrillDownInput {
  scope: AnalyticsScope;
  tab: AnalyticsTab;
  from: string;
  to: string;
  /** The filter of the widget or row; null: no list shows it. */
  filter: Record<string, string> | null;
  /** Filters of the screen. */
  filters: Record<string, string>;
}

/** Lists name some filters otherwise. */
const LIST_NAMES: Readonly<Record<string, string>> = { refund_method: 'method' };

/** null when no list shows it: there is no such filter, or the range is too long for lists. */
export function buildListLink({ scope, tab, from, to, filter, filters }: DrillDownInput): ListLink | null {
  if (filter === null || Date.parse(to) - Date.parse(from) > duration.days(LIST_MAX_DAYS)) return null;
  const own = Object.entries(filters).map(([name, value]) => [LIST_NAMES[name] ?? name, value]);
  const list = LISTS[scope][tab];
  return { to: list.to, search: { ...list.search, from, to, ...Object.fromEntries(own), ...filter } };
}

/** The bounds of a point: the part of its interval inside the period. */
export function clipPoint(data: Pick<Analytics, 'from' | 'to'>, point: { at: string; to: string }) {
  return { from: point.at < data.from ? data.from : point.at, to: point.to > data.to ? data.to : point.to };
}
