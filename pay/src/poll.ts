/** Asks again every three seconds, for a quarter of an hour; pauses while nobody looks, and asks at once when they do. */

export const EVERY_MS = 3_000;
export const UNTIL_MS = 15 * 60_000;

export interface Polling {
  stop: () => void;
  /** Asks now, and goes on for another quarter of an hour. */
  restart: () => void;
}

/** `ask` answers false when there is nothing left to wait for. `onTired`: the quarter of an hour is over. */
export function startPolling(ask: () => Promise<boolean>, onTired: () => void): Polling {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ends_at_ms = Date.now() + UNTIL_MS;
  let is_over = false;
  let is_asking = false;

  const turn = async (): Promise<void> => {
    clearTimeout(timer);
    if (is_over || is_asking || document.hidden) return;
    is_asking = true;
    const goes_on = await ask();
    is_asking = false;
    if (!goes_on) stop();
    else if (Date.now() >= ends_at_ms) onTired();
    else plan();
  };
  const plan = () => {
    clearTimeout(timer);
    if (!is_over) timer = setTimeout(() => void turn(), EVERY_MS);
  };
  const wake = () => void turn();
  const stop = () => {
    is_over = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  plan();
  return {
    stop,
    restart: () => {
      ends_at_ms = Date.now() + UNTIL_MS;
      wake();
    },
  };
}
