/** Roll, expiry, networks and reminders of API keys, and what no key ever exceeds. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_GROUPS, ACCESS_LEVELS, type AccessEntry, MERCHANT_ROLES, getRoleAccess } from '@dasbor/contract/access';
import {
  ACTIVE_KEYS_MAX,
  changeApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rollApiKey,
} from '@dasbor/contract/api-settings';
import * as duration from '@dasbor/contract/duration';
import { API_BASE } from '@dasbor/contract/route';
import { listTransactions } from '@dasbor/contract/transaction';
import { buildApp } from '../app.ts';
import { asMerchant } from '../db/tx.ts';
import { type Principal, getAccessLevel } from '../http/principal.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { toStatusAndCode } from '../../test/answer.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { apiSettingsJobs } from './jobs.ts';
import {
  findDueReminder,
  findExceedingEntries,
  calculateNextExpiry,
  calculateOverlapEnd,
  mergeEntries,
} from './rules.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const OFFICE = '203.0.113.7';
const view: AccessEntry[] = [{ group: 'Transactions', access: 'view' }];
let it: TestApp;
let superadmin: TestClient;
let developer: TestClient;

beforeAll(async () => {
  it = await startTestApp();
  superadmin = await it.signIn('superadmin@kopi.example');
  developer = await it.signIn('developer@kopi.example');
});
afterAll(() => it?.close());

const create = async (body: object = {}, by = superadmin) =>
  (await by.ok(createApiKey, { body: { name: 'Key', access: view, ...body } })).data;
const roll = (id: string, overlap_hours: number, by = superadmin) =>
  by.call(rollApiKey, { params: { id }, body: { overlap_hours } });
const find = async (id: string) => (await superadmin.ok(listApiKeys)).data.find((key) => key.id === id)!;
const readStatus = async (secret: string, remoteAddress = '127.0.0.1', app = it.app) => {
  const url = API_BASE + listTransactions.path;
  return (await app.inject({ url, headers: { authorization: `Bearer ${secret}` }, remoteAddress })).statusCode;
};
const readOutbox = () =>
  asMerchant(it.deps.db, KOPI, (tx) =>
    tx.sql
      .selectFrom('notification_email_outbox')
      .select(['event_id', 'template_data', 'user_id'])
      .where('merchant_id', '=', KOPI)
      .where('object_type', '=', 'api_key')
      .execute(),
  );

describe('networks', () => {
  test('a key works from its networks only; a refused use is not its last use', async () => {
    const key = await create({ allowed_cidrs: ['203.0.113.0/24', '203.0.113.9/24'] });
    expect(key.allowed_cidrs).toEqual(['203.0.113.0/24']);
    const answer = await it.app.inject({
      url: API_BASE + listTransactions.path,
      headers: { authorization: `Bearer ${key.secret}` },
      remoteAddress: '198.51.100.1',
    });
    expect(toStatusAndCode(answer)).toEqual([403, 'address_not_allowed']);
    expect(await find(key.id)).toMatchObject({ last_used_at: null, last_used_ip: null });
    it.clock.advance(5_000);
    expect(await readStatus(key.secret, OFFICE)).toBe(200);
    expect((await find(key.id)).last_used_ip).toBe(OFFICE);
  });

  test('a change counts at once here and within five seconds in other processes', async () => {
    const other = await buildApp({ ...it.deps });
    const key = await create();
    expect([await readStatus(key.secret), await readStatus(key.secret, undefined, other)]).toEqual([200, 200]);
    const changed = await superadmin.ok(changeApiKey, {
      params: { id: key.id },
      body: { name: 'Renamed', allowed_cidrs: [OFFICE] },
    });
    expect(changed.data).toMatchObject({ name: 'Renamed', allowed_cidrs: [OFFICE] });
    expect(await readStatus(key.secret)).toBe(403);
    it.clock.advance(5_000);
    expect(await readStatus(key.secret, undefined, other)).toBe(403);
    await superadmin.call(revokeApiKey, { params: { id: key.id } });
    it.clock.advance(5_000);
    expect(await readStatus(key.secret, OFFICE, other)).toBe(401);
    await other.close();
  });

  test('what is no network is refused at its line', async () => {
    const body = { name: 'Bad', access: view, allowed_cidrs: [OFFICE, 'kopi.example'] };
    const answer = await superadmin.call(createApiKey, { body });
    expect(answer.json()).toMatchObject({
      status_code: 422,
      code: 'invalid_cidr',
      errors: [{ field: 'allowed_cidrs.1' }],
    });
  });
});

describe('roll', () => {
  test('both keys work during the overlap, then only the new one', async () => {
    const old = await create({ allowed_cidrs: ['127.0.0.0/8'], description: 'Till' });
    const answer = await roll(old.id, 1);
    expect(answer.statusCode).toBe(201);
    const { data: next } = answer.json<{ data: typeof old }>();
    expect(next).toMatchObject({ name: 'Key', description: 'Till', access: view, allowed_cidrs: ['127.0.0.0/8'] });
    expect([await readStatus(old.secret), await readStatus(next.secret)]).toEqual([200, 200]);
    expect(await find(old.id)).toMatchObject({ status: 'rolled', rolled_to_id: next.id });
    it.clock.advance(duration.hours(1) - 1_000);
    expect(await readStatus(old.secret)).toBe(200);
    it.clock.advance(1_000);
    expect([await readStatus(old.secret), await readStatus(next.secret)]).toEqual([401, 200]);
    superadmin = await it.signIn('superadmin@kopi.example');
    developer = await it.signIn('developer@kopi.example');
    expect((await find(old.id)).status).toBe('expired');
  });

  test('without an overlap the old key ends at once; a key is rolled once', async () => {
    const old = await create();
    expect(await readStatus(old.secret)).toBe(200);
    expect((await roll(old.id, 0)).statusCode).toBe(201);
    expect(await readStatus(old.secret)).toBe(401);
    expect(toStatusAndCode(await roll(old.id, 24))).toEqual([409, 'api_key_not_active']);
    const other = await create();
    const answers = await Promise.all([roll(other.id, 24), roll(other.id, 24)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test('nobody receives a secret with more access than they hold, or opens such a key to more networks', async () => {
    const strong = await create({ access: getRoleAccess('superadmin') });
    expect(toStatusAndCode(await roll(strong.id, 24, developer))).toEqual([422, 'access_exceeds_own']);
    const params = { id: strong.id };
    const open = await developer.call(changeApiKey, { params, body: { allowed_cidrs: [] } });
    expect(toStatusAndCode(open)).toEqual([422, 'access_exceeds_own']);
    expect((await developer.call(changeApiKey, { params, body: { name: 'Named' } })).statusCode).toBe(200);
  });

  test('a key rolls neither itself nor another', async () => {
    const key = await create({ access: getRoleAccess('superadmin') });
    expect((await roll(key.id, 24, it.client(`Bearer ${key.secret}`))).statusCode).toBe(403);
  });
});

test('a merchant has a limited number of active keys', async () => {
  const batik = await it.signIn('superadmin@batik.example');
  await asMerchant(it.deps.db, BATIK_LESTARI.merchant_id, async (tx) => {
    for (let index = 0; index < ACTIVE_KEYS_MAX; index += 1) {
      await tx.sql
        .insertInto('api_key')
        .values({
          merchant_id: tx.merchant_id,
          id: `key_${String(index).padStart(26, '0')}`,
          name: 'Many',
          prefix: 'sk_test_xxxx',
          last4: 'xxxx',
          secret_hash: `many-${index}`,
          access: '[]',
          created_by: 'x',
          owner_id: 'usr_x',
          created_at: it.clock.now(),
        })
        .execute();
    }
  });
  const answer = await batik.call(createApiKey, { body: { name: 'One more', access: view } });
  expect(toStatusAndCode(answer)).toEqual([422, 'too_many_api_keys']);
});

describe('reminders', () => {
  const runJob = () => apiSettingsJobs[0]!.run(it.deps, {});
  const listReminders = async (id: string) =>
    (await readOutbox())
      .map(({ event_id }) => event_id)
      .filter((event_id) => event_id.startsWith(`${id}.expiring`))
      .toSorted();

  test('14, 7 and 1 days before the expiry, once each, to the owner; none for a key that is replaced', async () => {
    const at = (days: number) => new Date(it.clock.now().getTime() + duration.days(days)).toISOString();
    const long = await create({ expires_at: at(20) }, developer);
    const short = await create({ expires_at: at(7) });
    const replaced = await create({ expires_at: at(20) });
    await roll(replaced.id, 72);
    await runJob();
    expect([...(await listReminders(long.id)), ...(await listReminders(short.id))]).toEqual([]);
    const seen: string[][] = [];
    for (const days of [6, 0, 7, 6]) {
      it.clock.advance(duration.days(days));
      await runJob();
      seen.push((await listReminders(long.id)).map((event_id) => event_id.slice(event_id.lastIndexOf('.') + 1)));
    }
    expect(seen).toEqual([['14'], ['14'], ['14', '7'], ['1', '14', '7']]);
    expect(await listReminders(short.id)).toEqual([`${short.id}.expiring.1`]);
    expect(await listReminders(replaced.id)).toEqual([]);
    const [row] = (await readOutbox()).filter(({ event_id }) => event_id === `${long.id}.expiring.14`);
    expect(row?.template_data).toMatchObject({ outcome: 'expiring', expires_at: long.expires_at });
    expect(row?.user_id).toMatch(/^usr_/);
  });

  test('a key that lives shorter than a reminder is not reminded of it', () => {
    const key = { created_at: '2026-11-01T00:00:00Z', revoked_at: null, rolled_to_id: null };
    const due = (expires_at: string, now: string) => findDueReminder({ ...key, expires_at }, new Date(now));
    expect(due('2026-11-04T00:00:00Z', '2026-11-01T00:00:00Z')).toBeNull();
    expect(due('2026-11-04T00:00:00Z', '2026-11-03T00:00:00Z')).toBe(1);
    expect(due('2026-12-01T00:00:00Z', '2026-11-16T23:59:59Z')).toBeNull();
    expect(due('2026-12-01T00:00:00Z', '2026-11-17T00:00:00Z')).toBe(14);
    expect(due('2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z')).toBeNull();
  });
});

describe('rules', () => {
  test('an overlap never extends a key, and the next generation lives as long as the last', () => {
    const now = new Date('2026-11-22T00:00:00Z');
    const key = { created_at: '2026-11-01T00:00:00Z', expires_at: '2026-11-22T10:00:00Z' };
    expect(calculateOverlapEnd(key, 24, now).toISOString()).toBe('2026-11-22T10:00:00.000Z');
    expect(calculateOverlapEnd({ expires_at: null }, 24, now).toISOString()).toBe('2026-11-23T00:00:00.000Z');
    expect(calculateNextExpiry(key, undefined, now)?.toISOString()).toBe('2026-12-13T10:00:00.000Z');
    expect([
      calculateNextExpiry({ ...key, expires_at: null }, undefined, now),
      calculateNextExpiry(key, null, now),
    ]).toEqual([null, null]);
  });

  test('property: no accepted key exceeds what its creator held on any group', () => {
    const entry = fc.record({ group: fc.constantFrom(...ACCESS_GROUPS), access: fc.constantFrom(...ACCESS_LEVELS) });
    fc.assert(
      fc.property(fc.constantFrom(...MERCHANT_ROLES), fc.array(entry, { maxLength: 30 }), (role, requested) => {
        const creator = { type: 'user', access: getRoleAccess(role) } as unknown as Principal;
        if (findExceedingEntries(creator, requested).length > 0) return;
        const key = { type: 'api_key', access: mergeEntries(requested) } as unknown as Principal;
        for (const group of ACCESS_GROUPS) {
          const levels = [getAccessLevel(key, group), getAccessLevel(creator, group)];
          expect(ACCESS_LEVELS.indexOf(levels[0]!)).toBeLessThanOrEqual(ACCESS_LEVELS.indexOf(levels[1]!));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
