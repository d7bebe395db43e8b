/**
 * Toasts (specification sections 2 and 8): top-right, one at a time. The container is loaded with
 * the first toast, so that the first page does not carry it.
 */

import { withMessages } from './define-messages.ts';
import { SUCCESS_CLOSE_MS, DEFAULT_CLOSE_MS, type Toast } from './toast-rules.ts';

const listeners = new Set<() => void>();
let is_requested = false;
let last_number = 0;

const loadToaster = withMessages(() => import('./toaster.tsx'));

/** For the host: whether any toast was requested yet. */
export const isToasterRequested = (): boolean => is_requested;
export function subscribeToaster(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function show(toast: Toast): Promise<void> {
  last_number += 1;
  const number = last_number;
  is_requested = true;
  for (const listener of listeners) listener();
  const { showToast } = await loadToaster();
  // A newer toast was requested while the container was loading: it replaces this one.
  if (number === last_number) showToast(toast);
}

/** Confirms a success; closes after 1000 ms. */
export const showSuccess = (message: string): Promise<void> =>
  show({ kind: 'success', message, close_ms: SUCCESS_CLOSE_MS });

/** Shows the detail of a failure; stays until it is dismissed. */
export const showError = (detail: string): Promise<void> => show({ kind: 'error', message: detail, close_ms: false });

/** Shows information that needs no response; closes after 2000 ms. */
export const showInfo = (message: string): Promise<void> => show({ kind: 'info', message, close_ms: DEFAULT_CLOSE_MS });
