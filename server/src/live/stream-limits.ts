/** Limits of open live streams in this process, so that a client that only opens streams cannot exhaust it. */
import type { LiveHub } from './hub.ts';

const STREAMS_MAX = { principal: 10, user: 30, merchant: 300 };

export interface StreamOwner {
  /** The session, or the API key. */
  principal: string;
  /** The user, or the API key. */
  user: string;
  merchant: string;
}

export interface StreamLimits {
  /** Counts a stream; null when a limit is reached. The result ends the count; calling it twice is harmless. */
  open: (owner: StreamOwner) => (() => void) | null;
}

const limits_by_hub = new WeakMap<LiveHub, StreamLimits>();

/** The limits of the process, which has one hub. */
export function getStreamLimits(hub: LiveHub): StreamLimits {
  const limits = limits_by_hub.get(hub) ?? createStreamLimits();
  limits_by_hub.set(hub, limits);
  return limits;
}

export function createStreamLimits(): StreamLimits {
  const counts = new Map<string, number>();
  const change = (name: string, by: number): void => {
    const count = (counts.get(name) ?? 0) + by;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };
  return {
    open: (owner) => {
      const names = Object.entries(STREAMS_MAX).map(([scope, max]) => {
        const name = `${scope}:${owner[scope as keyof StreamOwner]}`;
        return { name, is_full: (counts.get(name) ?? 0) >= max };
      });
      if (names.some(({ is_full }) => is_full)) return null;
      for (const { name } of names) change(name, 1);
      let is_open = true;
      return () => {
        if (is_open) for (const { name } of names) change(name, -1);
        is_open = false;
      };
    },
  };
}
