/** The rows of the codes. Known rows change in place; new ones are counted until they are asked for. */
import { type QrisPayment, listQrisPayments } from '@dasbor/contract/qris-payment';
import type { Output } from '@dasbor/contract/route';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { call } from '../api/call.ts';
import { useLiveBatch } from '../api/live-batch.ts';
import { keyOf, pagesOf } from '../api/query.ts';

type List = InfiniteData<Output<typeof listQrisPayments>, string | null>;

const KEY = [...keyOf(listQrisPayments), 'pages'];

const replaced = (list: List, changed: readonly QrisPayment[]): List => {
  const by_id = new Map(changed.map((row) => [row.id, row]));
  return {
    ...list,
    pages: list.pages.map((page) => ({ ...page, data: page.data.map((row) => by_id.get(row.id) ?? row) })),
  };
};

/** Ids above the newest shown row: codes are listed newest first. */
export function newerThan(shown: readonly QrisPayment[], top: readonly QrisPayment[]): string[] {
  const known = new Set(shown.map(({ id }) => id));
  const newest = shown[0]?.created_at ?? '';
  return top.filter((row) => !known.has(row.id) && row.created_at >= newest).map(({ id }) => id);
}

export function useQrisPaymentRows() {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<string[]>([]);
  const list = useInfiniteQuery({
    ...pagesOf(listQrisPayments, {}),
    // Live events keep it true; reading it again by itself would move rows under the pointer.
    staleTime: 'static',
    meta: { quiet: true },
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  const compare = useEffectEvent(async () => {
    if (!client.getQueryData<List>(KEY)) return;
    const top = await call(listQrisPayments, { query: { limit: 100 } }).catch(() => null);
    const current = client.getQueryData<List>(KEY);
    if (top === null || current === undefined) return;
    client.setQueryData<List>(KEY, replaced(current, top.data));
    setWaiting(
      newerThan(
        current.pages.flatMap(({ data }) => data),
        top.data,
      ),
    );
  });
  useLiveBatch('qris-payment', () => void compare());
  // Coming back: nobody followed the events in between.
  // oxlint-disable-next-line react/set-state-in-effect -- the state changes when the answer comes, not within the effect
  useEffect(() => void compare(), []);
  const showNewcomers = async () => {
    client.setQueryData<List>(
      KEY,
      (now) => now && { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) },
    );
    setWaiting([]);
    await list.refetch();
  };
  return { list, rows, newcomers: waiting.length, showNewcomers };
}
