/** Live changes of the merchant, read from the server's event stream; the cache itself never polls. */
import { type LiveEvent, followLive } from '@dasbor/contract/live';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { hasSession } from './session.ts';
import { send } from './send.ts';
import { eventsOf } from './event-stream.ts';

export type LiveState = 'connecting' | 'live' | 'offline';

const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 30_000;
const RESYNC: LiveEvent = { noun: 'resync', id: null, change: 'updated' };

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let state: LiveState = 'connecting';

function enter(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const watcher of watchers) watcher();
}

function tell(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

/** Calls `listener` with every change, and with a `resync` whenever something may have been missed. */
export function subscribeLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Doubling wait with up to a quarter of chance on top, so that browsers do not return all at once. */
const waitOf = (failures: number): number =>
  Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** failures) * (1 + Math.random() / 4);

function pause(duration_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, duration_ms);
    window.addEventListener('online', done, { signal });
    signal.addEventListener('abort', done, { once: true });
  });
}

async function follow(signal: AbortSignal): Promise<void> {
  let failures = 0;
  let connected_before = false;
  while (!signal.aborted && hasSession()) {
    try {
      const response = await send(followLive, { accept: 'text/event-stream', signal });
      enter('live');
      failures = 0;
      if (connected_before) tell(RESYNC);
      connected_before = true;
      for await (const data of eventsOf(response, signal)) tell(JSON.parse(data) as LiveEvent);
    } catch {
      // Whatever broke the stream, the answer is the same: wait a little and come back.
    }
    if (signal.aborted) return;
    enter('offline');
    await pause(waitOf(failures), signal);
    failures += 1;
  }
}

/** Follows the stream until the answered function is called. One per tab, while somebody is signed in. */
export function connectLive(): () => void {
  const controller = new AbortController();
  enter('connecting');
  void follow(controller.signal);
  return () => controller.abort();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether changes arrive at the moment. */
export const useLiveState = (): LiveState => useSyncExternalStore(watch, () => state);

/** Calls `onEvent` with every live change while the component is mounted. */
export function useLive(onEvent: Listener): void {
  const listener = useEffectEvent(onEvent);
  useEffect(() => subscribeLive((event) => listener(event)), []);
}
