/** Limits of requests: rates by principal and address, and sizes. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiKey, listApiKeys } from '@dasbor/contract/api-settings';
import { login, refreshSession } from '@dasbor/contract/auth';
import { getProfile } from '@dasbor/contract/profile';
import { checkAccount } from '@dasbor/contract/account-check';
import { createBeneficiary } from '@dasbor/contract/beneficiary';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { setSettlementBankAccount } from '@dasbor/contract/settlement-admin';
import { listTransactions } from '@dasbor/contract/transaction';
import { sendVirtualAccountInstructions } from '@dasbor/contract/virtual-account';
import { testWebhook } from '@dasbor/contract/webhook';
import { newId } from '../db/new-id.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { BODY_LIMIT_BYTES } from './limits.ts';

let it: TestApp;
let client: TestClient;
beforeAll(async () => {
  it = await startTestApp();
  client = await it.signIn('superadmin@kopi.example');
});
afterAll(() => it.close());

/** A request that does not wait for its budget. */
const sendAs = ({ authorization = '' }: TestClient, { method, path }: Route) =>
  it.app.inject({ method, url: API_BASE + path, headers: { authorization } });

const json = { 'content-type': 'application/json' };

describe('rate and size limits', () => {
  test('allows ten sign-ins a minute from one address, for all accounts together', async () => {
    const attempt = (n: number) =>
      it.app.inject({
        method: 'POST',
        url: API_BASE + login.path,
        payload: { email: `nobody${n}@kopi.example`, password: 'x' },
        remoteAddress: '192.0.2.1',
      });
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await attempt(n)).statusCode);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const refused = await attempt(99);
    expect(refused.json()).toMatchObject({ code: 'too_many_requests', status_code: 429 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('allows a hundred requests a second per principal, without affecting other principals', async () => {
    const busy = await it.signIn('admin@kopi.example');
    vi.useFakeTimers({ toFake: ['Date'] });
    const answers = await Promise.all(Array.from({ length: 150 }, () => sendAs(busy, getProfile)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(100);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(50);
    expect((await client.call(getProfile)).statusCode).toBe(200);
    vi.setSystemTime(Date.now() + 1_001);
    expect((await sendAs(busy, getProfile)).statusCode).toBe(200);
    vi.useRealTimers();
  });

  test('counts the requests of a principal over all routes, forbidden ones included, and returns what remains', async () => {
    const busy = await it.signIn('operator@kopi.example');
    vi.useFakeTimers({ toFake: ['Date'] });
    const first = await sendAs(busy, getProfile);
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '100',
      'ratelimit-remaining': '99',
      'ratelimit-reset': '1',
      'ratelimit-policy': '100;w=1',
    });
    const answers = [];
    for (let n = 0; n < 60; n++) answers.push(await sendAs(busy, getProfile), await sendAs(busy, listApiKeys));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.slice(0, 4)).toEqual([200, 403, 200, 403]);
    expect(statuses.slice(99)).toEqual(Array<number>(21).fill(429));
    vi.useRealTimers();
  });

  test('counts the requests of an API key apart from those of other keys and of its creator', async () => {
    const access = [{ group: 'Transactions' as const, access: 'view' as const }];
    const keys = [];
    for (const name of ['Shop', 'Till']) {
      const { data } = await client.ok(createApiKey, { body: { name, access } });
      keys.push(it.client(`Bearer ${data.secret}`));
    }
    const [busy, other] = keys as [TestClient, TestClient];
    vi.useFakeTimers({ toFake: ['Date'] });
    const answers = await Promise.all(Array.from({ length: 150 }, () => sendAs(busy, listTransactions)));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
    expect((await sendAs(other, listTransactions)).statusCode).toBe(200);
    expect((await sendAs(client, listTransactions)).statusCode).toBe(200);
    vi.useRealTimers();
  });

  test('a refused request states the limit, for a principal and for an address', async () => {
    const busy = await it.signIn('finance@kopi.example');
    const stated = {
      'ratelimit-limit': '100',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
      'ratelimit-policy': '100;w=1',
      'retry-after': '1',
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    const send = (authorization: string | undefined, remoteAddress: string) =>
      it.app.inject({
        method: getProfile.method,
        url: API_BASE + getProfile.path,
        headers: authorization === undefined ? {} : { authorization },
        remoteAddress,
      });
    for (const [authorization, address] of [
      [busy.authorization, '192.0.2.80'],
      [undefined, '192.0.2.81'],
    ] as const) {
      for (let n = 0; n < 100; n++) await send(authorization, address);
      const refused = await send(authorization, address);
      expect(refused.statusCode).toBe(429);
      expect(refused.headers).toMatchObject(stated);
    }
    vi.useRealTimers();
  });

  test('limits requests without valid credentials by address, before authentication; IPv6 by its /64', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const call = async (remoteAddress: string, authorization = `Bearer sk_test_${'A'.repeat(43)}`) =>
      (await it.app.inject({ method: 'GET', url: `${API_BASE}/profile`, remoteAddress, headers: { authorization } }))
        .statusCode;
    const statuses: number[] = [];
    for (let n = 0; n < 101; n++) statuses.push(await call(`2001:db8:1:2:${n.toString(16)}::1`));
    expect(statuses).toEqual([...Array<number>(100).fill(401), 429]);
    expect(await call('2001:db8:1:2:ffff::9', client.authorization)).toBe(429);
    expect(await call('2001:db8:1:3::1')).toBe(401);
    expect(await call('192.0.2.77')).toBe(401);
    vi.useRealTimers();
  });

  test('counts requests outside the contract against the budget of their address', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const requests = [
      ['GET', `${API_BASE}/nothing`, 404],
      ['GET', '/api/nothing', 404],
      ['DELETE', `${API_BASE}/profile`, 405],
      ['POST', '/snap/nothing', 404],
      ['GET', `${API_BASE}/openapi.json`, 200],
      ['GET', '/api/docs', 200],
    ] as const;
    for (const [index, [method, url, status]] of requests.entries()) {
      const remoteAddress = `192.0.2.${100 + index}`;
      const first = await it.app.inject({ method, url, remoteAddress });
      expect([url, first.statusCode]).toEqual([url, status]);
      expect(first.headers).toMatchObject({ 'ratelimit-limit': '100', 'ratelimit-remaining': '99' });
      for (let n = 1; n < 100; n++) await it.app.inject({ url: `${API_BASE}/nothing`, remoteAddress });
      const refused = await it.app.inject({ method, url, remoteAddress });
      expect([url, refused.statusCode, refused.headers['ratelimit-remaining']]).toEqual([url, 429, '0']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    vi.useRealTimers();
  });

  test('allows ten inquiries of account names a minute per merchant, over all its users and routes together', async () => {
    const finance = await it.signIn('finance@kopi.example');
    const body = { bank_code: '014', account_no: '8010000001' };
    const inquiries = [
      () => client.call(checkAccount, { body }),
      () => finance.call(checkAccount, { body }),
      () => client.call(createBeneficiary, { body }),
      () => client.call(setSettlementBankAccount, { body }),
    ];
    const statuses: number[] = [];
    for (let n = 0; n < 16; n++) statuses.push((await inquiries[n % inquiries.length]!()).statusCode);
    // No bank runs in this test.
    expect(statuses).toEqual([...Array<number>(10).fill(502), ...Array<number>(6).fill(429)]);
    const other = await it.signIn('superadmin@batik.example');
    expect((await other.call(checkAccount, { body })).statusCode).toBe(502);
  });

  test.each([
    ['tests of webhooks', testWebhook, { id: newId('webhook_endpoint', new Date()) }],
    ['emailed payment instructions', sendVirtualAccountInstructions, { id: newId('virtual_account', new Date()) }],
  ])('allows a merchant thirty %s a minute', async (_name, route, params) => {
    const admin = await it.signIn('admin@kopi.example');
    const body = route === testWebhook ? {} : { email: 'sari@mail.example' };
    const statuses: number[] = [];
    for (let n = 0; n < 16; n++) {
      for (const person of [client, admin]) {
        statuses.push((await person.call(route as never, { params, body } as never)).statusCode);
      }
    }
    expect(statuses).toEqual([...Array<number>(30).fill(404), 429, 429]);
  });

  test('answers a wide body as an invalid one', async () => {
    const wide = `[${'0,'.repeat(400_000)}0]`;
    const send = (url: string) =>
      it.app.inject({
        method: 'POST',
        url: API_BASE + url,
        payload: wide,
        headers: { ...json, authorization: client.authorization! },
        remoteAddress: '192.0.2.9',
      });
    expect((await send(login.path)).statusCode).toBe(400);
    expect((await send(createApiKey.path)).statusCode).toBe(400);
  });

  test('rejects a body nested deeper than 8 levels; validates the fields of one with 8', async () => {
    const nested = (depth: number): unknown => (depth === 1 ? { a: 1 } : { a: nested(depth - 1) });
    const send = (body: unknown) =>
      it.app.inject({ method: 'POST', url: '/api/v1/authenticate/access-token', payload: body as object });
    expect((await send(nested(9))).json()).toMatchObject({
      status_code: 400,
      detail: 'The request is nested too deeply. Use at most 8 levels.',
    });
    expect((await send(nested(8))).json()).toMatchObject({ status_code: 400, code: 'invalid_request' });
    expect((await send(nested(8))).json<{ detail: string }>().detail).not.toContain('deeply');
  });

  test('rejects a body larger than 1 MB before it is read completely', async () => {
    const answer = await it.app.inject({
      method: 'POST',
      url: API_BASE + refreshSession.path,
      headers: { ...json, 'content-length': String(BODY_LIMIT_BYTES + 1) },
      payload: ' '.repeat(BODY_LIMIT_BYTES + 1),
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([413, 'body_too_large']);
  });
});
