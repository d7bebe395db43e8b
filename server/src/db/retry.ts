/** Retries of database writes that record an external effect, such as an email that was sent. */
import { setTimeout as wait } from 'node:timers/promises';

/** About fifteen seconds in all, enough for a database restart or an exhausted pool. */
const WAITS_MS = [100, 400, 1_500, 4_000, 9_000];

/**
 * Runs idempotent database work until it succeeds, with increasing waits. Without retries a short outage would lose the
 * record of the effect, and the effect would happen again. Throws the last error.
 */
export async function retry<T>(work: () => Promise<T>, waits_ms: readonly number[] = WAITS_MS): Promise<T> {
  for (const wait_ms of waits_ms) {
    try {
      return await work();
    } catch {
      await wait(wait_ms);
    }
  }
  return work();
}
