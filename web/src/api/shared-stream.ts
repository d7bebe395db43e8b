/**
 * One event stream per browser, however many tabs: HTTP/1.1 allows six connections to a host, and a stream per tab
 * would occupy one each. The tab that holds the lock reads the stream and broadcasts its messages; when it closes,
 * the next tab takes over.
 */

const NAME = 'dasbor-live';

/** A message between tabs. `hello`: a new tab asks for the current state. */
export type TabMessage<T> = { message: T } | { hello: true };

export interface SharedStream<T> {
  /** Reads the stream until aborted. `is_successor`: another tab read it before, so something may have been missed. */
  lead: (is_successor: boolean) => Promise<void>;
  /** Handles a message of the leading tab. */
  receive: (message: T) => void;
  /** The current state, for a new tab. */
  getState: () => T;
}

/** Leads or listens until aborted. Returns the function by which the leading tab sends a message to the others. */
export function joinSharedStream<T>(stream: SharedStream<T>, signal: AbortSignal): (message: T) => void {
  // Without Web Locks each tab reads its own stream.
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    void stream.lead(false);
    return () => undefined;
  }
  const channel = new BroadcastChannel(NAME);
  let is_leading = false;
  const pass = (message: TabMessage<T>): void => {
    if (!signal.aborted) channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage<T>>) => {
    if ('message' in data) stream.receive(data.message);
    else if (is_leading) pass({ message: stream.getState() });
  });
  signal.addEventListener('abort', () => channel.close(), { once: true });
  void acquireLead(signal, (is_successor) => {
    is_leading = true;
    return stream.lead(is_successor);
  });
  pass({ hello: true });
  return (message) => pass({ message });
}

/** Holds the lock while leading. An aborted wait is not an error: the tab signed out or closed. */
async function acquireLead(signal: AbortSignal, lead: (is_successor: boolean) => Promise<void>): Promise<void> {
  const is_leader = await navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock !== null && !signal.aborted) await lead(false);
    return lock !== null;
  });
  if (is_leader || signal.aborted) return;
  await navigator.locks.request(NAME, { signal }, () => lead(true)).catch(() => undefined);
}
