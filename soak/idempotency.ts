/**
 * Idempotency check: sends every key twenty times concurrently over real connections, many of which are dropped and
 * retried. Every key must have one effect, and all its responses must be identical.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE } from '@dasbor/contract/route';
import { forEachConcurrently } from '../server/src/jobs/for-each.ts';
import { MERCHANT_EMAIL } from './users.ts';
import { createRandom } from './random.ts';
import type { Result } from './result.ts';
import { type SoakEnvironment, startEnvironment } from './environment.ts';

const COPIES = 20;
/** Keys that are sent concurrently. */
const CONCURRENT_KEYS = 6;
/** Share of dropped connections, and the maximum delay before they are dropped. */
const DISCONNECT_SHARE = 0.3;
const DISCONNECT_WITHIN_MS = 40;
const RETRY_MS = 150;

interface RequestCounts {
  sent: number;
  cut: number;
  busy: number;
  overloaded: number;
}

/** `keys` defaults to 1,000; the duration is not used. */
export async function runIdempotency({ seed, keys = 1_000 }: { seed: number; keys?: number }): Promise<Result> {
  const environment = await startEnvironment();
  try {
    return await sendAllKeys(environment, seed, keys);
  } finally {
    await environment.stop();
  }
}

async function sendAllKeys(environment: SoakEnvironment, seed: number, keys: number): Promise<Result> {
  const random = createRandom(seed);
  const count: RequestCounts = { sent: 0, cut: 0, busy: 0, overloaded: 0 };
  const violations: string[] = [];
  const names = Array.from({ length: keys }, (_unused, index) => `storm-${seed}-${index}`);
  await forEachConcurrently(names, CONCURRENT_KEYS, async (key) => {
    const bodies = await Promise.all(
      Array.from({ length: COPIES }, () => sendUntilResponse(environment, key, random, count)),
    );
    const different = new Set(bodies);
    if (different.size !== 1)
      violations.push(`${key}: ${different.size} different responses: ${[...different].join(' | ')}`);
  });
  violations.push(...(await countEffects(environment, keys)));
  return {
    ok: violations.length === 0,
    lines: [
      `seed ${seed}: ${keys} keys, ${count.sent} requests, ${count.cut} connections dropped, ${count.busy} conflicts and ${count.overloaded} overloads retried`,
      ...violations.map((violation) => `VIOLATION ${violation}`),
    ],
  };
}

/** Returns the body of the final response. */
async function sendUntilResponse(
  environment: SoakEnvironment,
  key: string,
  random: () => number,
  count: RequestCounts,
): Promise<string> {
  for (;;) {
    count.sent += 1;
    const cut_ms = random() < DISCONNECT_SHARE ? random() * DISCONNECT_WITHIN_MS : null;
    const answer = await send(environment, key, cut_ms);
    if (answer === null) count.cut += 1;
    else if (answer.status === 201) return answer.body;
    else if (answer.status === 409 && answer.body.includes('idempotency_key_in_use')) count.busy += 1;
    // A database that is too slow for its time limits: the request had no effect or all of it, and a retry finds out.
    else if (answer.status === 503) count.overloaded += 1;
    else return `${answer.status} ${answer.body}`;
    await sleep(RETRY_MS);
  }
}

/** Returns null when the connection was dropped. */
async function send(
  { url, getToken }: SoakEnvironment,
  key: string,
  cut_ms: number | null,
): Promise<{ status: number; body: string } | null> {
  const headers = {
    authorization: `Bearer ${await getToken(MERCHANT_EMAIL)}`,
    'content-type': 'application/json',
    'is-live': 'true',
    'idempotency-key': key,
  };
  return new Promise((resolve) => {
    const request = http.request(`${url}${API_BASE}/qris-payments`, { method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', () => resolve(null));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }));
    });
    request.on('error', () => resolve(null));
    if (cut_ms !== null) setTimeout(() => request.destroy(new Error('cut')), cut_ms).unref();
    request.end(JSON.stringify({ amount: 10_000 + key.length, merchant_reference: key }));
  });
}

/** Every key has one payment, one code and one first event. */
async function countEffects({ owner }: SoakEnvironment, keys: number): Promise<string[]> {
  const counts = {
    payments: `select count(*)::int as n from app.transaction`,
    references: `select count(distinct merchant_reference)::int as n from app.transaction`,
    codes: `select count(*)::int as n from app.qris_payment`,
    first_events: `select count(*)::int as n from app.transaction_event where seq = 1`,
    keys: `select count(*)::int as n from app.idempotency_key where status_code = 201`,
  };
  const violations: string[] = [];
  for (const [name, statement] of Object.entries(counts)) {
    const { rows } = await owner.query<{ n: number }>(statement);
    if (rows[0]?.n !== keys) violations.push(`${rows[0]?.n} ${name} of ${keys} keys`);
  }
  return violations;
}
