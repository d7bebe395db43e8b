/** The movements of an account; the list does not change while it is read. */
import { type BalanceEntry, listBalanceEntries, listBalances } from '@dasbor/contract/balance';
import type { Output } from '@dasbor/contract/route';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffectEvent, useMemo, useState } from 'react';
import { call } from '../api/call.ts';
import { useLoadedLiveBatch } from '../api/live-batch.ts';
import { buildPagesKey, buildPagesQuery, buildQueryKey, isLoaded } from '../api/query.ts';
import type { EntryQuery } from './filter.ts';

type List = InfiniteData<Output<typeof listBalanceEntries>, string | null>;

/** Number of new movements: only those newer than all shown ones; older ones belong to later pages. */
export function countNewRows(top: readonly BalanceEntry[], shown: readonly BalanceEntry[]): number {
  const known = new Set(shown.map(({ id }) => id));
  const newest = shown[0]?.posted_at ?? '';
  return top.filter(({ id, posted_at }) => !known.has(id) && posted_at >= newest).length;
}

/** Movements of a filter. New ones are counted in `new_count` until `showNewRows`. */
export function useEntryRows(account_id: string, query: EntryQuery) {
  const client = useQueryClient();
  const params = { id: account_id };
  const key = buildPagesKey(listBalanceEntries, { params, query });
  const name = JSON.stringify(key);
  const list = useInfiniteQuery({
    ...buildPagesQuery(listBalanceEntries, { params, query }),
    // An automatic refetch would move rows under the pointer; live events count new rows instead.
    staleTime: 'static',
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  const [waiting, setWaiting] = useState({ name, count: 0 });
  const compare = useEffectEvent(async () => {
    void client.invalidateQueries({ queryKey: buildQueryKey(listBalances) });
    const first = await call(listBalanceEntries, { params, query: { ...query, limit: 100 } }).catch(() => null);
    if (first !== null) setWaiting({ name, count: countNewRows(first.data, rows) });
  });
  useLoadedLiveBatch('transaction', isLoaded(list), () => void compare());
  return {
    list,
    rows,
    new_count: waiting.name === name ? waiting.count : 0,
    /** Reloads the list from the start. */
    showNewRows: async () => {
      client.setQueryData<List>(
        key,
        (now) => now && { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) },
      );
      setWaiting({ name, count: 0 });
      await list.refetch();
    },
  };
}
