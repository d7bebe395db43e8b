/** Search rules: what a text can be, and how matches are ranked. */
import { maskEmail, maskPhone } from '@dasbor/contract/mask';
import { ID_PREFIXES } from '@dasbor/contract/id';
import {
  SEARCH_CONTAINS_MIN,
  SEARCH_HITS,
  SEARCH_TYPES,
  type SearchHit,
  type SearchType,
} from '@dasbor/contract/search';

/** Id prefix of each type. */
export const ID_PREFIX_BY_TYPE: Record<SearchType, string> = {
  transaction: ID_PREFIXES.transaction,
  virtual_account: ID_PREFIXES.virtual_account,
  qris_payment: ID_PREFIXES.qris_payment,
  payment_link: ID_PREFIXES.payment_link,
  refund: ID_PREFIXES.refund,
  deposit: ID_PREFIXES.deposit,
  deposit_va: ID_PREFIXES.deposit_va,
  settlement: ID_PREFIXES.settlement_batch,
  disbursement: ID_PREFIXES.disbursement,
  disbursement_batch: ID_PREFIXES.disbursement_batch,
  beneficiary: ID_PREFIXES.beneficiary,
  invoice: ID_PREFIXES.invoice,
  webhook_event: ID_PREFIXES.webhook_event,
  api_key: ID_PREFIXES.api_key,
  user: ID_PREFIXES.user,
  export: ID_PREFIXES.export,
};

const ID_LENGTH = 26;

/** First and last value of a range, both included. */
export interface Range {
  first: string;
  last: string;
}

/** The parsed search text. */
export interface SearchInput {
  /** The text as entered, trimmed. */
  text: string;
  /** The type whose id the text is or starts; null when it is not an id. */
  id_type: SearchType | null;
  /** Whether substrings are searched for too. */
  matches_substrings: boolean;
}

/** A known prefix, an underscore and id characters are the start of an id. */
export function parseSearch(q: string): SearchInput {
  const text = q.trim();
  const match = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{1,26}$/.exec(text.toLowerCase());
  const id_type = SEARCH_TYPES.find((type) => ID_PREFIX_BY_TYPE[type] === match?.[1]) ?? null;
  return { text, id_type: id_type, matches_substrings: text.length >= SEARCH_CONTAINS_MIN };
}

/** All ids that start with the text. Ids of a type have one length, so the range is the same in every collation. */
export function toIdRange(text: string, type: SearchType): Range {
  const length = ID_PREFIX_BY_TYPE[type].length + 1 + ID_LENGTH;
  const lower = text.toLowerCase();
  return { first: lower.padEnd(length, '0'), last: lower.padEnd(length, 'z') };
}

/** All texts that start with the text, in the byte order of the database. */
export const toTextRange = (text: string): Range => ({ first: text, last: `${text}\u{10FFFF}` });

/** A database row: a hit and the fields that may contain the text. */
export interface FoundRow extends Omit<SearchHit, 'matched'> {
  type: SearchType;
  fields: Record<string, string | null>;
}

const MASKS: Record<string, (value: string) => string> = {
  customer_email: maskEmail,
  customer_phone: maskPhone,
};

/** 0: exact; 1: prefix; 2: substring; 3: no match. */
function rankMatch(value: string | null, text: string): 0 | 1 | 2 | 3 {
  if (value === null) return 3;
  const [held, input] = [value.toLowerCase(), text.toLowerCase()];
  if (held === input) return 0;
  return held.startsWith(input) ? 1 : held.includes(input) ? 2 : 3;
}

/** Hits by type, best match first, then newest. `is_masked`: email and phone are masked. */
export function groupHits(
  rows: readonly FoundRow[],
  { text }: SearchInput,
  is_masked: boolean,
): { type: SearchType; hits: SearchHit[] }[] {
  const ranked = rows.map((row) => ({ row, ...findBestMatch(row, text, is_masked) }));
  return SEARCH_TYPES.map((type) => ({
    type,
    hits: ranked
      .filter(({ row }) => row.type === type)
      .toSorted((a, b) => a.closeness - b.closeness || b.row.at.localeCompare(a.row.at))
      .slice(0, SEARCH_HITS)
      .map(({ row, field }) => toHit(row, field, is_masked)),
  })).filter(({ hits }) => hits.length > 0);
}

/** Contact data that is masked matches by the whole value only. */
function findBestMatch(
  { id, fields }: FoundRow,
  text: string,
  is_masked: boolean,
): { closeness: number; field: string | null } {
  const all: [string, string | null][] = [['id', id], ...Object.entries(fields)];
  const judged = all
    .map(([field, value]) => ({ field, closeness: rankMatch(value, text) }))
    .filter(({ field, closeness }) => !is_masked || MASKS[field] === undefined || closeness === 0);
  const best = judged.toSorted((a, b) => a.closeness - b.closeness)[0];
  return best === undefined || best.closeness === 3
    ? { closeness: 3, field: null }
    : { closeness: best.closeness, field: best.field };
}

function toHit({ type: _type, fields, ...hit }: FoundRow, field: string | null, is_masked: boolean): SearchHit {
  const value = field === null ? null : field === 'id' ? hit.id : (fields[field] ?? null);
  if (field === null || value === null) return { ...hit, matched: null };
  const hide = is_masked ? MASKS[field] : undefined;
  return { ...hit, matched: { field, value: hide ? hide(value) : value } };
}
