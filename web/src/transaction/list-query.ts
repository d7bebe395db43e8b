/** The rows of the transactions list, kept still while somebody reads them. */
import { getTransaction, listTransactions, summariseTransactions } from '@dasbor/contract/transaction';
import type { CallQuery, Output } from '@dasbor/contract/route';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { call } from '../api/call.ts';
import { type LiveBatch, useLiveBatch } from '../api/live-batch.ts';
import { keyOf, pagesOf } from '../api/query.ts';
import { newcomersOf, unreadOf, withChanged } from './fresh-rows.ts';

type ListQuery = NonNullable<CallQuery<typeof listTransactions>>;
type List = InfiniteData<Output<typeof listTransactions>, string | null>;

/** Changed rows outside the first page that are read one by one; more than these wait for the next reading. */
const SINGLE_READS_MAX = 20;
const RETURN_MS = 10 * 60_000;

/** Rows of a filter. They change in place; new ones are counted in `newcomers` until `showNewcomers`. */
export function useTransactionRows(query: ListQuery) {
  const client = useQueryClient();
  const key = [...keyOf(listTransactions, { query }), 'pages'];
  const name = JSON.stringify(key);
  const list = useInfiniteQuery({
    ...pagesOf(listTransactions, { query }),
    // Live events keep it true; reading it again by itself would move rows under the pointer.
    staleTime: 'static',
    gcTime: RETURN_MS,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  const [waiting, setWaiting] = useState<{ name: string; ids: ReadonlySet<string> }>({ name, ids: new Set() });
  const newcomers = waiting.name === name ? waiting.ids.size : 0;

  const compare = useEffectEvent(async ({ ids, is_resync }: LiveBatch) => {
    // Totals hold no place that could move: they follow at once.
    void client.invalidateQueries({ queryKey: keyOf(summariseTransactions) });
    if (!client.getQueryData<List>(key)) return;
    const first = await call(listTransactions, { query: { ...query, limit: 100 } }).catch(() => null);
    const current = client.getQueryData<List>(key);
    if (first === null || current === undefined) return;
    const shown = current.pages.flatMap(({ data }) => data);
    const about = { top: first.data, shown, named: is_resync ? null : ids };
    const single = await Promise.allSettled(
      unreadOf({ ...about, named: ids })
        .slice(0, SINGLE_READS_MAX)
        .map((id) => call(getTransaction, { params: { id } })),
    );
    const read = single.flatMap((one) => (one.status === 'fulfilled' ? [one.value.data] : []));
    client.setQueryData<List>(key, (now) => now && withChanged(now, [...first.data, ...read]));
    const found = newcomersOf(about);
    setWaiting((before) => ({ name, ids: new Set([...(before.name === name ? before.ids : []), ...found]) }));
  });
  useLiveBatch('transaction', (batch) => void compare(batch));
  // Coming back to a list that was read before: nobody followed the events in between.
  useEffect(() => {
    const read_before = client.getQueryState(JSON.parse(name) as unknown[])?.dataUpdatedAt ?? 0;
    // oxlint-disable-next-line react/set-state-in-effect -- the state changes when the answer comes, not within the effect
    if (read_before > 0) void compare({ ids: new Set(), is_resync: true });
  }, [client, name]);

  return {
    list,
    rows,
    newcomers,
    /** Reads the list again from its beginning. */
    showNewcomers: async () => {
      client.setQueryData<List>(
        key,
        (now) => now && { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) },
      );
      setWaiting({ name, ids: new Set() });
      await list.refetch();
    },
  };
}
