/**
 * Distributes live events to the open dashboards of this process over one database connection, opened for the first
 * subscriber. A subscriber receives events of its own merchant only, the provider's staff those of operations.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { LiveEvent } from '@dasbor/contract/live';
import { listenForLiveEvents } from '../db/live-events.ts';

export interface LiveListener {
  event: (event: LiveEvent) => void;
  /** The hub closes: no more events follow. */
  end: () => void;
}

export interface LiveHub {
  /** `merchant_id` null: provider staff, who have no merchant. Returns a function that unsubscribes. */
  subscribe: (merchant_id: string | null, listener: LiveListener) => () => void;
  /** Ends all subscriptions. The server calls it first on shutdown, so that open streams do not delay it. */
  close: () => Promise<void>;
}

const RESYNC: LiveEvent = { topic: 'resync', id: null, change: 'updated' };

export function createLiveHub({ url, log }: { url: string; log: FastifyBaseLogger }): LiveHub {
  const listeners = new Map<string | null, Set<LiveListener>>();
  let connection: { close(): Promise<void> } | undefined;
  let is_closed = false;

  const open = () =>
    listenForLiveEvents(url, {
      event: ({ merchant_id, topic, id, change }) => {
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
