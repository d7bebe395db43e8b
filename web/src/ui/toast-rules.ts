/** What a toast is, and how long it stays (specification sections 8 and 9). */

/** Success toasts of this helper. */
export const SUCCESS_CLOSE_MS = 1_000;
/** Anything else that closes by itself. */
export const DEFAULT_CLOSE_MS = 2_000;

export interface Toast {
  kind: 'success' | 'error' | 'info';
  message: string;
  /** Milliseconds until it closes; false: it stays until it is dismissed. */
  close_ms: number | false;
}
