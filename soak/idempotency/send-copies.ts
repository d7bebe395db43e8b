/** Sends copies of one request concurrently over real connections, many of which are dropped and retried. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE } from '@dasbor/contract/route';
import type { SoakEnvironment } from '../environment.ts';

/** Share of dropped connections, and the maximum delay before they are dropped. */
const DISCONNECT_SHARE = 0.3;
const DISCONNECT_WITHIN_MS = 40;
const RETRY_MS = 150;

/** A POST that moves money. `email` null: the route is public. */
export interface KeyedRequest {
  email: string | null;
  path: string;
  body?: object;
}

export interface RequestCounts {
  sent: number;
  cut: number;
  busy: number;
  overloaded: number;
  limited: number;
}

export interface Load {
  environment: SoakEnvironment;
  random: () => number;
  copies: number;
  counts: RequestCounts;
}

/** Returns the distinct final responses of all copies, as `<status> <body>`: one, when all are identical. */
export async function sendCopies(load: Load, request: KeyedRequest, key: string): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: load.copies }, () => sendUntilResponse(load, request, key)));
  return [...new Set(answers)];
}

async function sendUntilResponse(load: Load, request: KeyedRequest, key: string): Promise<string> {
  const { random, counts } = load;
  for (;;) {
    counts.sent += 1;
    const cut_ms = random() < DISCONNECT_SHARE ? random() * DISCONNECT_WITHIN_MS : null;
    const answer = await send(load, request, { key, cut_ms });
    let wait_ms = RETRY_MS;
    if (answer === null) counts.cut += 1;
    else if (answer.status === 409 && answer.body.includes('idempotency_key_in_use')) counts.busy += 1;
    // A database that is too slow for its time limits: the request had no effect or all of it, and a retry finds out.
    else if (answer.status === 503) counts.overloaded += 1;
    else if (answer.status === 429) {
      counts.limited += 1;
      wait_ms = answer.retry_after_s * 1_000 * (0.5 + random());
    } else return `${answer.status} ${answer.body}`;
    await sleep(wait_ms);
  }
}

interface Answer {
  status: number;
  body: string;
  retry_after_s: number;
}

/** Returns null when the connection was dropped. */
async function send(
  { environment: { url, getToken }, random }: Load,
  { email, path, body }: KeyedRequest,
  { key, cut_ms }: { key: string; cut_ms: number | null },
): Promise<Answer | null> {
  const headers = {
    ...(email === null ? {} : { authorization: `Bearer ${await getToken(email)}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    'is-live': 'true',
    'idempotency-key': key,
  };
  // Customers of the pay page come from many addresses, which have limits.
  const localAddress = `127.${pickByte(random)}.${pickByte(random)}.${pickByte(random)}`;
  return new Promise((resolve) => {
    const request = http.request(`${url}${API_BASE}${path}`, { method: 'POST', headers, localAddress }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', () => resolve(null));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(parts).toString(),
          retry_after_s: Number(answer.headers['retry-after'] ?? 1),
        }),
      );
    });
    request.on('error', () => resolve(null));
    if (cut_ms !== null) setTimeout(() => request.destroy(new Error('cut')), cut_ms).unref();
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const pickByte = (random: () => number): number => 1 + Math.floor(random() * 250);
