/** The addresses from which people may use the dashboard: at sign-in, on each request, and without locking oneself out. */
import { listSignInEvents } from '@dasbor/contract/account';
import { createApiKey } from '@dasbor/contract/api-settings';
import { getRoleAccess } from '@dasbor/contract/access';
import { login, logout } from '@dasbor/contract/auth';
import { getIpAllowList, saveIpAllowList } from '@dasbor/contract/ip-allow-list';
import { getProfile } from '@dasbor/contract/profile';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { listTransactions } from '@dasbor/contract/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';

let it: TestApp;
let superadmin: TestClient;
beforeAll(async () => {
  it = await startTestApp();
  superadmin = await it.signIn('superadmin@batik.example');
});
afterAll(() => it?.close());

/** `inject` comes from 127.0.0.1 by default. */
const OFFICE = '127.0.0.1';
const HOME = '198.51.100.9';
const call = (route: Route, authorization: string | undefined, remoteAddress: string) =>
  it.app.inject({
    method: route.method,
    url: API_BASE + route.path,
    headers: authorization === undefined ? {} : { authorization },
    remoteAddress,
  });
const signIn = (remoteAddress: string, password = SANDBOX_PASSWORD) =>
  it.app.inject({
    method: 'POST',
    url: API_BASE + login.path,
    payload: { email: 'superadmin@batik.example', password },
    remoteAddress,
  });

test('a list that does not contain the own address is refused, as are things that are no networks', async () => {
  const save = (cidrs: string[]) => superadmin.call(saveIpAllowList, { body: { cidrs } });
  expect((await save([HOME])).json()).toMatchObject({ status_code: 422, code: 'own_address_missing' });
  expect((await save([OFFICE, 'kopi.example'])).json()).toMatchObject({
    code: 'invalid_cidr',
    errors: [{ field: 'cidrs.1' }],
  });
  expect((await superadmin.ok(getIpAllowList)).data).toEqual({ cidrs: [], updated_at: null, current_ip: OFFICE });
});

test('people elsewhere can neither use their session nor sign in; their own merchant alone is affected', async () => {
  const before = (await signIn(HOME)).json<{ access_token: string }>().access_token;
  const elsewhere = `Bearer ${before}`;
  expect((await call(getProfile, elsewhere, HOME)).statusCode).toBe(200);
  const saved = await superadmin.ok(saveIpAllowList, { body: { cidrs: ['127.0.0.9/24', '127.0.0.0/24'] } });
  expect(saved.data.cidrs).toEqual(['127.0.0.0/24']);
  it.clock.advance(5_000);
  const refused = await call(getProfile, elsewhere, HOME);
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'address_not_allowed']);
  expect((await call(getProfile, elsewhere, OFFICE)).statusCode).toBe(200);
  const sign_in = await signIn(HOME);
  expect([sign_in.statusCode, sign_in.json<{ code: string }>().code]).toEqual([403, 'address_not_allowed']);
  // Only the right password learns that.
  expect((await signIn(HOME, 'wrong')).json<{ code: string }>().code).toBe('wrong_credentials');
  const { data } = await superadmin.ok(listSignInEvents);
  expect(data.map(({ reason }) => reason)).toContain('address_not_allowed');
  const other = await it.signIn('superadmin@kopi.example');
  expect((await call(getProfile, other.authorization, HOME)).statusCode).toBe(200);
  expect((await call(logout, elsewhere, HOME)).statusCode).toBe(204);
});

test('API keys are not affected', async () => {
  const key = await superadmin.ok(createApiKey, { body: { name: 'Kasir', access: getRoleAccess('finance') } });
  expect((await call(listTransactions, `Bearer ${key.data.secret}`, HOME)).statusCode).toBe(200);
});

test('an empty list allows every address again', async () => {
  await superadmin.ok(saveIpAllowList, { body: { cidrs: [] } });
  expect((await signIn(HOME)).statusCode).toBe(200);
});
