/** Polls every three seconds for 15 minutes; pauses while the page is hidden, and polls immediately when it is shown. */

export const EVERY_MS = 3_000;
export const UNTIL_MS = 15 * 60_000;

export interface Polling {
  stop: () => void;
  /** Polls now and for another 15 minutes. */
  restart: () => void;
}

/** `poll` returns false when polling can stop. `onTimeout` is called after 15 minutes. */
export function startPolling(poll: () => Promise<boolean>, onTimeout: () => void): Polling {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ends_at_ms = Date.now() + UNTIL_MS;
  let is_over = false;
  let is_polling = false;

  const run = async (): Promise<void> => {
    clearTimeout(timer);
    if (is_over || is_polling || document.hidden) return;
    is_polling = true;
    const has_more = await poll();
    is_polling = false;
    if (!has_more) stop();
    else if (Date.now() >= ends_at_ms) onTimeout();
    else schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    if (!is_over) timer = setTimeout(() => void run(), EVERY_MS);
  };
  const wake = () => void run();
  const stop = () => {
    is_over = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', wake);
    removeEventListener('online', wake);
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  schedule();
  return {
    stop,
    restart: () => {
      ends_at_ms = Date.now() + UNTIL_MS;
      wake();
    },
  };
}
