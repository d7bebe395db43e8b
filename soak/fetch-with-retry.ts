import { setTimeout as sleep } from 'node:timers/promises';

export const RETRY_MS = 150;

/** A connection that is refused or cut is no answer: try again, as any careful client does. */
export async function fetchWithRetry(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    try {
      return await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
    } catch {
      await sleep(RETRY_MS);
    }
  }
}
