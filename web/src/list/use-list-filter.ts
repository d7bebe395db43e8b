/** The filter in the address of a list's screen, so that a link or the back button reproduces the list. */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { FilterBounds, FilterForm } from './filter.ts';

/** The path of a list's screen, as the routes know it. */
export type ListPath =
  | '/transaction'
  | '/announcement'
  | '/dashboard'
  | '/approvals'
  | '/invoice'
  | '/bank-statement'
  | '/merchant'
  | '/account-group-commission'
  | '/account-group-commission/$id'
  | '/merchant/$id'
  | '/account-group'
  | '/settings'
  | '/users'
  | '/api-settings'
  | '/qris-payment'
  | '/virtual-account'
  | '/payment-link'
  | '/deposit-va'
  | '/disbursement'
  | '/settlement'
  | '/settlement/$type';

/** Lists on screens below the tabs of the settings area. */
const IN_SETTINGS: readonly ListPath[] = ['/settings', '/users'];

/** Fields of the address that belong to the screen, not to the filter. */
const KEPT = ['view', 'tab'] as const;

const last_searches = new Map<ListPath, Record<string, string>>();
const rememberSearch = (path: ListPath, search: Record<string, string>): void => void last_searches.set(path, search);

/** The address of a list as it was last seen, for the way back from a detail. */
export const getLastSearch = (path: ListPath): Record<string, string> => last_searches.get(path) ?? {};

/**
 * The filter of the address, and the way to change it. Fields of the address that are none of the filter's (`view`,
 * `create`) are kept.
 */
export function useListFilter<F extends FilterBounds>(
  path: ListPath,
  form: FilterForm<F>,
  /** The segments of a path that has some. */
  params: Record<string, string | undefined> = {},
): [filter: F, change: (part: Partial<F>) => void] {
  // Of this screen's own match: while another screen opens, the address is already that one's.
  const from = IN_SETTINGS.includes(path) ? `/protected/settings-area${path}` : `/protected${path}`;
  const search = useSearch({ from: from as '/protected/transaction' }) as Record<string, unknown>;
  const navigate = useNavigate();
  const router = useRouter();
  const filter = useMemo(() => form.parseFilter(search), [form, search]);
  const view = typeof search['view'] === 'string' ? search['view'] : undefined;
  useEffect(
    () => rememberSearch(path, { ...(view === undefined ? {} : { view }), ...form.toSearch(filter) }),
    [path, form, filter, view],
  );
  const change = (part: Partial<F>) => {
    // A search ends a moment after the last key: it must not bring the list back once a row of it is opening.
    const shown = router.state.resolvedLocation ?? router.latestLocation;
    if (router.latestLocation.pathname !== shown.pathname) return;
    const kept = Object.fromEntries(KEPT.flatMap((name) => (name in search ? [[name, String(search[name])]] : [])));
    const next = { ...kept, ...form.toSearch({ ...filter, ...part }) };
    void navigate({ to: path as '/transaction', params, search: next, resetScroll: false });
  };
  return [filter, change];
}
