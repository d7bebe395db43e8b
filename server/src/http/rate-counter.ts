/** Counts events by key in fixed windows of time. */

export interface RateCount {
  /** Whether this event exceeds the limit. */
  is_exceeded: boolean;
  remaining: number;
  /** Time until the window ends. */
  reset_ms: number;
}

export interface RateCounter {
  /** Counts one event. */
  count: (key: string) => RateCount;
  /** The state without counting: exceeded when one more event would exceed the limit. */
  peek: (key: string) => RateCount;
}

/** Limits memory: a flood of keys replaces the oldest ones. */
const KEYS_MAX = 50_000;

export function createRateCounter({ max, window_ms }: { max: number; window_ms: number }): RateCounter {
  const windows = new Map<string, { count: number; ends_at_ms: number }>();
  const findWindow = (key: string, now_ms: number) => {
    const window = windows.get(key);
    return window !== undefined && window.ends_at_ms > now_ms && window.ends_at_ms <= now_ms + window_ms
      ? window
      : undefined;
  };
  return {
    count: (key) => {
      const now_ms = Date.now();
      const window = findWindow(key, now_ms) ?? { count: 0, ends_at_ms: now_ms + window_ms };
      window.count += 1;
      windows.delete(key);
      windows.set(key, window);
      for (const [oldest] of windows) {
        if (windows.size <= KEYS_MAX) break;
        windows.delete(oldest);
      }
      const remaining = Math.max(0, max - window.count);
      return { is_exceeded: window.count > max, remaining, reset_ms: window.ends_at_ms - now_ms };
    },
    peek: (key) => {
      const now_ms = Date.now();
      const window = findWindow(key, now_ms);
      const count = window?.count ?? 0;
      const reset_ms = window === undefined ? 0 : window.ends_at_ms - now_ms;
      return { is_exceeded: count >= max, remaining: Math.max(0, max - count), reset_ms };
    },
  };
}
