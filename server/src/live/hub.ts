/**
 * Changes for the open dashboards of this process: one listening connection, opened with the first subscriber.
 * A subscriber is told of its own merchant's changes only.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { LiveEvent } from '@dasbor/contract/live';
import { listenForLiveEvents } from '../db/live-events.ts';

export interface LiveListener {
  event: (event: LiveEvent) => void;
  /** The hub closes: no more events will come. */
  end: () => void;
}

export interface LiveHub {
  /** `merchant_id` null: the provider's own staff, who have no merchant to follow. Answers how to stop. */
  subscribe: (merchant_id: string | null, listener: LiveListener) => () => void;
  /** Ends every subscription; the server calls it first when it stops, so that open streams do not hold it up. */
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
      // After a lost connection nobody knows what was missed: everybody reads again.
      gap: () => {
        for (const [merchant_id, set] of listeners) {
          if (merchant_id !== null) for (const listener of set) listener.event(RESYNC);
        }
      },
      error: (error) => log.warn({ err: error }, 'listening for live changes failed; trying again'),
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
