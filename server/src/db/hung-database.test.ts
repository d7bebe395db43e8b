import { setTimeout as sleep } from 'node:timers/promises';
import { approveDisbursement } from '@dasbor/contract/disbursement';
import { getProfile, saveProfile } from '@dasbor/contract/profile';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BreakableProxy, startBreakableProxy } from '../../test/breakable-proxy.ts';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { DatabaseHungError, type HungDatabaseWatch, createHungDatabaseWatch } from './hung-database.ts';

const AFTER_MS = 200;
/** A busy machine connects in less, and twice as much is less than a statement waits for a lock. */
const TIMEOUT_MS = 600;
/** Enough to be late, probed and refused, and less than the five seconds that a statement of a request may take. */
const REFUSED_WITHIN_MS = 4_000;

let database: TestDatabase;
let line: BreakableProxy;
let hung_database: HungDatabaseWatch;
const found: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase('people');
  line = await startBreakableProxy(database.web_url);
  hung_database = createHungDatabaseWatch({
    url: line.url,
    on_hung: (waiting) => found.push(waiting),
    probe_after_ms: AFTER_MS,
    probe_timeout_ms: TIMEOUT_MS,
  });
});
afterAll(async () => {
  line.close();
  await database.drop();
});
beforeEach(async () => {
  line.setCut(false);
  // The probe of an earlier test ends before the line is cut again.
  await sleep(2 * TIMEOUT_MS + AFTER_MS);
  found.length = 0;
});

const never = () => new Promise<never>(() => undefined);

test('a request that takes long is left alone while the database responds', async () => {
  expect(await hung_database.watch(sleep(3 * TIMEOUT_MS, 'done'))).toBe('done');
  await expect(hung_database.watch(Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  expect(found).toEqual([]);
});

test('requests are refused while the database does not respond, and served once it does again', async () => {
  line.setCut(true);
  const started = performance.now();
  const requests = [1, 2, 3].map(() => hung_database.watch(never()));
  for (const request of requests) await expect(request).rejects.toThrow(DatabaseHungError);
  expect(performance.now() - started).toBeLessThan(REFUSED_WITHIN_MS);
  expect(found).toEqual([3]);
  line.setCut(false);
  expect(await hung_database.watch(sleep(3 * TIMEOUT_MS, 'done'))).toBe('done');
});

test('a request that began shortly before the probe is not refused by it', async () => {
  line.setCut(true);
  const first = hung_database.watch(never());
  // Timers fire in the order of their times, so that the second begins before the probe however busy the machine is.
  await sleep(TIMEOUT_MS - 20);
  const second = hung_database.watch(first.catch(() => 'served after the first was refused'));
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
