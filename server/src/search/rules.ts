/** Decisions of the search: what a text can be, and which match stands before which. */
import { ID_PREFIXES } from '@dasbor/contract/id';
import {
  SEARCH_CONTAINS_MIN,
  SEARCH_HITS,
  SEARCH_TYPES,
  type SearchHit,
  type SearchType,
} from '@dasbor/contract/search';

/** Prefix of the ids of each noun. */
export const ID_PREFIX_BY_TYPE: Record<SearchType, string> = {
  transaction: ID_PREFIXES.transaction,
  virtual_account: ID_PREFIXES.virtual_account,
  qris_payment: ID_PREFIXES.qris_payment,
  payment_link: ID_PREFIXES.payment_link,
  refund: ID_PREFIXES.refund,
  deposit: ID_PREFIXES.deposit,
  deposit_va: ID_PREFIXES.deposit_va,
  settlement: ID_PREFIXES.settlement_batch,
};

const ID_LENGTH = 26;

/** First and last value of a range, both included. */
export interface Range {
  first: string;
  last: string;
}

/** What was asked for, as far as it can be told from the text alone. */
export interface SearchInput {
  /** As typed, trimmed. */
  text: string;
  /** The noun whose id it is or begins; null when it is no id. */
  id_type: SearchType | null;
  /** Whether parts within texts are looked for too. */
  matches_substrings: boolean;
}

/** Reads the text: a known prefix and an underscore, and then characters of an id, is the beginning of an id. */
export function parseSearch(q: string): SearchInput {
  const text = q.trim();
  const match = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{1,26}$/.exec(text.toLowerCase());
  const id_of = SEARCH_TYPES.find((noun) => ID_PREFIX_BY_TYPE[noun] === match?.[1]) ?? null;
  return { text, id_type: id_of, matches_substrings: text.length >= SEARCH_CONTAINS_MIN };
}

/** All ids that begin so: ids of a noun have one length, so the range is the same in every order of letters. */
export function toIdRange(text: string, noun: SearchType): Range {
  const length = ID_PREFIX_BY_TYPE[noun].length + 1 + ID_LENGTH;
  const lower = text.toLowerCase();
  return { first: lower.padEnd(length, '0'), last: lower.padEnd(length, 'z') };
}

/** All texts that begin so, in the byte order of the database. */
export const toTextRange = (text: string): Range => ({ first: text, last: `${text}\u{10FFFF}` });

/** A row as the database finds it: a hit, and the fields that may hold the text. */
export interface FoundRow extends Omit<SearchHit, 'matched'> {
  type: SearchType;
  fields: Record<string, string | null>;
}

const MASKS: Record<string, (value: string) => string> = {
  customer_email: (value) => `${value.slice(0, 1)}***@${value.split('@')[1] ?? ''}`,
  customer_phone: (value) => `***${value.slice(-4)}`,
};

/** 0: the whole value; 1: its beginning; 2: a part of it; 3: none. */
function rankMatch(value: string | null, text: string): 0 | 1 | 2 | 3 {
  if (value === null) return 3;
  const [held, wanted] = [value.toLowerCase(), text.toLowerCase()];
  if (held === wanted) return 0;
  return held.startsWith(wanted) ? 1 : held.includes(wanted) ? 2 : 3;
}

/** Hits by noun in their order, closest first and then newest. `hides`: e-mail and phone are not shown whole. */
export function groupHits(
  rows: readonly FoundRow[],
  { text }: SearchInput,
  is_masked: boolean,
): { noun: SearchType; hits: SearchHit[] }[] {
  const ranked = rows.map((row) => ({ row, ...findBestMatch(row, text) }));
  return SEARCH_TYPES.map((noun) => ({
    noun,
    hits: ranked
      .filter(({ row }) => row.type === noun)
      .toSorted((a, b) => a.closeness - b.closeness || b.row.at.localeCompare(a.row.at))
      .slice(0, SEARCH_HITS)
      .map(({ row, field }) => toHit(row, field, is_masked)),
  })).filter(({ hits }) => hits.length > 0);
}

function findBestMatch({ id, fields }: FoundRow, text: string): { closeness: number; field: string | null } {
  const all: [string, string | null][] = [['id', id], ...Object.entries(fields)];
  const judged = all.map(([field, value]) => ({ field, closeness: rankMatch(value, text) }));
  const best = judged.toSorted((a, b) => a.closeness - b.closeness)[0];
  return best === undefined || best.closeness === 3
    ? { closeness: 3, field: null }
    : { closeness: best.closeness, field: best.field };
}

function toHit({ type: _noun, fields, ...hit }: FoundRow, field: string | null, hides: boolean): SearchHit {
  const value = field === null ? null : field === 'id' ? hit.id : (fields[field] ?? null);
  if (field === null || value === null) return { ...hit, matched: null };
  const hide = hides ? MASKS[field] : undefined;
  return { ...hit, matched: { field, value: hide ? hide(value) : value } };
}
