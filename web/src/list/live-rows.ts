/** The rows of a list: known ones update in place, new ones are only counted until the user asks for them. */
import * as duration from '@dasbor/contract/duration';
import type { LiveEvent } from '@dasbor/contract/live';
import type { Output, Route } from '@dasbor/contract/route';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Input, type InputArguments, call } from '../api/call.ts';
import { type LiveBatch, useLoadedLiveBatch } from '../api/live-batch.ts';
import { buildPagesKey, buildPagesQuery, buildQueryKey, isLoaded, readPage } from '../api/query.ts';
import { type ListRow, listNewRows, listUnreadRows, mergeChangedRows } from './merge-rows.ts';

/** A list route, as this layer needs it. */
export type RowOf<R extends Route> = Output<R> extends { data: (infer Row)[] } ? Row & ListRow : never;
type Page<Row> = { data: Row[]; next_cursor: string | null };

export interface LiveList<R extends Route> {
  route: R;
  /** Of a list that belongs to one object. */
  params?: Record<string, string>;
  /** The API's filter and order. */
  query: Record<string, unknown>;
  /** Live events of this topic concern the list. */
  topic: LiveEvent['topic'];
  /** Route of one row (`{params: {id}}`); without it, changed rows beyond the first page update with the next read. */
  detail_route?: Route;
  /** Totals and counts, which are refreshed on every change. */
  totals?: readonly Route[];
  /** Whether a row that changed still belongs to the list (a stable function); by default it stays with its new state. */
  isListed?: (row: RowOf<R>) => boolean;
}

const isAlwaysListed = (): boolean => true;

/** Limit of single reads of changed rows beyond the first page; the others update with the next read. */
const SINGLE_READS_MAX = 20;
const GC_TIME_MS = duration.minutes(10);

/** Rows of a filter. They update in place; new ones are counted in `new_count` until `showNewRows`. */
export function useLiveRows<R extends Route>(list_of: LiveList<R>) {
  const { route, params, query, topic, detail_route, totals = [], isListed = isAlwaysListed } = list_of;
  const of_object = params === undefined ? {} : { params };
  type Row = RowOf<R>;
  type List = InfiniteData<Page<Row>, string | null>;
  const client = useQueryClient();
  const key = buildPagesKey(route, { ...of_object, query });
  const name = JSON.stringify(key);
  const list = useInfiniteQuery({
    ...buildPagesQuery(route, { ...of_object, query } as unknown as Input<R>),
    // Live events keep it current; an automatic refetch would move rows under the pointer.
    staleTime: 'static',
    gcTime: GC_TIME_MS,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const rows = useMemo(
    () => (list.data?.pages as Page<Row>[] | undefined)?.flatMap(({ data }) => data.filter(isListed)) ?? [],
    [list.data, isListed],
  );
  const [waiting, setWaiting] = useState<{ name: string; ids: ReadonlySet<string> }>({ name, ids: new Set() });
  const new_count = waiting.name === name ? waiting.ids.size : 0;

  const compare = useEffectEvent(async ({ ids, is_resync }: LiveBatch) => {
    for (const total of totals) void client.invalidateQueries({ queryKey: buildQueryKey(total) });
    if (!client.getQueryData<List>(key)) return;
    const first = (await readPage(route, { ...of_object, query: { ...query, limit: 100 } }).catch(
      () => null,
    )) as Page<Row> | null;
    const current = client.getQueryData<List>(key);
    if (first === null || current === undefined) return;
    const shown = current.pages.flatMap(({ data }) => data);
    const about = { top: first.data, shown, changed_ids: is_resync ? null : ids };
    const read =
      detail_route === undefined
        ? []
        : await readRows<Row>(
            detail_route,
            listUnreadRows({ ...about, changed_ids: ids, is_complete: is_resync && first.next_cursor === null }),
          );
    const now = client.getQueryData<List>(key);
    if (now === undefined) return;
    const merged = mergeChangedRows(now, [...first.data, ...read]);
    if (!merged.pages.some(({ data }) => data.some(isListed))) {
      // Nothing is on the screen that new rows could move: they need no button above "No … yet".
      client.setQueryData<List>(key, { pages: [first], pageParams: [null] });
      setWaiting({ name, ids: new Set() });
      return;
    }
    client.setQueryData<List>(key, merged);
    const found = listNewRows(about);
    setWaiting((before) => ({ name, ids: new Set([...(before.name === name ? before.ids : []), ...found]) }));
  });
  useLoadedLiveBatch(topic, isLoaded(list), (batch) => void compare(batch));
  // A list that was read before missed the events in between.
  useEffect(() => {
    const read_before = client.getQueryState(JSON.parse(name) as unknown[])?.dataUpdatedAt ?? 0;
    // oxlint-disable-next-line react/set-state-in-effect -- the state changes when the response arrives, not within the effect
    if (read_before > 0) void compare({ ids: new Set(), is_resync: true });
  }, [client, name]);

  return {
    list: list as UseInfiniteQueryResult,
    rows,
    new_count,
    /** Reads the list again from its first page. */
    showNewRows: async () => {
      client.setQueryData<List>(
        key,
        (now) => now && { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) },
      );
      setWaiting({ name, ids: new Set() });
      await list.refetch();
    },
  };
}
/** Rows of a list and their state, of any type of row. */
export type LiveRows<Row> = Pick<ReturnType<typeof useLiveRows<Route>>, 'list' | 'new_count' | 'showNewRows'> & {
  rows: readonly Row[];
};

async function readRows<Row>(route: Route, ids: string[]): Promise<Row[]> {
  const responses = await Promise.allSettled(
    ids
      .slice(0, SINGLE_READS_MAX)
      .map((id) => call<Route>(route, ...([{ params: { id } }] as unknown as InputArguments<Route>))),
  );
  return responses.flatMap((response) =>
    response.status === 'fulfilled' ? [(response.value as { data: Row }).data] : [],
  );
}
