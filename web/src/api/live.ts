/** Live events of the merchant from the server's event stream; the query cache never polls. */
import * as duration from '@dasbor/contract/duration';
import { type LiveEvent, streamLiveEvents } from '@dasbor/contract/live';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { hasSession } from './session.ts';
import { send } from './send.ts';
import { readEvents } from './event-stream.ts';
import { joinSharedStream } from './shared-stream.ts';

export type LiveState = 'connecting' | 'live' | 'offline';

const RETRY_FIRST_MS = duration.seconds(1);
const RETRY_MAX_MS = duration.seconds(30);
const RESYNC: LiveEvent = { topic: 'resync', id: null, change: 'updated' };

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let state: LiveState = 'connecting';
/** Since when this tab may have missed events, on the page's own clock: its first data, or the end of the last connection. */
let disconnected_ms = 0;

function enter(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const watcher of watchers) watcher();
}

function publish(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

/** Calls `listener` with every event, and with `resync` when events may have been missed. */
export function subscribeLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Exponential backoff with up to 25% jitter, so that browsers do not reconnect all at once. */
const backoffMs = (failures: number): number =>
  Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures) * (1 + Math.random() / 4);

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

/** A message of the tab that reads the stream to all tabs, itself included. */
interface LiveMessage {
  state: LiveState;
  event?: LiveEvent;
}

function receive({ state: next, event }: LiveMessage): void {
  enter(next);
  if (event && !isKnown(event)) publish(event);
}

/** Whether all data of this tab was read after the events that a stream begins with. */
const isKnown = ({ age_ms }: LiveEvent): boolean =>
  age_ms !== undefined && age_ms > performance.now() - disconnected_ms;

/** Reads the stream and broadcasts its events; reconnects with backoff until aborted. */
async function read(
  signal: AbortSignal,
  broadcast: (message: LiveMessage) => void,
  is_successor: boolean,
): Promise<void> {
  let failures = 0;
  let may_have_missed = is_successor;
  while (!signal.aborted && hasSession()) {
    try {
      const response = await send(streamLiveEvents, { accept: 'text/event-stream', signal });
      failures = 0;
      broadcast({ state: 'live', ...(may_have_missed ? { event: RESYNC } : {}) });
      for await (const data of readEvents(response, signal))
        broadcast({ state: 'live', event: JSON.parse(data) as LiveEvent });
    } catch {
      // Any failure of the stream is handled alike: wait, then reconnect.
    }
    if (signal.aborted) return;
    // Screens read their data without waiting for the first connection.
    may_have_missed = true;
    broadcast({ state: 'offline' });
    await pause(backoffMs(failures), signal);
    failures += 1;
  }
}

/** Connects to the stream, directly or through the tab that reads it. Returns how to disconnect. */
export function connectLive(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  enter('connecting');
  const broadcast = (message: LiveMessage): void => {
    receive(message);
    pass(message);
  };
  const read_stream = (is_successor: boolean): Promise<void> => read(signal, broadcast, is_successor);
  const pass = joinSharedStream<LiveMessage>({ lead: read_stream, receive, getState: () => ({ state }) }, signal);
  return () => {
    disconnected_ms = performance.now();
    controller.abort();
  };
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** State of the live connection. */
export const useLiveState = (): LiveState => useSyncExternalStore(watch, () => state);

/** Calls `onEvent` with every live event while the component is mounted. */
export function useLive(onEvent: Listener): void {
  const listener = useEffectEvent(onEvent);
  useEffect(() => subscribeLive((event) => listener(event)), []);
}
