/** Searching while somebody types: after a rest, the newest text only, the older questions cancelled. */
import { SEARCH_MIN, search } from '@dasbor/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { buildQuery } from '../../api/query.ts';

const REST_MS = 160;

/** The text as it was when the typing rested. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** What the server finds for a text; `enabled`: whether there is anybody to search for. */
export function useSearchHits(typed: string, enabled: boolean) {
  const text = typed.trim();
  const rested = useRested(text);
  const is_long_enough = enabled && text.length >= SEARCH_MIN;
  const found = useQuery({
    // A question whose answer is no longer wanted is cancelled by the cache.
    ...buildQuery(search, { query: { q: rested } }),
    enabled: is_long_enough && rested.length >= SEARCH_MIN,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    meta: { quiet: true },
  });
  return {
    hits: is_long_enough ? (found.data?.data ?? []) : [],
    is_searching: is_long_enough && (rested !== text || found.isFetching),
    error: is_long_enough ? found.error : null,
    retry: () => void found.refetch(),
  };
}
