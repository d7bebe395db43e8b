/** Search while typing: debounced, for the latest text only; earlier requests are cancelled. */
import { type RoleKey, isProviderRole } from '@dasbor/contract/access';
import { searchAllMerchants } from '@dasbor/contract/provider-search';
import { SEARCH_MIN, search } from '@dasbor/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { buildQuery } from '../../api/query.ts';
import { toProviderDestinations } from './provider-results.ts';
import { toDestinations } from './search-results.ts';

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

/** Scope of a user's search: the user's merchant, all merchants for the provider's staff, or nothing. */
export type SearchReach = 'merchant' | 'provider' | null;

/** `access`: the user's access at the merchant; absent for users without one. */
export function findReach(role: RoleKey | undefined, access: unknown): SearchReach {
  if (access !== undefined && access !== null) return 'merchant';
  return role !== undefined && isProviderRole(role) ? 'provider' : null;
}

/** The objects that a text finds, as destinations. */
export function useSearchHits(typed: string, reach: SearchReach) {
  const text = typed.trim();
  const debounced = useDebounced(text);
  const is_long_enough = reach !== null && text.length >= SEARCH_MIN;
  const is_enabled = is_long_enough && debounced.length >= SEARCH_MIN;
  // The cache cancels requests that are no longer needed.
  const options = { placeholderData: keepPreviousData, staleTime: 5_000, meta: { quiet: true } };
  const query = { q: debounced };
  const own = useQuery({ ...buildQuery(search, { query }), enabled: is_enabled && reach === 'merchant', ...options });
  const all = useQuery({
    ...buildQuery(searchAllMerchants, { query }),
    enabled: is_enabled && reach === 'provider',
    ...options,
  });
  const found = reach === 'provider' ? all : own;
  const objects =
    reach === 'provider' ? toProviderDestinations(all.data?.data ?? []) : toDestinations(own.data?.data ?? []);
  return {
    objects: is_long_enough ? objects : [],
    is_searching: is_long_enough && (debounced !== text || found.isFetching),
    error: is_long_enough ? found.error : null,
    retry: () => void found.refetch(),
  };
}
