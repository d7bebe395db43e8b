/** Live changes of the merchant, read from the server's event stream; the cache itself never polls. */
import { type LiveEvent, streamLiveEvents } from '@dasbor/contract/live';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { hasSession } from './session.ts';
import { send } from './send.ts';
import { readEvents } from './event-stream.ts';
import { joinStream } from './one-stream.ts';

export type LiveState = 'connecting' | 'live' | 'offline';

const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 30_000;
const RESYNC: LiveEvent = { topic: 'resync', id: null, change: 'updated' };

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let state: LiveState = 'connecting';

function enter(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const watcher of watchers) watcher();
}

function publish(event: LiveEvent): void {
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

/** What the tab that reads the stream says to all, itself included. */
interface LiveMessage {
  state: LiveState;
  event?: LiveEvent;
}

function receive({ state: next, event }: LiveMessage): void {
  enter(next);
  if (event) publish(event);
}

/** Reads the stream and says what it hears, coming back after every break, until aborted. */
async function read(signal: AbortSignal, say: (said: LiveMessage) => void, is_successor: boolean): Promise<void> {
  let failures = 0;
  let connected_before = is_successor;
  while (!signal.aborted && hasSession()) {
    try {
      const response = await send(streamLiveEvents, { accept: 'text/event-stream', signal });
      failures = 0;
      say({ state: 'live', ...(connected_before ? { event: RESYNC } : {}) });
      connected_before = true;
      for await (const data of readEvents(response, signal))
        say({ state: 'live', event: JSON.parse(data) as LiveEvent });
    } catch {
      // Whatever broke the stream, the answer is the same: wait a little and come back.
    }
    if (signal.aborted) return;
    say({ state: 'offline' });
    await pause(waitOf(failures), signal);
    failures += 1;
  }
}

/** Follows the stream until the answered function is called: reading it here, or hearing from the tab that does. */
export function connectLive(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  enter('connecting');
  const say = (said: LiveMessage): void => {
    receive(said);
    pass(said);
  };
  const lead = (is_successor: boolean): Promise<void> => read(signal, say, is_successor);
  const pass = joinStream<LiveMessage>({ lead, receive, standing: () => ({ state }) }, signal);
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
