/**
 * One event stream per browser, however many tabs: HTTP/1.1 allows six connections to a host, and each tab's own
 * stream would take one for good. The tab that holds the lock reads the stream and passes on what it hears; when it
 * closes, the next one takes over.
 */

const NAME = 'dasbor-live';

/** What the leading tab passes on. `hello`: a tab that came later asks how things stand. */
export type Passed<T> = { said: T } | { hello: true };

export interface OneStream<T> {
  /** Reads the stream until aborted. `is_successor`: another tab read it before, so something may have been missed. */
  lead: (is_successor: boolean) => Promise<void>;
  /** A message of the leading tab. */
  receive: (said: T) => void;
  /** How things stand, for a tab that came later. */
  standing: () => T;
}

/** Leads or hears until aborted. Answers the function by which the leading tab passes a message to the others. */
export function joinStream<T>(parts: OneStream<T>, signal: AbortSignal): (said: T) => void {
  // Browsers without Web Locks read a stream per tab.
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    void parts.lead(false);
    return () => undefined;
  }
  const channel = new BroadcastChannel(NAME);
  let is_leading = false;
  const pass = (message: Passed<T>): void => {
    if (!signal.aborted) channel.postMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Passed<T>>) => {
    if ('said' in data) parts.receive(data.said);
    else if (is_leading) pass({ said: parts.standing() });
  });
  signal.addEventListener('abort', () => channel.close(), { once: true });
  void takeLead(signal, (is_successor) => {
    is_leading = true;
    return parts.lead(is_successor);
  });
  pass({ hello: true });
  return (said) => pass({ said });
}

/** Holds the lock while leading. A wait that is aborted is no fault: the tab signed out or closed. */
async function takeLead(signal: AbortSignal, lead: (is_successor: boolean) => Promise<void>): Promise<void> {
  const at_once = await navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock !== null && !signal.aborted) await lead(false);
    return lock !== null;
  });
  if (at_once || signal.aborted) return;
  await navigator.locks.request(NAME, { signal }, () => lead(true)).catch(() => undefined);
}
