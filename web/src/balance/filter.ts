/** The filter of movements, and its conversion from and to the URL and the API query. */
import { ENTRY_DIRECTIONS, ENTRY_KINDS, type listBalanceEntries } from '@dasbor/contract/balance';
import type { CallQuery } from '@dasbor/contract/route';
import { DAY_PERIODS, type DayPeriod } from '../ui/day-periods.ts';
import { type DateRange, resolvePeriod, toInstants } from './periods.ts';

export type Direction = (typeof ENTRY_DIRECTIONS)[number];

export interface EntryFilter extends DateRange {
  /** A named period; excludes the days. */
  period?: DayPeriod | undefined;
  kind: string[];
  direction?: Direction | undefined;
  /** Whole rupiah. */
  amount_min?: number | undefined;
  amount_max?: number | undefined;
  reference: string;
}

/** All parts, so that spreading it clears every filter. */
export const NO_FILTER: EntryFilter = {
  period: undefined,
  from_day: undefined,
  to_day: undefined,
  kind: [],
  direction: undefined,
  amount_min: undefined,
  amount_max: undefined,
  reference: '',
};

export type EntryQuery = NonNullable<CallQuery<typeof listBalanceEntries>>;
type Search = Record<string, string | undefined>;

const findAmong = <V extends string>(values: readonly V[], text: string | undefined): V | undefined =>
  values.find((known) => known === text);

function parseDay(text: string | undefined): string | undefined {
  const is_day = /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  return is_day ? text : undefined;
}
const parseAmount = (text: string | undefined): number | undefined =>
  /^\d{1,14}$/.test(text ?? '') ? Number(text) : undefined;

/** The filter of a URL. Unknown values are ignored, so that old links keep working. */
export function parseFilter(search: Search): EntryFilter {
  const period = findAmong(
    DAY_PERIODS.map(({ id }) => id),
    search['period'],
  );
  const kinds = new Set((search['kind'] ?? '').split(','));
  return {
    ...NO_FILTER,
    ...(period === undefined ? { from_day: parseDay(search['from']), to_day: parseDay(search['to']) } : { period }),
    kind: ENTRY_KINDS.filter((known) => kinds.has(known)),
    direction: findAmong(ENTRY_DIRECTIONS, search['direction']),
    amount_min: parseAmount(search['amount_min']),
    amount_max: parseAmount(search['amount_max']),
    reference: (search['reference'] ?? '').trim().slice(0, 100),
  };
}

/** The URL parameters of a filter; only values that are set. */
export function toSearch({ from_day, to_day, kind, ...filter }: EntryFilter): Record<string, string> {
  const parts = { ...filter, from: from_day, to: to_day, kind: kind.join(',') };
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  );
}

export const isFiltered = (filter: EntryFilter): boolean => Object.keys(toSearch(filter)).length > 0;

/** For saved views: they apply to every account of the merchant. */
export const ENTRY_FILTER = { parseFilter, toSearch, isFiltered, cleared: () => NO_FILTER };

/** The API query of a filter at `now`. */
export function toQuery(filter: EntryFilter, now = new Date()): EntryQuery {
  const { period, kind, direction, amount_min, amount_max, reference } = filter;
  return {
    ...toInstants(period === undefined ? filter : resolvePeriod(period, now)),
    ...(kind.length === 0 ? {} : { kind }),
    ...(direction === undefined ? {} : { direction }),
    ...(amount_min === undefined ? {} : { amount_min }),
    ...(amount_max === undefined ? {} : { amount_max }),
    ...(reference === '' ? {} : { reference }),
  };
}
