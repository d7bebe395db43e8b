/** Search while typing: debounced, for the latest text only; earlier requests are cancelled. */
import { SEARCH_MIN, search } from '@dasbor/contract/search';
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

/** Search hits of a text; `enabled` is false for users without a merchant. */
export function useSearchHits(typed: string, enabled: boolean) {
  const text = typed.trim();
  const debounced = useDebounced(text);
  const is_long_enough = enabled && text.length >= SEARCH_MIN;
  const found = useQuery({
    // The cache cancels requests that are no longer needed.
    ...buildQuery(search, { query: { q: debounced } }),
    enabled: is_long_enough && debounced.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    meta: { quiet: true },
  });
  return {
    hits: is_long_enough ? (found.data?.data ?? []) : [],
    is_searching: is_long_enough && (debounced !== text || found.isFetching),
    error: is_long_enough ? found.error : null,
    retry: () => void found.refetch(),
  };
}
