/** A background job. Jobs are idempotent and run at least once; payloads carry ids only. */
import type { Deps } from '../deps.ts';

export interface Job {
  /** Verb first, unique. */
  name: string;
  /** Throws to be retried with backoff. `payload`: as enqueued; scheduled jobs get `{}`. */
  run: (deps: Deps, payload: Record<string, string | number>) => Promise<void>;
}
