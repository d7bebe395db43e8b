/** Live changes in batches: a burst of payments must not become a burst of requests. */
import type { LiveEvent } from '@dasbor/contract/live';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLive } from './live.ts';

/** What changed since the last batch. */
export interface LiveBatch {
  ids: ReadonlySet<string>;
  /** Something may have been missed: ids say only part of it. */
  is_resync: boolean;
}

/** Between the first event and its batch: events of one payment come together. */
const GATHER_MS = 150;
/** Between two batches. */
const REST_MS = 1_500;

/** Calls `onBatch` with the changes of a topic, soon after the first and then at most every second and a half. */
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
    const rest_ms = state.last_ms === 0 ? 0 : state.last_ms + REST_MS - performance.now();
    state.timer = window.setTimeout(() => flush(), Math.max(GATHER_MS, rest_ms));
  });
  useEffect(() => () => window.clearTimeout(waiting.current.timer), []);
}
