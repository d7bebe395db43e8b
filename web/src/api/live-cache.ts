/** Keeps cached answers of the server honest while nobody looks at them. */
import type { QueryClient } from '@tanstack/react-query';
import { useLive } from './live.ts';

/**
 * Refetches everything after a `resync`. Every other event marks all cached data as stale without a request: the open
 * screens refetch what they show on their own, but a screen that is left before its batch, or opened later, would show
 * its cached data as fresh.
 */
export function useLiveCache(client: QueryClient): void {
  useLive(({ topic }) => {
    if (topic === 'resync') void client.invalidateQueries();
    else void client.invalidateQueries({ refetchType: 'none' });
  });
}
