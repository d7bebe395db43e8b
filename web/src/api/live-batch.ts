/** Live events in batches, so that a burst of payments does not cause a burst of requests. */
import type { LiveEvent } from '@dasbor/contract/live';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLive } from './live.ts';

/** The changes since the last batch. */
export interface LiveBatch {
  ids: ReadonlySet<string>;
  /** Events may have been missed: `ids` may be incomplete. */
  is_resync: boolean;
}

/** From the first event to its batch: events of one payment arrive together. */
const COLLECT_MS = 150;
/** Minimum time between two batches. */
export const BATCH_INTERVAL_MS = 1_500;

/** Calls `onBatch` with the changes of a topic: soon after the first event, then at most every 1.5 seconds. */
export function useLiveBatch(topic: LiveEvent['topic'], onBatch: (batch: LiveBatch) => void): void {
  const waiting = useRef({ ids: new Set<string>(), is_resync: false, last_ms: 0, timer: 0 });
  const flush = useEffectEvent(() => {
    const { ids, is_resync } = waiting.current;
    waiting.current = { ids: new Set(), is_resync: false, last_ms: performance.now(), timer: 0 };
    onBatch({ ids, is_resync });
  });
  useLive((event) => {
    const state = waiting.current;
    if (event.topic !== topic && event.topic !== 'resync') return;
    if (event.id === null || event.topic === 'resync') state.is_resync = true;
    else state.ids.add(event.id);
    if (state.timer !== 0) return;
    const wait_ms = state.last_ms === 0 ? 0 : state.last_ms + BATCH_INTERVAL_MS - performance.now();
    state.timer = window.setTimeout(() => flush(), Math.max(COLLECT_MS, wait_ms));
  });
  useEffect(() => () => window.clearTimeout(waiting.current.timer), []);
}

/**
 * Like `useLiveBatch`, for a list that compares its rows with the server's: batches that arrive before its first rows become
 * one `is_resync` afterwards, because those rows may be older.
 */
export function useLoadedLiveBatch(
  topic: LiveEvent['topic'],
  is_loaded: boolean,
  onBatch: (batch: LiveBatch) => void,
): void {
  const has_missed = useRef(false);
  const deliver = useEffectEvent(onBatch);
  useLiveBatch(topic, (batch) => {
    if (is_loaded) deliver(batch);
    else has_missed.current = true;
  });
  useEffect(() => {
    if (!is_loaded || !has_missed.current) return;
    has_missed.current = false;
    deliver({ ids: new Set(), is_resync: true });
  }, [is_loaded]);
}
