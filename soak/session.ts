/** An API client that retries refused and broken connections indefinitely. */
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@dasbor/contract/auth';
import { API_BASE } from '@dasbor/contract/route';
import { summariseTransactions } from '@dasbor/contract/transaction';
import type { Installation } from '../scripts/installation.ts';
import { RETRY_MS, fetchWithRetry } from './fetch-with-retry.ts';

export interface Session {
  signIn: () => Promise<void>;
  send: (
    method: string,
    path: string,
    more?: { body?: unknown; headers?: Record<string, string> },
  ) => Promise<Response>;
  countTransactions: () => Promise<number>;
}

/** The superadmin of the first sandbox merchant. */
const SIGN_IN = { email: 'superadmin@kopi.example', password: 'sandbox-only-2026' };

export function createSession({ url }: Installation): Session {
  let token = '';

  const send: Session['send'] = (method, path, { body, headers } = {}) =>
    fetchWithRetry(url + API_BASE + path, {
      method,
      headers: {
        authorization: token === '' ? '' : `Bearer ${token}`,
        'is-live': 'true',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  return {
    send,
    signIn: async () => {
      for (;;) {
        const answer = await send('POST', login.path, { body: SIGN_IN });
        if (answer.ok) {
          token = login.output.parse(await answer.json()).access_token;
          return;
        }
        // Rate limited, or the server is restarting.
        await sleep(RETRY_MS * 10);
      }
    },
    countTransactions: async () => {
      const answer = await send('GET', summariseTransactions.path);
      const { data } = summariseTransactions.output.parse(await answer.json());
      return data.reduce((sum, row) => sum + row.count, 0);
    },
  };
}
