import { setTimeout as sleep } from 'node:timers/promises';

export const RETRY_MS = 150;

/** Retries until a response arrives, however often the connection is refused or broken. */
export async function fetchWithRetry(url: string, init: RequestInit): Promise<Response> {
  for (;;) {
    try {
      return await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
    } catch {
      await sleep(RETRY_MS);
    }
  }
}
