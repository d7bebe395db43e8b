import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { logout } from '@dasbor/contract/auth';
import type { LiveEvent } from '@dasbor/contract/live';
import { publishLiveEvents } from '../db/live-events.ts';
import { asMerchant } from '../db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { getStreamLimits } from './stream-limits.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;

let it: TestApp;
let port: number;
const opened: Stream[] = [];

beforeAll(async () => {
  it = await startTestApp();
  await it.app.listen({ port: 0, host: '127.0.0.1' });
  port = (it.app.server.address() as AddressInfo).port;
});
afterEach(() => {
  vi.useRealTimers();
  for (const stream of opened.splice(0)) stream.close();
});
afterAll(() => it.close());

interface Stream {
  answer: IncomingMessage;
  /** Waits until the received text matches. */
  until: (pattern: RegExp) => Promise<string>;
  ended: Promise<void>;
  close: () => void;
}

/** Opens the stream over a real connection, as a browser does. */
async function openStream(authorization: string | undefined): Promise<Stream> {
  const headers = authorization === undefined ? {} : { authorization };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/api/v1/live', headers, agent: false }, resolve).on('error', reject);
  });
  let text = '';
  const waiting = new Set<() => void>();
  answer.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    for (const check of waiting) check();
  });
  const stream: Stream = {
    answer,
    until: (pattern) =>
      new Promise((resolve) => {
        const check = () => {
          if (!pattern.test(text)) return;
          waiting.delete(check);
          resolve(text);
        };
        waiting.add(check);
        check();
      }),
    ended: new Promise((resolve) => answer.once('close', resolve)),
    close: () => answer.destroy(),
  };
  opened.push(stream);
  return stream;
}

const change = (merchant_id: string, id: string, topic: LiveEvent['topic'] = 'transaction') =>
  asMerchant(it.deps.db, merchant_id, (tx) => publishLiveEvents(tx, { topic, id, change: 'updated' }));

describe('the event stream', () => {
  test('sends changes of the principal’s merchant only', async () => {
    const kopi = await openStream((await it.signIn('support@kopi.example')).authorization);
    const batik = await openStream((await it.signIn('superadmin@batik.example')).authorization);
    expect(kopi.answer.statusCode).toBe(200);
    expect(kopi.answer.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    await Promise.all([kopi.until(/resync/), batik.until(/^retry: \d+\n\n/)]);
    await change(BATIK, 'txn_batik1');
    await change(KOPI, 'txn_kopi1', 'qris-payment');
    await change(BATIK, 'txn_batik2');
    const [of_kopi, of_batik] = await Promise.all([kopi.until(/txn_kopi1/), batik.until(/txn_batik2/)]);
    expect(of_kopi).toContain('data: {"topic":"qris-payment","id":"txn_kopi1","change":"updated"}\n\n');
    expect(of_kopi).not.toContain('batik');
    expect(of_batik).not.toContain('kopi');
  });

  test('sends a change only when its transaction commits', async () => {
    const stream = await openStream((await it.signIn('support@kopi.example')).authorization);
    const failing = asMerchant(it.deps.db, KOPI, async (tx) => {
      await publishLiveEvents(tx, { topic: 'transaction', id: 'txn_lost', change: 'created' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await change(KOPI, 'txn_kept');
    expect(await stream.until(/txn_kept/)).not.toContain('txn_lost');
  });

  test('sends resync after a gap, so that clients read again', async () => {
    const stream = await openStream((await it.signIn('support@kopi.example')).authorization);
    await change(KOPI, 'txn_before');
    await stream.until(/txn_before/);
    const owner = new pg.Client({ connectionString: it.database.owner_url });
    await owner.connect();
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen%'`);
    await owner.end();
    await stream.until(/txn_before[^]*resync/);
    await change(KOPI, 'txn_after');
    expect(await stream.until(/txn_after/)).toContain('txn_before');
  });

  test('begins with resync shortly after a change: the page may have read its data before it', async () => {
    const stream = await openStream((await it.signIn('support@kopi.example')).authorization);
    await change(KOPI, 'txn_just_now');
    await stream.until(/txn_just_now/);
    const { authorization } = await it.signIn('support@kopi.example');
    const seen_ms = performance.now();
    await setTimeout(100);
    const opened_ms = performance.now();
    const next = await openStream(authorization);
    const [, age_ms] =
      /^retry: 2000\n\ndata: \{"topic":"resync","id":null,"change":"updated","age_ms":(\d+)\}\n\n$/.exec(
        await next.until(/data:/),
      ) ?? [];
    expect(Number(age_ms)).toBeGreaterThanOrEqual(Math.floor(opened_ms - seen_ms));
    expect(Number(age_ms)).toBeLessThan(15_000);
  });

  test('sends a change whose publication failed, such as when no connection became free', async () => {
    const stream = await openStream((await it.signIn('support@kopi.example')).authorization);
    await change(KOPI, 'txn_early');
    await stream.until(/txn_early/);
    const failing = vi
      .spyOn(it.deps.db.pool, 'query')
      .mockImplementation(() => Promise.reject(new Error('timeout exceeded')));
    await change(KOPI, 'txn_delayed');
    await change(KOPI, 'txn_meanwhile');
    expect(failing).toHaveBeenCalledOnce();
    failing.mockRestore();
    await Promise.all([stream.until(/txn_delayed/), stream.until(/txn_meanwhile/)]);
  });

  test('sends provider staff no changes of any merchant', async () => {
    const stream = await openStream((await it.signIn('platform_admin@dasbor.example')).authorization);
    const kopi = await openStream((await it.signIn('support@kopi.example')).authorization);
    await change(KOPI, 'txn_other');
    await kopi.until(/txn_other/);
    expect(await stream.until(/retry/)).not.toContain('data:');
  });

  test('sends only topics that the principal may view, also to API keys', async () => {
    const superadmin = await it.signIn('superadmin@kopi.example');
    const access = [{ group: 'QRIS', access: 'view' }];
    const { data } = await superadmin.ok(createApiKey, { body: { name: 'Stream', access } });
    const key = await openStream(`Bearer ${data.secret}`);
    const support = await openStream((await it.signIn('support@kopi.example')).authorization);
    await Promise.all([key.until(/retry/), support.until(/retry/)]);
    await change(KOPI, 'rfd_secret', 'refund');
    await change(KOPI, 'exp_secret', 'export');
    await change(KOPI, 'txn_seen', 'transaction');
    await change(KOPI, 'qr_seen', 'qris-payment');
    const [of_key, of_support] = await Promise.all([key.until(/qr_seen/), support.until(/qr_seen/)]);
    // The support role has no access to refunds; exports belong to their requester.
    expect(of_support).toContain('txn_seen');
    expect(of_key).not.toContain('txn_seen');
    for (const text of [of_key, of_support]) {
      expect(text).not.toContain('secret');
      expect(text).toContain('"topic":"export","id":null');
    }
  });

  test('allows ten streams per session and frees the slot of a closed one', async () => {
    const { authorization } = await it.signIn('finance@kopi.example');
    const streams = [];
    for (let n = 0; n < 10; n++) streams.push(await openStream(authorization));
    expect(streams.map((stream) => stream.answer.statusCode)).toEqual(Array<number>(10).fill(200));
    const refused = await openStream(authorization);
    expect(refused.answer.statusCode).toBe(429);
    expect(await refused.until(/too_many_streams/)).toContain('"status_code":429');
    expect((await openStream((await it.signIn('finance@kopi.example')).authorization)).answer.statusCode).toBe(200);
    streams[0]!.close();
    await expect.poll(async () => (await openStream(authorization)).answer.statusCode).toBe(200);
  });

  test('allows thirty streams per user, over all sessions', async () => {
    for (let sessions = 0; sessions < 3; sessions++) {
      const { authorization } = await it.signIn('operator@kopi.example');
      for (let n = 0; n < 10; n++) expect((await openStream(authorization)).answer.statusCode).toBe(200);
    }
    expect((await openStream((await it.signIn('operator@kopi.example')).authorization)).answer.statusCode).toBe(429);
    expect((await openStream((await it.signIn('support@kopi.example')).authorization)).answer.statusCode).toBe(200);
  });

  test('limits the streams of a merchant, over all its users', async () => {
    const limits = getStreamLimits(it.deps.live);
    const closes: (() => void)[] = [];
    const openRest = (): number => {
      const n = closes.length;
      const close = limits.open({ principal: `ses_${n}`, user: `usr_${n}`, merchant: KOPI });
      if (close === null) return n;
      closes.push(close);
      return openRest();
    };
    // Streams of earlier tests may still be closing.
    await expect.poll(openRest).toBe(300);
    const { authorization } = await it.signIn('support@kopi.example');
    expect((await openStream(authorization)).answer.statusCode).toBe(429);
    expect((await openStream((await it.signIn('superadmin@batik.example')).authorization)).answer.statusCode).toBe(200);
    for (const close of closes) close();
    expect((await openStream(authorization)).answer.statusCode).toBe(200);
  });

  test('requires a session', async () => {
    expect((await openStream(undefined)).answer.statusCode).toBe(401);
  });

  test('HEAD returns headers and leaves no stream open', async () => {
    const { authorization } = await it.signIn('support@kopi.example');
    const answer = await it.app.inject({ method: 'HEAD', url: '/api/v1/live', headers: { authorization } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream']);
  });
});

describe('the end of a stream', () => {
  test('sends a heartbeat every 20 seconds and ends with its session', async () => {
    const client = await it.signIn('support@kopi.example');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await openStream(client.authorization);
    await vi.advanceTimersByTimeAsync(20_000);
    await stream.until(/: still here\n\n/);
    await client.call(logout);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(stream.ended).resolves.toBeUndefined();
  });

  test('ends when the server stops, without delaying it', async () => {
    const other = await startTestApp();
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    const before = port;
    port = (other.app.server.address() as AddressInfo).port;
    const stream = await openStream((await other.signIn('support@kopi.example')).authorization);
    port = before;
    await stream.until(/retry/);
    const begin = performance.now();
    await Promise.all([other.close(), stream.ended]);
    // Well before the next sign of life, which a waiting connection would delay it by.
    expect(performance.now() - begin).toBeLessThan(15_000);
  });
});
