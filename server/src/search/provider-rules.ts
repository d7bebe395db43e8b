/** Rules of the provider's search: what a text can be, which types a role finds, and how matches are returned. */
import { type AccessGroup, type AccessLevel, hasLevel } from '@dasbor/contract/access';
import { ID_PREFIXES } from '@dasbor/contract/id';
import {
  GROUP_BY_PROVIDER_SEARCH_TYPE,
  PROVIDER_SEARCH_TYPES,
  type ProviderSearchHit,
  type ProviderSearchType,
} from '@dasbor/contract/provider-search';
import { SEARCH_HITS } from '@dasbor/contract/search';
import type { Range } from './rules.ts';

const ID_LENGTH = 26;

/** Object type of an id prefix. Users of merchants and staff share a prefix; statements and lines have one each. */
export const PROVIDER_TYPES_BY_ID: Record<string, readonly ProviderSearchType[]> = {
  [ID_PREFIXES.merchant]: ['merchant'],
  [ID_PREFIXES.transaction]: ['transaction'],
  [ID_PREFIXES.refund]: ['refund'],
  [ID_PREFIXES.settlement_batch]: ['settlement'],
  [ID_PREFIXES.disbursement]: ['disbursement'],
  [ID_PREFIXES.virtual_account]: ['virtual_account'],
  [ID_PREFIXES.payment_link]: ['payment_link'],
  [ID_PREFIXES.user]: ['user', 'staff'],
  [ID_PREFIXES.invoice]: ['invoice'],
  [ID_PREFIXES.bank_statement]: ['bank_statement'],
  [ID_PREFIXES.bank_statement_line]: ['bank_statement'],
};

/** The parsed search text: an id or its beginning, or a value that a field must equal. */
export type ProviderSearchInput =
  | { kind: 'id'; prefix: string; range: Range; types: readonly ProviderSearchType[] }
  | { kind: 'value'; text: string };

export function parseProviderSearch(q: string): ProviderSearchInput {
  const text = q.trim();
  const id = text.toLowerCase();
  const prefix = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{1,26}$/.exec(id)?.[1] ?? '';
  const types = PROVIDER_TYPES_BY_ID[prefix];
  if (types === undefined) return { kind: 'value', text };
  const length = prefix.length + 1 + ID_LENGTH;
  return { kind: 'id', prefix, range: { first: id.padEnd(length, '0'), last: id.padEnd(length, 'z') }, types };
}

/** The types that a role may view and that the text can be about. */
export function listSearchedTypes(
  getLevel: (group: AccessGroup) => AccessLevel,
  input: ProviderSearchInput,
): ProviderSearchType[] {
  return PROVIDER_SEARCH_TYPES.filter((type) => hasLevel(getLevel(GROUP_BY_PROVIDER_SEARCH_TYPE[type]), 'view')).filter(
    (type) => input.kind === 'value' || input.types.includes(type),
  );
}

/** Case in which the values of a column are stored. */
export type Spelling = 'as_entered' | 'lower' | 'upper';

/** The texts that a column may equal: systems of merchants write references in capitals, people often do not. */
export function listSpellings(text: string, spelling: Spelling): string[] {
  if (spelling === 'lower') return [text.toLowerCase()];
  if (spelling === 'upper') return [text.toUpperCase()];
  return [...new Set([text, text.toUpperCase()])];
}

/** A match as the statements return it. */
export interface ProviderFoundRow extends Omit<ProviderSearchHit, 'matched' | 'merchant_name'> {
  type: ProviderSearchType;
  field: string;
  value: string;
}

/** Hits by type, newest first. A row that matches by two fields is one hit. */
export function groupProviderHits(
  rows: readonly ProviderFoundRow[],
  names: ReadonlyMap<string, string>,
): { type: ProviderSearchType; hits: ProviderSearchHit[] }[] {
  const unique = new Map(rows.map((row) => [`${row.type} ${row.id} ${row.merchant_id ?? ''}`, row]));
  const by_type = Map.groupBy(unique.values(), ({ type }) => type);
  return PROVIDER_SEARCH_TYPES.flatMap((type) => {
    const found = by_type.get(type);
    if (found === undefined) return [];
    const newest = found.toSorted((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id));
    return { type, hits: newest.slice(0, SEARCH_HITS).map((row) => toHit(row, names)) };
  });
}

const toHit = (
  { type: _type, field, value, ...row }: ProviderFoundRow,
  names: ReadonlyMap<string, string>,
): ProviderSearchHit => ({
  ...row,
  merchant_name: row.merchant_id === null ? null : (names.get(row.merchant_id) ?? null),
  matched: { field, value },
});
