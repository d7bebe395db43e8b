/** Search while typing: debounced, for the latest text only; earlier requests are cancelled. */
import { SEARCH_MIN, search, searchMerchants } from '@dasbor/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { buildQuery } from '../../api/query.ts';

const DEBOUNCE_MS = 160;

/** The debounced text. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

/** What is searched: the objects of the user's merchant, those of all merchants, or nothing. */
export type SearchedObjects = 'own' | 'all_merchants' | 'none';

/** Search hits of a text: of the user's merchant in `own`, of all merchants in `all`. */
export function useSearchHits(typed: string, searched: SearchedObjects) {
  const text = typed.trim();
  const debounced = useDebounced(text);
  const is_long_enough = searched !== 'none' && text.length >= SEARCH_MIN;
  const is_enabled = is_long_enough && debounced.length >= SEARCH_MIN;
  // The cache cancels requests that are no longer needed.
  const common = { placeholderData: keepPreviousData, staleTime: 5_000, meta: { quiet: true } } as const;
  const query = { q: debounced };
  const own = useQuery({ ...buildQuery(search, { query }), ...common, enabled: is_enabled && searched === 'own' });
  const all = useQuery({
    ...buildQuery(searchMerchants, { query }),
    ...common,
    enabled: is_enabled && searched === 'all_merchants',
  });
  const found = searched === 'own' ? own : all;
  return {
    own: is_long_enough ? (own.data?.data ?? []) : [],
    all: is_long_enough ? (all.data?.data ?? []) : [],
    is_searching: is_long_enough && (debounced !== text || found.isFetching),
    error: is_long_enough ? found.error : null,
    retry: () => void found.refetch(),
  };
}
