/** Rules of the provider's search over all merchants. */
import { ID_PREFIXES } from '@dasbor/contract/id';
import {
  PROVIDER_SEARCH_TYPES,
  type ProviderSearchHit,
  type ProviderSearchType,
  SEARCH_CONTAINS_MIN,
  SEARCH_HITS,
} from '@dasbor/contract/search';
import { type FoundRow, rankHits } from './rules.ts';

export type MoneyType = Exclude<ProviderSearchType, 'merchant' | 'account_group'>;
export const MONEY_TYPES = ['transaction', 'refund', 'settlement', 'disbursement'] as const satisfies MoneyType[];

export const PROVIDER_ID_PREFIX: Record<ProviderSearchType, string> = {
  merchant: ID_PREFIXES.merchant,
  account_group: ID_PREFIXES.account_group,
  transaction: ID_PREFIXES.transaction,
  refund: ID_PREFIXES.refund,
  settlement: ID_PREFIXES.settlement_batch,
  disbursement: ID_PREFIXES.disbursement,
};

export interface FoundOfMerchant extends Omit<FoundRow, 'type'> {
  type: ProviderSearchType;
  merchant_id: string | null;
  merchant_name: string | null;
}

export interface ProviderInput {
  /** The text as entered, trimmed. */
  text: string;
  /** The type whose id the text is or starts; null when it is not an id. */
  id_type: ProviderSearchType | null;
  matches_substrings: boolean;
}

export function parseProviderSearch(q: string): ProviderInput {
  const text = q.trim();
  const match = /^([a-z]+)_[0-9a-hjkmnp-tv-z]{1,26}$/.exec(text.toLowerCase());
  const id_type = PROVIDER_SEARCH_TYPES.find((type) => PROVIDER_ID_PREFIX[type] === match?.[1]) ?? null;
  return {
    text: id_type === null ? text : text.toLowerCase(),
    id_type,
    matches_substrings: text.length >= SEARCH_CONTAINS_MIN,
  };
}

/** Hits by type, best match first, then newest. */
export const groupProviderHits = (
  rows: readonly FoundOfMerchant[],
  { text }: ProviderInput,
): { type: ProviderSearchType; hits: ProviderSearchHit[] }[] =>
  PROVIDER_SEARCH_TYPES.map((type) => ({
    type,
    hits: rankHits(
      rows.filter((row) => row.type === type),
      text,
    )
      .slice(0, SEARCH_HITS)
      .map(({ row, field }) => {
        const { type: _type, fields, ...hit } = row;
        const value = field === null ? null : field === 'id' ? hit.id : (fields[field] ?? null);
        return { ...hit, matched: field === null || value === null ? null : { field, value } };
      }),
  })).filter(({ hits }) => hits.length > 0);
