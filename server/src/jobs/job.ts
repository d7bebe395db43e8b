/** A job: a name, and work that bears being run again. Payloads carry ids only. */
import type { Deps } from '../deps.ts';

export interface Job {
  /** Verb first, unique. */
  name: string;
  /** Throws to be tried again later. `payload` is what was enqueued; scheduled jobs get `{}`. */
  run: (deps: Deps, payload: Record<string, string | number>) => Promise<void>;
}
