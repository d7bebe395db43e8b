/** A limit on work that runs at the same time, also for each key. Work that does not fit waits for a short time. */

export interface Slots {
  /** Runs the work in a slot; throws `refuse()` when none becomes free in time. */
  run: <T>(key: string, work: () => Promise<T>) => Promise<T>;
}

interface SlotOptions {
  max: number;
  max_per_key: number;
  /** Work that may wait for a slot at the same time. */
  waiting_max: number;
  wait_ms: number;
  refuse: () => Error;
}

interface Waiter {
  key: string;
  start: () => void;
}

export function createSlots({ max, max_per_key, waiting_max, wait_ms, refuse }: SlotOptions): Slots {
  let used = 0;
  const used_by_key = new Map<string, number>();
  const waiting: Waiter[] = [];
  const isFree = (key: string): boolean => used < max && (used_by_key.get(key) ?? 0) < max_per_key;
  const enter = (key: string): void => {
    used += 1;
    used_by_key.set(key, (used_by_key.get(key) ?? 0) + 1);
  };
  const leave = (key: string): void => {
    used -= 1;
    const left = (used_by_key.get(key) ?? 1) - 1;
    if (left === 0) used_by_key.delete(key);
    else used_by_key.set(key, left);
    const next = waiting.findIndex((waiter) => isFree(waiter.key));
    if (next !== -1) waiting.splice(next, 1)[0]?.start();
  };
  const waitForSlot = (key: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const waiter: Waiter = {
        key,
        start: () => {
          clearTimeout(timer);
          enter(key);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(refuse());
      }, wait_ms);
      waiting.push(waiter);
    });
  return {
    run: async (key, work) => {
      if (isFree(key)) enter(key);
      else if (waiting.length >= waiting_max) throw refuse();
      else await waitForSlot(key);
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}
