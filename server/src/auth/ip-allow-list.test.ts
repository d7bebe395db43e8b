/** The addresses from which people may use the dashboard: at sign-in, on each request, and without locking oneself out. */
import { listSignInEvents } from '@dasbor/contract/account';
import { createApiKey } from '@dasbor/contract/api-settings';
import { getRoleAccess } from '@dasbor/contract/access';
import { login, logout } from '@dasbor/contract/auth';
import { getIpAllowList, saveIpAllowList } from '@dasbor/contract/ip-allow-list';
import { listOwnMerchants, switchMerchant } from '@dasbor/contract/own-merchant';
import { getProfile } from '@dasbor/contract/profile';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { listTransactions } from '@dasbor/contract/transaction';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { addToDirectory } from './membership-directory-queries.ts';

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

test('the list of one merchant keeps a member of two from that one only', async () => {
  const email = 'operator@kopi.example';
  const owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  const { rows } = await owner.query<{ user_id: string }>('select user_id from app.login where email = $1', [email]);
  const { user_id } = rows[0]!;
  await addToDirectory(it.deps.db, { merchant_id: BATIK_LESTARI.merchant_id, user_id });
  await owner.query(
    `insert into app.membership (merchant_id, user_id, role, status, created_at, updated_at)
     values ($1, $2, 'operator', 'active', now(), now())`,
    [BATIK_LESTARI.merchant_id, user_id],
  );
  await owner.end();
  const open = async (remoteAddress: string) => {
    const payload = { email, password: SANDBOX_PASSWORD };
    const answer = await it.app.inject({ method: 'POST', url: API_BASE + login.path, payload, remoteAddress });
    expect(answer.statusCode).toBe(200);
    return `Bearer ${answer.json<{ access_token: string }>().access_token}`;
  };
  const readMerchant = async (authorization: string, address: string) => {
    const { data } = (await call(listOwnMerchants, authorization, address)).json<{
      data: { merchant_id: string; is_current: boolean }[];
    }>();
    return data.find(({ is_current }) => is_current)?.merchant_id;
  };
  const kopi = await it.signIn('superadmin@kopi.example');
  await kopi.ok(saveIpAllowList, { body: { cidrs: ['127.0.0.0/24'] } });
  it.clock.advance(5_000);
  const at_office = await open(OFFICE);
  expect(await readMerchant(at_office, OFFICE)).toBe(KOPI_NUSANTARA.merchant_id);
  // The last merchant does not allow the address, another one does.
  const at_home = await open(HOME);
  expect(await readMerchant(at_home, HOME)).toBe(BATIK_LESTARI.merchant_id);
  expect((await call(getProfile, at_home, HOME)).statusCode).toBe(200);
  // A session that goes on elsewhere can leave the merchant, and reads nothing of it.
  expect((await call(getProfile, at_office, HOME)).statusCode).toBe(403);
  expect(await readMerchant(at_office, HOME)).toBe(KOPI_NUSANTARA.merchant_id);
  const switched = await it.app.inject({
    method: switchMerchant.method,
    url: API_BASE + switchMerchant.path,
    headers: { authorization: at_office },
    payload: { merchant_id: BATIK_LESTARI.merchant_id },
    remoteAddress: HOME,
  });
  expect(switched.statusCode).toBe(200);
  expect((await call(getProfile, at_office, HOME)).statusCode).toBe(200);
  const back = await it.app.inject({
    method: switchMerchant.method,
    url: API_BASE + switchMerchant.path,
    headers: { authorization: at_office },
    payload: { merchant_id: KOPI_NUSANTARA.merchant_id },
    remoteAddress: HOME,
  });
  expect([back.statusCode, back.json<{ code: string }>().code]).toEqual([403, 'address_not_allowed']);
  await kopi.ok(saveIpAllowList, { body: { cidrs: [] } });
});
