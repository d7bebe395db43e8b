/** Repeats requests that failed, when and as often as is safe. */

export interface RetryOptions {
  /** Attempts after the first one. */
  max_retries: number;
  /** Limit of one attempt. */
  timeout_ms: number;
}

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** The server did nothing and may say when to come back. */
const NOT_STARTED: readonly number[] = [429, 503];
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'PUT', 'DELETE'];

/** A `fetch` with a time limit for each attempt, and retries. */
export function createRetryingFetch({
  max_retries,
  timeout_ms,
}: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const is_repeatable = SAFE_METHODS.includes(request.method) || request.headers.has('idempotency-key');
    for (let retries = 0; ; retries++) {
      const is_last = retries >= max_retries;
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout_ms)]);
      const attempt = await fetch(request.clone(), { signal }).catch((error: unknown) => ({ error }));
      if ('error' in attempt) {
        if (is_last || !is_repeatable || request.signal.aborted) throw attempt.error;
        await wait(computeDelay(retries), request.signal);
        continue;
      }
      if (is_last || !shouldRepeat(attempt, is_repeatable)) return attempt;
      await attempt.body?.cancel();
      await wait(readRetryAfter(attempt) ?? computeDelay(retries), request.signal);
    }
  };
}

function shouldRepeat({ status, headers }: Response, is_repeatable: boolean): boolean {
  if (NOT_STARTED.includes(status)) return true;
  // Another request with the same key is under way: afterwards its answer is repeated.
  if (status === 409) return headers.has('retry-after');
  return is_repeatable && status >= 500;
}

/** Milliseconds that the server asks to wait; null when it does not say. */
function readRetryAfter({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, MAX_DELAY_MS) : null;
}

/** Doubles, and differs between clients, so that they do not all return at once. */
const computeDelay = (retries: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** retries, MAX_DELAY_MS) * (0.5 + Math.random() / 2);

/** Rejects when the caller aborts meanwhile. */
function wait(delay_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, delay_ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
