/** The filter of the transactions list, and its two other forms: the address of the screen and the API's query. */
import type { CallQuery } from '@dasbor/contract/route';
import {
  SETTLEMENT_STATUSES,
  TRANSACTION_METHODS,
  TRANSACTION_SORTS,
  TRANSACTION_SOURCES,
  TRANSACTION_STATUSES,
  type listTransactions,
  type summariseTransactions,
} from '@dasbor/contract/transaction';
import { RANGE_PRESETS, type RangePreset, heldRangeOf } from './range-presets.ts';

export const DATE_FIELDS = ['created_at', 'paid_at'] as const;
/** Filters of which any number of values may be chosen. */
export const CHOICES = {
  status: TRANSACTION_STATUSES,
  settlement_status: SETTLEMENT_STATUSES,
  method: TRANSACTION_METHODS,
  source: TRANSACTION_SOURCES,
} as const;
export type ChoiceName = keyof typeof CHOICES;
type Chosen = { [Name in ChoiceName]: (typeof CHOICES)[Name][number][] };
export type Sort = (typeof TRANSACTION_SORTS)[number];

export interface TransactionFilter extends Chosen {
  date_field: (typeof DATE_FIELDS)[number];
  /** A range by name; `from` and `to` are then absent. */
  range?: RangePreset;
  from?: string;
  to?: string;
  /** Whole rupiah. */
  amount_min?: number;
  amount_max?: number;
  q: string;
  sort: Sort;
}

export const NO_FILTER: TransactionFilter = {
  date_field: 'created_at',
  status: [],
  settlement_status: [],
  method: [],
  source: [],
  q: '',
  sort: '-created_at',
};

/** The optional parts by name, so that spreading it clears what was set. */
export const NO_ENDS: Partial<TransactionFilter> = {
  range: undefined,
  from: undefined,
  to: undefined,
  amount_min: undefined,
  amount_max: undefined,
};

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

const among = <V extends string>(values: readonly V[], value: unknown): V | undefined =>
  values.find((known) => known === textOf(value));

function manyAmong<V extends string>(values: readonly V[], value: unknown): V[] {
  const parts = new Set(textOf(Array.isArray(value) ? value.join(',') : value).split(','));
  return values.filter((known) => parts.has(known));
}

function amountOf(value: unknown): number | undefined {
  const text = textOf(value);
  return /^\d{1,14}$/.test(text) ? Number(text) : undefined;
}

function instantOf(value: unknown): string | undefined {
  const at = Date.parse(textOf(value));
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** The filter that an address describes. What it does not understand it leaves out: old links must not break. */
export function filterOf(search: Record<string, unknown>): TransactionFilter {
  const range = among(
    RANGE_PRESETS.map(({ id }) => id),
    search['range'],
  );
  const ends = range === undefined ? { from: instantOf(search['from']), to: instantOf(search['to']) } : { range };
  return defined({
    date_field: among(DATE_FIELDS, search['date_field']) ?? NO_FILTER.date_field,
    ...ends,
    status: manyAmong(CHOICES.status, search['status']),
    settlement_status: manyAmong(CHOICES.settlement_status, search['settlement_status']),
    method: manyAmong(CHOICES.method, search['method']),
    source: manyAmong(CHOICES.source, search['source']),
    amount_min: amountOf(search['amount_min']),
    amount_max: amountOf(search['amount_max']),
    q: textOf(search['q']).slice(0, 100),
    sort: among(TRANSACTION_SORTS, search['sort']) ?? NO_FILTER.sort,
  });
}

/** The address of a filter: only what differs from no filter, so that links stay short. */
export function searchOf(filter: TransactionFilter): Record<string, string> {
  const search: Record<string, string> = {};
  for (const [name, value] of Object.entries(filter)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    const usual = NO_FILTER[name as keyof TransactionFilter];
    if (text !== '' && text !== usual) search[name] = text;
  }
  return search;
}

/** Whether anything narrows the list: order alone does not. */
export const isFiltered = (filter: TransactionFilter): boolean =>
  Object.keys(searchOf({ ...filter, sort: NO_FILTER.sort, date_field: NO_FILTER.date_field })).length > 0;

type SummaryQuery = NonNullable<CallQuery<typeof summariseTransactions>>;
type ListQuery = NonNullable<CallQuery<typeof listTransactions>>;

/** The filter as the API takes it, at `now`. */
export function summaryQueryOf(filter: TransactionFilter, now = new Date()): SummaryQuery {
  const { range, from, to, sort: _sort, date_field, q, amount_min, amount_max } = filter;
  const ends = range === undefined ? { from, to } : heldRangeOf(range, now);
  const chosen = (Object.keys(CHOICES) as ChoiceName[]).filter((name) => filter[name].length > 0);
  return defined({
    ...ends,
    ...(ends.from !== undefined || ends.to !== undefined ? { date_field } : {}),
    ...Object.fromEntries(chosen.map((name) => [name, filter[name]])),
    amount_min,
    amount_max,
    q: q === '' ? undefined : q,
  });
}

/** The same with the order of the rows. */
export const listQueryOf = (filter: TransactionFilter, now = new Date()): ListQuery => ({
  ...summaryQueryOf(filter, now),
  sort: filter.sort,
});

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
