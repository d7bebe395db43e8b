/** Keeps cached answers of the server honest while nobody looks at them. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { BATCH_INTERVAL_MS } from './live-batch.ts';
import { useLive } from './live.ts';

/**
 * Refetches everything after a `resync`. Every other event marks all cached data as stale without a request: the open
 * screens refetch what they show on their own, but a screen that is left before its batch, or opened later, would show
 * its cached data as fresh.
 */
export function useLiveCache(client: QueryClient): void {
  useLive(({ topic }) => {
    // Lists that are never stale compare their rows on their own (list/live-rows.ts).
    const reading = client
      .getQueryCache()
      .findAll({ fetchStatus: 'fetching', predicate: (query) => !query.isStatic() });
    for (const query of reading) void markOutdated(client, query);
    void client.invalidateQueries(topic === 'resync' ? {} : { refetchType: 'none' });
  });
}

/**
 * Marks the answer that is under way as stale when it arrives, because it may be older than the event. A screen that shows it
 * then refetches it: at once if it is the first one; soon if the screen was opened after the event, unless another event made
 * it do so before. A screen that was open already refetches on the events of its own topics.
 */
async function markOutdated(client: QueryClient, query: Query): Promise<void> {
  const is_first = query.state.data === undefined;
  const was_shown = query.isActive();
  const answered = await query.promise?.then(
    () => true,
    () => false,
  );
  if (answered !== true) return;
  query.invalidate();
  if (was_shown && !is_first) return;
  if (!is_first) await new Promise((resolve) => setTimeout(resolve, BATCH_INTERVAL_MS));
  const is_shown_stale = query.isActive() && query.state.isInvalidated && query.state.fetchStatus === 'idle';
  if (is_shown_stale) await client.refetchQueries({ queryKey: query.queryKey, exact: true });
}
