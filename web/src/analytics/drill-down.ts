/** Links from metrics to the list that shows what they count. */
import type { Analytics, AnalyticsTab } from '@dasbor/contract/analytics';
import * as duration from '@dasbor/contract/duration';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { RANGE_MAX_DAYS } from '../list/range-presets.ts';

export interface LinkTarget {
  to: '/transaction' | '/disbursement' | '/dashboard';
  search: Record<string, string>;
}

/** A part of a period that a list accepts; `to` is exclusive. */
export interface DrillDownLink {
  from: string;
  to: string;
  link: LinkTarget;
  /** What the list of the part is asked for, as its totals take it. */
  query: Record<string, string>;
}

/** The lists behind a metric: none, one, or one for each part of a period that is too long for one list. */
export type DrillDownLinks = readonly DrillDownLink[];

/** Whose metrics and lists they are: those of the merchant, or those of many merchants for the provider. */
export type AnalyticsScope = 'merchant' | 'provider';

const LISTS: Record<AnalyticsScope, Record<AnalyticsTab, LinkTarget>> = {
  merchant: {
    payments: { to: '/transaction', search: {} },
    refunds: { to: '/transaction', search: { view: 'refunds' } },
    // Metrics count the disbursements of batches too.
    disbursements: { to: '/disbursement', search: { include: 'batches' } },
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

/** The lists that together show what a metric counts; none when there is no such filter. */
export function buildDrillDownLinks({ scope, tab, from, to, filter, filters }: DrillDownInput): DrillDownLinks {
  if (filter === null) return [];
  const own = Object.entries(filters).map(([name, value]) => [LIST_NAMES[name] ?? name, value]);
  const list = LISTS[scope][tab];
  return splitRange(from, to).map((part) => {
    const query = { ...part, ...Object.fromEntries(own), ...filter };
    return { ...part, link: { to: list.to, search: { ...list.search, ...query } }, query };
  });
}

/** The fewest parts of a range that lists accept. They begin with a month (WIB), except the first one. */
export function splitRange(from: string, to: string): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = [];
  let start = from;
  while (Date.parse(to) - Date.parse(start) > duration.days(RANGE_MAX_DAYS)) {
    const latest = toBusinessDay(new Date(Date.parse(start) + duration.days(RANGE_MAX_DAYS)));
    const end = startOfBusinessDay(`${latest.slice(0, 7)}-01`).toISOString();
    ranges.push({ from: start, to: end });
    start = end;
  }
  return [...ranges, { from: start, to }];
}

/** The bounds of a point: the part of its interval inside the period. */
export function clipPoint(data: Pick<Analytics, 'from' | 'to'>, point: { at: string; to: string }) {
  return { from: point.at < data.from ? data.from : point.at, to: point.to > data.to ? data.to : point.to };
}
