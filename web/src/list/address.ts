/** The filter in the address of a list's screen, so that a link or the back button reproduces the list. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { FilterEnds, FilterForm } from './filter.ts';

/** The path of a list's screen, as the routes know it. */
export type ListPath = '/transaction' | '/qris-payment' | '/virtual-account' | '/payment-link' | '/deposit-va';

const last_searches = new Map<ListPath, Record<string, string>>();
const rememberSearch = (path: ListPath, search: Record<string, string>): void => void last_searches.set(path, search);

/** The address of a list as it was last seen, for the way back from a detail. */
export const lastSearchOf = (path: ListPath): Record<string, string> => last_searches.get(path) ?? {};

/**
 * The filter of the address, and the way to change it. Fields of the address that are none of the filter's (`view`,
 * `create`) are kept.
 */
export function useListFilter<F extends FilterEnds>(
  path: ListPath,
  form: FilterForm<F>,
): [filter: F, change: (part: Partial<F>) => void] {
  // Of this screen's own match: while another screen opens, the address is already that one's.
  const search = useSearch({ from: `/protected${path}` as '/protected/transaction' }) as Record<string, unknown>;
  const navigate = useNavigate();
  const filter = useMemo(() => form.filterOf(search), [form, search]);
  useEffect(() => rememberSearch(path, form.searchOf(filter)), [path, form, filter]);
  const change = (part: Partial<F>) => {
    const view = typeof search['view'] === 'string' ? { view: search['view'] } : {};
    void navigate({ to: path, search: { ...view, ...form.searchOf({ ...filter, ...part }) }, resetScroll: false });
  };
  return [filter, change];
}
