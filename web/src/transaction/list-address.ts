/** The filter in the address of the screen, so that a link or the back button reproduces the list. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { type TransactionFilter, filterOf, searchOf } from './filter.ts';

let last_search: Record<string, string> = {};
function rememberSearch(search: Record<string, string>): void {
  last_search = search;
}

/** The address of the list as it was last seen, for the way back from a detail. */
export const lastListSearch = (): Record<string, string> => last_search;

/** The filter of the address, and the way to change it. */
export function useTransactionFilter(): [TransactionFilter, (part: Partial<TransactionFilter>) => void] {
  // Of this screen's own match: while another screen opens, the address is already that one's.
  const search = useSearch({ from: '/protected/transaction' });
  const navigate = useNavigate();
  const filter = useMemo(() => filterOf(search), [search]);
  useEffect(() => rememberSearch(searchOf(filter)), [filter]);
  const change = (part: Partial<TransactionFilter>) =>
    void navigate({ to: '/transaction', search: searchOf({ ...filter, ...part }), resetScroll: false });
  return [filter, change];
}
