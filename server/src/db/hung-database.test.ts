import { setTimeout as sleep } from 'node:timers/promises';
import { approveDisbursement } from '@dasbor/contract/disbursement';
import { getProfile, saveProfile } from '@dasbor/contract/profile';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BreakableProxy, startBreakableProxy } from '../../test/breakable-proxy.ts';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import {
  DatabaseHungError,
  type HungDatabaseOptions,
  type HungDatabaseWatch,
  createHungDatabaseWatch,
} from './hung-database.ts';

/** Enough to be late, probed and refused, and less than the five seconds that a statement of a request may take. */
const REFUSED_WITHIN_MS = 4_000;
/** In which a database that responds does so, however busy the machine is, and half of the time until a refusal. */
const RESPONDS_WITHIN_MS = 2_000;
/** For a database that certainly does not respond. */
const BRIEFLY_MS = 100;

let database: TestDatabase;
let line: BreakableProxy;

beforeAll(async () => {
  database = await createTestDatabase('people');
  line = await startBreakableProxy(database.web_url);
});
afterAll(async () => {
  line.close();
  await database.drop();
});
beforeEach(() => line.setCut(false));

/** A watch of its own for each test, and the numbers of requests that it refused. */
function watchLine(options: Partial<HungDatabaseOptions>): HungDatabaseWatch & { found: number[] } {
  const found: number[] = [];
  const on_hung = (waiting: number) => void found.push(waiting);
  return { ...createHungDatabaseWatch({ url: line.url, on_hung, ...options }), found };
}

const never = () => new Promise<never>(() => undefined);

test('a request that takes long is left alone while the database responds', async () => {
  const { watch, found } = watchLine({
    probe_pause_ms: BRIEFLY_MS,
    probe_after_ms: BRIEFLY_MS / 2,
    probe_timeout_ms: 10 * RESPONDS_WITHIN_MS,
  });
  expect(await watch(sleep(10 * BRIEFLY_MS, 'done'))).toBe('done');
  await expect(watch(Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  expect(found).toEqual([]);
});

test('requests are refused while the database does not respond, and served once it does again', async () => {
  const { watch, found } = watchLine({
    probe_pause_ms: BRIEFLY_MS,
    probe_after_ms: BRIEFLY_MS / 2,
    probe_timeout_ms: RESPONDS_WITHIN_MS,
  });
  line.setCut(true);
  const started = performance.now();
  const requests = [1, 2, 3].map(() => watch(never()));
  for (const request of requests) await expect(request).rejects.toThrow(DatabaseHungError);
  expect(performance.now() - started).toBeLessThan(REFUSED_WITHIN_MS);
  expect(found).toEqual([3]);
  line.setCut(false);
  expect(await watch(sleep(10 * BRIEFLY_MS, 'done'))).toBe('done');
});

test('a request that began shortly before the probe is not refused by it', async () => {
  const probe_pause_ms = RESPONDS_WITHIN_MS;
  const { watch } = watchLine({
    probe_pause_ms,
    probe_after_ms: probe_pause_ms - BRIEFLY_MS,
    probe_timeout_ms: BRIEFLY_MS,
  });
  line.setCut(true);
  const first = watch(never());
  // Timers fire in the order of their times, so that the second begins before the probe however busy the machine is.
  await sleep(probe_pause_ms - 20);
  const second = watch(first.catch(() => 'served after the first was refused'));
  await expect(first).rejects.toThrow(DatabaseHungError);
  expect(await second).toBe('served after the first was refused');
});

describe('reliability G3: the API', () => {
  let t: TestApp;
  let finance: TestClient;
  let owner: pg.Client;
  /** The sign-in may take its time; the line may still be cut by the earlier test. */
  let is_watched = false;

  beforeAll(async () => {
    const hung_database = watchLine({
      probe_pause_ms: 2 * BRIEFLY_MS,
      probe_after_ms: BRIEFLY_MS,
      probe_timeout_ms: BRIEFLY_MS,
    });
    const watch: HungDatabaseWatch['watch'] = (request) => (is_watched ? hung_database.watch(request) : request);
    t = await startTestApp({ change: (deps) => ({ ...deps, hung_database: { watch } }) });
    finance = await t.signIn('finance@kopi.example');
    owner = new pg.Client({ connectionString: t.database.owner_url });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await t.close();
  });

  /** Calls while a table is locked, as long as statements may wait, and the database does not respond. */
  async function callBehindLock(table: string, call: () => ReturnType<TestClient['call']>) {
    await owner.query('begin');
    await owner.query(`lock table app.${table} in access exclusive mode`);
    line.setCut(true);
    is_watched = true;
    const started = performance.now();
    const { statusCode, headers } = await call();
    const elapsed_ms = performance.now() - started;
    is_watched = false;
    await owner.query('rollback');
    line.setCut(false);
    return { statusCode, retry_after: headers['retry-after'], is_soon: elapsed_ms < REFUSED_WITHIN_MS };
  }

  test('answers a waiting request with 503 and Retry-After', async () => {
    const answer = await callBehindLock('login', () => finance.call(saveProfile, { body: { locale: 'id' } }));
    expect(answer).toEqual({ statusCode: 503, retry_after: '2', is_soon: true });
    // Its work was not ended.
    await expect.poll(async () => (await finance.ok(getProfile)).data.locale).toBe('id');
  });

  test('does so too while the refusal of a sensitive request waits to be recorded', async () => {
    const params = { id: 'dsb_01k0k0p1nvsantara000000000' };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const refuse = () => finance.call(approveDisbursement, { params, body: {}, headers });
    const answer = await callBehindLock('audit_log', refuse);
    expect(answer).toEqual({ statusCode: 503, retry_after: '2', is_soon: true });
  });
});
