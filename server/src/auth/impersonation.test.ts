/** People of the provider read a merchant: what is open, what is refused, how it ends, and who learns of it. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAuditLogs } from '@dasbor/contract/audit';
import { listBalances } from '@dasbor/contract/balance';
import { endImpersonation, startImpersonation } from '@dasbor/contract/impersonation';
import { addMerchantNote } from '@dasbor/contract/merchant-note';
import { listMerchants } from '@dasbor/contract/merchant';
import { getMerchantRoleAccess, getProfile, saveProfile } from '@dasbor/contract/profile';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { ROUTES } from '@dasbor/contract/routes';
import { listTransactions } from '@dasbor/contract/transaction';
import { listUsers } from '@dasbor/contract/user';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asLogin } from '../db/tx.ts';
import { BATIK_LESTARI } from '../sandbox/people.ts';
import { finishImpersonation } from './impersonation.ts';

const params = { merchant_id: BATIK_LESTARI.merchant_id };
const body = { reason: 'Ticket 4711' };
let it: TestApp;
let owner: TestClient;

beforeAll(async () => {
  it = await startTestApp();
  owner = await it.signIn('superadmin@batik.example');
});
afterAll(() => it.close());

const start = async (email = 'platform_support@dasbor.example') => {
  const client = await it.signIn(email);
  await client.ok(startImpersonation, { params, body });
  return client;
};
const logged = async (): Promise<string[]> =>
  (await owner.ok(listAuditLogs, { query: { action: 'impersonation.' } })).data.map(({ action }) => action);

test('everything that the merchant may view is open, and nothing of the provider', async () => {
  const client = await start();
  const profile = (await client.ok(getProfile)).data;
  expect(profile).toMatchObject({ merchant_id: params.merchant_id, merchant_name: 'Batik Lestari' });
  expect(profile.impersonation_ends_at).not.toBeNull();
  for (const route of [listTransactions, listBalances, listUsers, listAuditLogs]) {
    expect((await client.call(route)).statusCode, route.name).toBe(200);
  }
  const { data } = await client.ok(getMerchantRoleAccess);
  const levels = new Set(data === null || data.access === 'disabled' ? [] : data.access.map(({ access }) => access));
  expect(levels).toEqual(new Set(['view', 'disabled']));
  expect((await client.call(listMerchants)).statusCode).toBe(403);
  await client.ok(endImpersonation);
});

test('every other method of every route is refused', async () => {
  const client = await start();
  for (const [route, given] of [
    [createQrisPayment, { amount: 10_000, expires_in_minutes: 5 }],
    [saveProfile, { name: 'Somebody else' }],
  ] as const) {
    const answer = await client.call(route, { body: given, headers: { 'idempotency-key': 'k' } });
    expect([answer.statusCode, ['impersonation_read_only', 'forbidden'].includes(answer.json().code)]).toEqual([
      403,
      true,
    ]);
  }
  for (const route of ROUTES) {
    if (route.method === 'GET' || route.access === 'public') continue;
    if (route.name === 'endImpersonation' || route.name === 'logout') continue;
    const send = () =>
      it.app.inject({
        method: route.method,
        url: `/api/v1${route.path.replaceAll(/\{\w+\}/g, 'x')}`,
        headers: { authorization: client.authorization!, 'idempotency-key': 'k' },
      });
    let answer = await send();
    while (answer.statusCode === 429) {
      await wait(500);
      answer = await send();
    }
    expect(answer.statusCode, route.name).toBe(403);
  }
  await client.ok(endImpersonation);
});

test('start and end are in the log of the merchant with the reason, and in the log of the person', async () => {
  const before = (await logged()).length;
  const client = await start();
  expect((await client.ok(endImpersonation)).data.merchant_id).toBe(params.merchant_id);
  expect((await client.ok(endImpersonation)).data.merchant_id).toBeNull();
  expect((await client.ok(getProfile)).data).toMatchObject({ merchant_id: null, impersonation_ends_at: null });
  expect((await client.call(listTransactions)).statusCode).toBe(403);
  expect((await client.call(addMerchantNote, { params, body: { body: 'x' } })).statusCode).toBe(201);
  expect((await logged()).slice(0, -before || undefined)).toEqual(['impersonation.ended', 'impersonation.started']);
  const [, entry] = (await owner.ok(listAuditLogs, { query: { action: 'impersonation.' } })).data;
  expect(entry).toMatchObject({
    actor_type: 'provider',
    actor_name: 'Pandu Saputra',
    after: { reason: 'Ticket 4711' },
  });
  const events = await asLogin(it.deps.db, (tx) =>
    tx.sql
      .selectFrom('security_event')
      .select(['kind', 'published_at'])
      .where('kind', 'like', 'impersonation_%' as never)
      .execute(),
  );
  expect(new Set(events.map(({ kind }) => String(kind)))).toEqual(
    new Set(['impersonation_ended', 'impersonation_started']),
  );
  expect(events.every(({ published_at }) => published_at !== null)).toBe(true);
});

test('it ends after thirty minutes, in the log too, and a late job does not end a later one', async () => {
  const client = await it.signIn('platform_support@dasbor.example');
  const { data } = await client.ok(startImpersonation, { params, body });
  it.clock.advance(31 * 60_000);
  const refreshed = await it.app.inject({
    method: 'POST',
    url: '/api/v1/authenticate/access-token',
    payload: { access_token: client.tokens!.refresh_token },
  });
  const renewed = it.client(`Bearer ${refreshed.json<{ access_token: string }>().access_token}`);
  expect((await renewed.ok(getProfile)).data).toMatchObject({ merchant_id: null, role: 'platform_support' });
  const session = await asLogin(it.deps.db, (tx) =>
    tx.sql.selectFrom('session').select('id').where('impersonation_ends_at', 'is not', null).executeTakeFirstOrThrow(),
  );
  const now = it.clock.now();
  expect(await finishImpersonation(it.deps, session.id, { now, ip: null, ends_at: now.toISOString() })).toBeNull();
  const ended = await finishImpersonation(it.deps, session.id, { now, ip: null, ends_at: data.ends_at });
  expect(ended).toBe(params.merchant_id);
  owner = await it.signIn('superadmin@batik.example');
  expect((await logged())[0]).toBe('impersonation.ended');
});

test('finance, compliance and people of merchants may not, and a merchant must exist', async () => {
  for (const email of ['platform_finance@dasbor.example', 'platform_compliance@dasbor.example']) {
    expect((await (await it.signIn(email)).call(startImpersonation, { params, body })).statusCode).toBe(403);
  }
  expect((await owner.call(startImpersonation, { params, body })).statusCode).toBe(403);
  const admin = await it.signIn('platform_admin@dasbor.example');
  const unknown = { merchant_id: 'mer_01kagz7v3w8x9y2m4n5p6q7r8t' };
  expect((await admin.call(startImpersonation, { params: unknown, body })).statusCode).toBe(404);
});
