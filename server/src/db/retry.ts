/** Writes that say what has happened outside already, such as a mail that was sent. */
import { setTimeout as wait } from 'node:timers/promises';

/** Some fifteen seconds in all: a database that starts anew, or a pool that is busy, is back by then. */
const WAITS_MS = [100, 400, 1_500, 4_000, 9_000];

/**
 * Runs work in the database until it succeeds, a few times: giving up at the first trouble would have the mail sent
 * again that it is to say was sent. Throws the last error. The work must bear being run again.
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
