/** A background job. Jobs are idempotent and run at least once; payloads contain ids only. */
import type { Deps } from '../deps.ts';

/**
 * Lanes run independently: jobs of one never wait for those of another. `bank`: waits for banks. `ledger`: reads and
 * writes the database only. `mail`: waits for mail servers. `report`: generates files and waits for SFTP servers.
 * `webhook`: waits for endpoints of merchants. `maintenance`: verification and retention, which take long.
 */
export const LANES = ['bank', 'ledger', 'mail', 'report', 'webhook', 'maintenance'] as const;
export type Lane = (typeof LANES)[number];

export interface Job {
  /** Verb first, unique. */
  name: string;
  lane: Lane;
  /** Throws to be retried with backoff. `payload`: as enqueued; scheduled jobs get `{}`. */
  run: (deps: Deps, payload: Record<string, string | number>) => Promise<void>;
}
