/** A session of the first sandbox merchant's superadmin at an installation, signed in again whenever it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@dasbor/contract/auth';
import { API_BASE } from '@dasbor/contract/route';
import { SANDBOX_PASSWORD } from '../server/src/sandbox/credentials.ts';
import type { Installation } from '../scripts/installation.ts';
import { fetchWithRetry } from './fetch-with-retry.ts';
import { MERCHANT_EMAIL } from './users.ts';

/** Longer than any answer takes on a busy machine, and shorter than the pause of a database. */
const REQUEST_TIMEOUT_MS = 45_000;
/** At most ten sign-ins a minute are accepted from one address. */
const SIGN_IN_RETRY_MS = 1_500;

export interface Session {
  /** Signs in, waiting for a server that restarts. Concurrent calls share one sign-in. */
  signIn: () => Promise<void>;
  /** Sends one request; throws when there is no response. */
  sendOnce: (
    method: string,
    path: string,
    more?: { body?: unknown; headers?: Record<string, string> },
  ) => Promise<Response>;
}

export function createSession({ url }: Pick<Installation, 'url'>): Session {
  let token = '';
  let signing_in: Promise<void> | null = null;
  const body = JSON.stringify({ email: MERCHANT_EMAIL, password: SANDBOX_PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const signInOnce = async (): Promise<void> => {
    for (;;) {
      const answer = await fetchWithRetry(url + API_BASE + login.path, { method: 'POST', headers, body });
      if (answer.ok) {
        token = login.output.parse(await answer.json()).access_token;
        return;
      }
      await sleep(SIGN_IN_RETRY_MS);
    }
  };
  return {
    signIn: () => (signing_in ??= signInOnce().finally(() => (signing_in = null))),
    sendOnce: (method, path, more = {}) =>
      fetch(url + API_BASE + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'is-live': 'true',
          ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...more.headers,
        },
        ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      }),
  };
}
