/**
 * Toasts (specification sections 2 and 8): top-right, one at a time. The container is loaded with
 * the first toast, so that the first page does not carry it.
 */

import { SUCCESS_CLOSE_MS, DEFAULT_CLOSE_MS, type Toast } from './toast-rules.ts';

type Show = (toast: Toast) => void;
const wanted = new Set<() => void>();
let is_wanted = false;
let last_wish = 0;

const loadShow = async (): Promise<Show> => (await import('./toaster.tsx')).showToast;

/** For the host: whether any toast was asked for yet. */
export const isToasterWanted = (): boolean => is_wanted;
export function watchToaster(watcher: () => void): () => void {
  wanted.add(watcher);
  return () => wanted.delete(watcher);
}

async function show(toast: Toast): Promise<void> {
  last_wish += 1;
  const wish = last_wish;
  is_wanted = true;
  for (const watcher of wanted) watcher();
  const showNow = await loadShow();
  // A newer toast was asked for while the container was loading: it dismisses this one.
  if (wish === last_wish) showNow(toast);
}

/** Says that something worked; closes after 1000 ms. */
export const showSuccess = (message: string): Promise<void> =>
  show({ kind: 'success', message, close_ms: SUCCESS_CLOSE_MS });

/** Shows the detail of a failure; stays until it is dismissed. */
export const showError = (detail: string): Promise<void> => show({ kind: 'error', message: detail, close_ms: false });

/** Tells something that needs no answer; closes after 2000 ms. */
export const showInfo = (message: string): Promise<void> => show({ kind: 'info', message, close_ms: DEFAULT_CLOSE_MS });
