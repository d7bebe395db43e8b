/** Clients that do not read their downloads hold connections of the download pool only, and not for long. */
import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Readable } from 'node:stream';
import { getProfile } from '@dasbor/contract/profile';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { listTransactions } from '@dasbor/contract/transaction';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { WAIT_MS } from './connect.ts';
import { copyCsv } from './copy.ts';
import {
  DOWNLOADS_MAX,
  DOWNLOADS_PER_MERCHANT_MAX,
  STALL_TIMEOUT_MS,
  TooManyDownloadsError,
  createStallGuard,
} from './download-pool.ts';
import { newId } from './new-id.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;

let it: TestApp;
const unread: Readable[] = [];

beforeAll(async () => {
  it = await startTestApp();
});
afterEach(closeUnread);
afterAll(() => it.close());

async function closeUnread(): Promise<void> {
  await Promise.all(
    unread.splice(0).map(async (stream) => {
      const closed = new Promise((resolve) => stream.once('close', resolve));
      stream.destroy();
      if (!stream.closed) await closed;
    }),
  );
}

/** Opens a download of about 5 MB that nobody reads. */
async function openUnread(merchant_id: string, { deps: { db } } = it): Promise<'open' | 'refused'> {
  const query = sql<{ text: string }>`select repeat('x', 1000) as text from generate_series(1, 5000)`;
  const compilable = { compile: () => query.compile(db.kysely) } as Parameters<typeof copyCsv>[2];
  try {
    const stream = await copyCsv(db, merchant_id, compilable, { reader: 'client' });
    stream.on('error', () => undefined);
    unread.push(stream);
    return 'open';
  } catch (error) {
    if (!(error instanceof TooManyDownloadsError)) throw error;
    return 'refused';
  }
}

/** Downloads of the previous test free their places asynchronously. */
async function openMaximum(merchant_id: string): Promise<void> {
  for (let n = 0; n < DOWNLOADS_PER_MERCHANT_MAX; n++) {
    await expect.poll(() => openUnread(merchant_id)).toBe('open');
  }
}

test('thirty unread downloads leave sign-ins, payments and readiness unaffected', async () => {
  const attempts = Array.from({ length: 30 }, (_each, n) => openUnread(n % 2 === 0 ? KOPI : BATIK));
  const outcomes = await Promise.all(attempts);
  expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(2 * DOWNLOADS_PER_MERCHANT_MAX);

  const operator = await it.signIn('operator@kopi.example');
  const answers = await Promise.all([
    it.app.inject('/readyz'),
    operator.call(getProfile),
    ...Array.from({ length: 10 }, (_each, n) =>
      operator.call(createQrisPayment, {
        headers: { 'idempotency-key': `beside-downloads-${n}` },
        body: { amount: 10_000, merchant_reference: `beside-${n}` },
      }),
    ),
  ]);
  expect(answers.map((answer) => answer.statusCode).filter((status) => status >= 500)).toEqual([]);
  expect(answers.slice(0, 2).map((answer) => answer.statusCode)).toEqual([200, 200]);
});

test('a merchant above its limit gets 429; another merchant can download', async () => {
  await openMaximum(KOPI);
  const download = async (email: string) =>
    (await it.signIn(email)).call(listTransactions, { headers: { accept: 'text/csv' } });
  const refused = await download('finance@kopi.example');
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'too_many_downloads']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await download('superadmin@batik.example')).statusCode).toBe(200);
});

test('the ninth download of a process gets a slot that becomes free, or 503 after a wait; people sign in meanwhile', async () => {
  const other = await startTestApp({ wait_ms: WAIT_MS });
  try {
    const batik = await other.signIn('superadmin@batik.example');
    const third = newId('merchant', new Date());
    const merchants = [KOPI, KOPI, KOPI, third, third, third, BATIK, BATIK];
    expect(merchants).toHaveLength(DOWNLOADS_MAX);
    for (const merchant_id of merchants) expect(await openUnread(merchant_id, other)).toBe('open');

    const download = () => batik.call(listTransactions, { headers: { accept: 'text/csv' } });
    const started_ms = performance.now();
    const [refused, profile] = await Promise.all([
      download().then((answer) => ({ answer, waited_ms: performance.now() - started_ms })),
      other.signIn('operator@kopi.example').then((operator) => operator.call(getProfile)),
    ]);
    expect(profile.statusCode).toBe(200);
    expect([refused.answer.statusCode, refused.answer.json<{ code: string }>().code]).toEqual([503, 'unavailable']);
    expect(Number(refused.answer.headers['retry-after'])).toBeGreaterThan(0);
    // A timer may end a millisecond early.
    expect(refused.waited_ms).toBeGreaterThan(WAIT_MS - 100);

    const waiting = download();
    unread[0]?.destroy();
    expect((await waiting).statusCode).toBe(200);
  } finally {
    await closeUnread();
    await other.close();
  }
});

test('a finished or abandoned download frees its slot', async () => {
  await openMaximum(KOPI);
  const [first, second] = unread as [Readable, Readable];
  await buffer(first);
  second.destroy();
  await expect.poll(() => openUnread(KOPI)).toBe('open');
  await expect.poll(() => openUnread(KOPI)).toBe('open');
});

test('a download that is not read fails after the deadline; one that is read slowly continues', async () => {
  const stalled = createStallGuard(40);
  const failed = new Promise<Error>((resolve) => stalled.once('error', resolve));
  stalled.write('waiting');
  expect((await failed).message).toBe('the download was not read');

  const slow = createStallGuard(40);
  for (let n = 0; n < 10; n++) {
    slow.write('part');
    await wait(15);
    expect(String(slow.read())).toBe('part');
  }
  expect(slow.destroyed).toBe(false);
  slow.destroy();
});

test('a download that nobody reads loses its slot after the deadline', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await openMaximum(KOPI);
    const failures = unread.map((stream) => new Promise<Error>((resolve) => stream.once('error', resolve)));
    expect(await openUnread(KOPI)).toBe('refused');
    // The first bytes have arrived: without them nothing waits for the reader.
    for (const stream of unread) await expect.poll(() => stream.readableLength).toBeGreaterThan(0);
    vi.advanceTimersByTime(2 * STALL_TIMEOUT_MS);
    const messages = (await Promise.all(failures)).map(({ message }) => message);
    expect(new Set(messages)).toEqual(new Set(['the download was not read']));
  } finally {
    vi.useRealTimers();
  }
  await openMaximum(KOPI);
});
