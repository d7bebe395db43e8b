/** The filter of a list, and its two other forms: the address of the screen and the API's query. */
import { TIME_ZONE, type TimeZone } from '@dasbor/contract/time';
import { currentTimeZone } from '../ui/time-zone.ts';
import { RANGE_PRESETS, type RangePreset, calculateStableRange } from './range-presets.ts';

export type Choices = Readonly<Record<string, readonly string[]>>;

/** Filters of a list. Names are those of the API's query. */
export interface FilterShape<C extends Choices, D extends string, S extends string, T extends string> {
  /** Filters of which any number of values may be chosen. */
  choices: C;
  /** Times that a range can be about; the first is the usual one. */
  date_fields: readonly [D, ...D[]];
  /** Orders; the first is the usual one. */
  sorts: readonly [S, ...S[]];
  /** Filters that are one short text each, alongside the search `q`. */
  texts?: readonly T[];
  /** The range selects business days: it is in WIB for every user. */
  has_business_days?: boolean;
}

export interface FilterBounds {
  /** A range by name; `from` and `to` are then absent. */
  range?: RangePreset | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Whole rupiah. */
  amount_min?: number | undefined;
  amount_max?: number | undefined;
}

export type ListFilter<C extends Choices, D extends string, S extends string, T extends string> = FilterBounds & {
  [Name in keyof C]: C[Name][number][];
} & { [Name in T]: string } & { date_field: D; q: string; sort: S };

/** Any filter, for the parts that draw it. */
export type AnyFilter = FilterBounds & Record<string, unknown> & { date_field: string; q: string; sort: string };

/** A filter's forms. */
export interface FilterForm<F extends FilterBounds> {
  NO_FILTER: F;
  /** Zone of the days of the range: the user's, or WIB where the list filters by business days. */
  getRangeZone: () => TimeZone;
  /** Filter of the address. Unknown values are ignored: old links must not break. */
  parseFilter: (search: Record<string, unknown>) => F;
  /** The address of a filter: only what differs from no filter, so that links stay short. */
  toSearch: (filter: F) => Record<string, string>;
  /** Whether anything narrows the list: order alone does not. */
  isFiltered: (filter: F) => boolean;
  /** The filter as the API takes it, at `now`, without its order: what totals and exports share with the list. */
  toSummaryQuery: <Q>(filter: F, now?: Date) => Q;
  /** The same with the order of the rows. */
  toListQuery: <Q>(filter: F, now?: Date) => Q;
  /** The parts that clear everything but the order. */
  cleared: (filter: F) => Partial<F>;
}

/** Longest text of a filter other than the search: a hundred ids. */
const TEXT_MAX = 4_000;

/** The optional parts by name, so that spreading it clears what was set. */
export const NO_BOUNDS: FilterBounds = {
  range: undefined,
  from: undefined,
  to: undefined,
  amount_min: undefined,
  amount_max: undefined,
};

export function filterForm<C extends Choices, D extends string, S extends string, T extends string = never>({
  choices,
  date_fields,
  sorts,
  texts = [],
  has_business_days = false,
}: FilterShape<C, D, S, T>): FilterForm<ListFilter<C, D, S, T>> {
  type F = ListFilter<C, D, S, T>;
  const names = Object.keys(choices);
  const NO_FILTER = {
    date_field: date_fields[0],
    ...Object.fromEntries(names.map((name) => [name, []])),
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    q: '',
    sort: sorts[0],
  } as unknown as F;

  const getRangeZone = has_business_days ? getBusinessZone : currentTimeZone;
  const parseFilter = (search: Record<string, unknown>): F => {
    const range = parseValue(
      RANGE_PRESETS.map(({ id }) => id),
      search['range'],
    );
    const ends =
      range === undefined ? { from: parseInstant(search['from']), to: parseInstant(search['to']) } : { range };
    return omitUndefined({
      ...NO_FILTER,
      date_field: parseValue(date_fields, search['date_field']) ?? date_fields[0],
      ...ends,
      ...Object.fromEntries(names.map((name) => [name, parseValues(choices[name] ?? [], search[name])])),
      ...Object.fromEntries(texts.map((name) => [name, parseText(search[name]).slice(0, TEXT_MAX)])),
      amount_min: parseAmount(search['amount_min']),
      amount_max: parseAmount(search['amount_max']),
      q: parseText(search['q']).slice(0, 100),
      sort: parseValue(sorts, search['sort']) ?? sorts[0],
    }) as F;
  };

  const toSearch = (filter: F): Record<string, string> => {
    const search: Record<string, string> = {};
    for (const [name, value] of Object.entries(filter)) {
      const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
      if (text !== '' && text !== (NO_FILTER as Record<string, unknown>)[name]) search[name] = text;
    }
    return search;
  };

  const toSummaryQuery = <Q>(filter: F, now = new Date()): Q => {
    const { range, from, to, date_field, q, amount_min, amount_max } = filter as AnyFilter;
    const ends = range === undefined ? { from, to } : calculateStableRange(range, now, getRangeZone());
    const has_field = date_fields.length > 1 && (ends.from !== undefined || ends.to !== undefined);
    return omitUndefined({
      ...ends,
      ...(has_field ? { date_field } : {}),
      ...pickSet(filter, [...names, ...texts]),
      amount_min,
      amount_max,
      q: q === '' ? undefined : q,
    }) as Q;
  };

  return {
    NO_FILTER,
    getRangeZone,
    parseFilter,
    toSearch,
    isFiltered: (filter) =>
      Object.keys(toSearch({ ...filter, sort: NO_FILTER.sort, date_field: NO_FILTER.date_field })).length > 0,
    toSummaryQuery,
    toListQuery: <Q>(filter: F, now = new Date()): Q =>
      ({ ...toSummaryQuery<object>(filter, now), sort: (filter as AnyFilter).sort }) as Q,
    cleared: (filter) => ({ ...NO_BOUNDS, ...NO_FILTER, sort: (filter as AnyFilter).sort }) as Partial<F>,
  };
}

const getBusinessZone = (): TimeZone => TIME_ZONE;

/** The named parts that are not empty. */
const pickSet = (filter: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filter).filter(([name, part]) => names.includes(name) && (part as string | string[]).length > 0),
  );

const parseText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

const parseValue = <V extends string>(values: readonly V[], value: unknown): V | undefined =>
  values.find((known) => known === parseText(value));

function parseValues<V extends string>(values: readonly V[], value: unknown): V[] {
  const parts = new Set(parseText(Array.isArray(value) ? value.join(',') : value).split(','));
  return values.filter((known) => parts.has(known));
}

function parseAmount(value: unknown): number | undefined {
  const text = parseText(value);
  return /^\d{1,14}$/.test(text) ? Number(text) : undefined;
}

function parseInstant(value: unknown): string | undefined {
  const at = Date.parse(parseText(value));
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

function omitUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
