/** Kinds of toasts and their duration (specification sections 8 and 9). */
import * as duration from '@dasbor/contract/duration';

/** Success toasts of this helper. */
export const SUCCESS_CLOSE_MS = duration.seconds(1);
/** Anything else that closes by itself. */
export const DEFAULT_CLOSE_MS = duration.seconds(2);

export interface Toast {
  kind: 'success' | 'error' | 'info';
  message: string;
  /** Milliseconds until it closes; false: it stays until it is dismissed. */
  close_ms: number | false;
}
