/**
 * Distributes live events to the open dashboards of this process over one database connection, opened for the first
 * subscriber. A subscriber receives events of its own merchant only, the provider's staff those of operations.
 */
import type { FastifyBaseLogger } from 'fastify';
import * as duration from '@dasbor/contract/duration';
import type { LiveEvent } from '@dasbor/contract/live';
import { listenForLiveEvents } from '../db/live-events.ts';

export interface LiveListener {
  event: (event: LiveEvent) => void;
  /** The hub closes: no more events follow. */
  end: () => void;
}

export interface LiveHub {
  /**
   * `merchant_id` null: provider staff, who have no merchant. The first event is `resync` with its age if there were events
   * a short time ago, because the subscriber may have read its data before them. Returns a function that unsubscribes.
   */
  subscribe: (merchant_id: string | null, listener: LiveListener) => () => void;
  /** Ends all subscriptions. The server calls it first on shutdown, so that open streams do not delay it. */
  close: () => Promise<void>;
}

/** Longer than a browser needs from the first data of a page to its stream. A connection that failed reads again on its own. */
const RECENT_MS = duration.seconds(15);
const RESYNC: LiveEvent = { topic: 'resync', id: null, change: 'updated' };

export function createLiveHub({ url, log }: { url: string; log: FastifyBaseLogger }): LiveHub {
  const listeners = new Map<string | null, Set<LiveListener>>();
  const recent = createRecentKeys<string | null>(RECENT_MS);
  let connection: { close(): Promise<void> } | undefined;
  let is_closed = false;

  const open = () =>
    listenForLiveEvents(url, {
      event: ({ merchant_id, topic, id, change }) => {
        recent.add(merchant_id);
        for (const listener of listeners.get(merchant_id) ?? []) listener.event({ topic, id, change });
      },
      // Events may have been missed while disconnected: all clients read again.
      gap: () => {
        for (const set of listeners.values()) for (const listener of set) listener.event(RESYNC);
      },
      error: (error) => log.warn({ err: error }, 'listening for live events failed; retrying'),
    });

  return {
    subscribe: (merchant_id, listener) => {
      if (is_closed) {
        listener.end();
        return () => undefined;
      }
      connection ??= open();
      const set = listeners.get(merchant_id) ?? new Set();
      listeners.set(merchant_id, set.add(listener));
      const age_ms = recent.getAge(merchant_id);
      if (age_ms !== null) listener.event({ ...RESYNC, age_ms });
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(merchant_id) === set) listeners.delete(merchant_id);
      };
    },
    close: async () => {
      is_closed = true;
      for (const set of listeners.values()) for (const listener of set) listener.end();
      listeners.clear();
      await connection?.close();
      connection = undefined;
    },
  };
}

interface RecentKeys<Key> {
  add: (key: Key) => void;
  /** Milliseconds since the key was last added; null if that was longer than the period ago. */
  getAge: (key: Key) => number | null;
}

/** Keys that were added within the last `period_ms`. */
function createRecentKeys<Key>(period_ms: number): RecentKeys<Key> {
  // In the order of their times, so that the old ones are in front.
  const added_ms = new Map<Key, number>();
  const getAge = (key: Key): number | null => {
    const age_ms = performance.now() - (added_ms.get(key) ?? -Infinity);
    return age_ms < period_ms ? Math.floor(age_ms) : null;
  };
  return {
    add: (key) => {
      added_ms.delete(key);
      added_ms.set(key, performance.now());
      for (const oldest of added_ms.keys()) {
        if (getAge(oldest) !== null) break;
        added_ms.delete(oldest);
      }
    },
    getAge,
  };
}
