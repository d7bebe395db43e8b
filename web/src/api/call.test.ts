import { login, logout } from '@dasbor/contract/auth';
import { saveNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { getProfile } from '@dasbor/contract/profile';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { type Route, route } from '@dasbor/contract/route';
import { getTransaction, listTransactions } from '@dasbor/contract/transaction';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockEndpoint, recordedRequests, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { call, createIdempotencyKey } from './call.ts';
import { downloadCsv } from './download.ts';
import { connectLive } from './live.ts';
import { CallError } from './problem.ts';
import { hasSession, onSessionEnd, readAccessToken, readRefreshToken, startSession } from './session.ts';

setUpMockServer();
const profile = () => ({ json: { data: { name: 'Sari' } } });
const refused = { status: 401, json: { detail: 'Session has ended', status_code: 401, code: 'session_ended' } };
const REFRESH = 'POST /authenticate/access-token';

beforeEach(() => startSession({ access_token: 'old', refresh_token: 'refresh-1' }));

describe('headers', () => {
  test('spec §7: all calls go below the version 1 base path, with the stored access token', async () => {
    mockEndpoint('GET /profile', profile);
    await call(getProfile);
    expect(recordedRequests[0]).toMatchObject({ method: 'GET', path: '/profile' });
    expect(recordedRequests[0]?.headers.get('authorization')).toBe('Bearer old');
  });
  test('spec §7: without a token the Authorization header is there and empty', async () => {
    localStorage.clear();
    mockEndpoint('POST /authenticate/login', () => ({ json: { access_token: 'a', refresh_token: 'r' } }));
    await call(login, { body: { email: 'a@b.example', password: 'x' } });
    expect(recordedRequests[0]?.headers.has('authorization')).toBe(true);
    expect(recordedRequests[0]?.headers.get('authorization')).toBe('');
  });
  test('spec §7, §9: Is-Live is always true', async () => {
    mockEndpoint('GET /profile', profile);
    await call(getProfile);
    expect(recordedRequests[0]?.headers.get('is-live')).toBe('true');
  });
  test('spec §7: every call carries both headers: the refresh, the repetition, the download and the stream too', async () => {
    localStorage.removeItem('access_token');
    mockEndpoint('GET /profile', ({ headers }) =>
      headers.get('authorization') === 'Bearer new' ? profile() : refused,
    );
    mockEndpoint(REFRESH, () => ({ json: { access_token: 'new', refresh_token: 'refresh-2' } }));
    mockEndpoint('GET /live', () => ({ text: ': hello\n\n' }));
    await call(getProfile);
    await downloadCsv(listTransactions, { file_name: 'x.csv' }).catch(() => undefined);
    const disconnect = connectLive();
    await vi.waitFor(() => expect(requestsTo('/live')).toHaveLength(1));
    disconnect();
    expect(
      recordedRequests.map(({ path, headers }) => [path, headers.get('authorization'), headers.get('is-live')]),
    ).toEqual([
      ['/profile', '', 'true'],
      ['/authenticate/access-token', '', 'true'],
      ['/profile', 'Bearer new', 'true'],
      ['/transactions', 'Bearer new', 'true'],
      ['/live', 'Bearer new', 'true'],
    ]);
  });
  test('spec §7: nothing else in the dashboard sends requests', () => {
    const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
    const senders = Object.entries(sources).filter(
      ([file, text]) => !/test/.test(file) && /\b(fetch\(|XMLHttpRequest|EventSource\(|sendBeacon)/.test(text),
    );
    expect(senders.map(([file]) => file).sort()).toEqual(['./renew.ts', './send.ts']);
  });
});

describe('request styles', () => {
  test('spec §7: GET with parameters and query; lists joined, absent values left out', async () => {
    mockEndpoint('GET /transactions', () => ({ json: { data: [], next_cursor: null } }));
    mockEndpoint('GET /transactions/txn_a%2Fb', () => ({ json: { data: { id: 'txn_a/b' } } }));
    await call(listTransactions, { query: { status: ['success', 'failed'], q: undefined, amount_min: 0 } });
    await call(getTransaction, { params: { id: 'txn_a/b' } });
    expect(recordedRequests.map(({ query }) => query)).toEqual(['?status=success%2Cfailed&amount_min=0', '']);
  });
  test('spec §7: PUT with a JSON body', async () => {
    mockEndpoint('PUT /notification-preference', () => ({ json: { data: [] } }));
    await call(saveNotificationPreferences, { body: [{ notification_action: 1004, is_active: true }] });
    expect(JSON.parse(recordedRequests[0]?.body ?? '')).toEqual([{ notification_action: 1004, is_active: true }]);
    expect(recordedRequests[0]?.headers.get('content-type')).toBe('application/json');
  });
  test.each(['POST', 'PATCH'] as const)('spec §7: %s with a JSON body', async (method) => {
    const write = route({ name: 'write', method, path: '/write', summary: '', access: 'signed-in' }) as Route & {
      method: 'POST';
    };
    mockEndpoint(`${method} /write`, () => ({ json: { data: 1 } }));
    expect(await call(write, { body: { amount: 1 } } as never)).toEqual({ data: 1 });
    expect(recordedRequests[0]).toMatchObject({ method, body: '{"amount":1}' });
    expect(recordedRequests[0]?.headers.get('content-type')).toBe('application/json');
  });
  test.each(['POST', 'PATCH'] as const)('spec §7: %s as a multipart form', async (method) => {
    const upload = route({ name: 'upload', method, path: '/upload', summary: '', access: 'signed-in' }) as Route & {
      method: 'POST';
    };
    mockEndpoint(`${method} /upload`, () => ({ status: 204 }));
    const form = new FormData();
    form.set('logo', 'picture');
    await call(upload, { form });
    expect(recordedRequests[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(recordedRequests[0]?.body).toContain('name="logo"');
  });
  test('a 204 answers nothing', async () => {
    mockEndpoint('POST /authenticate/logout', () => ({ status: 204 }));
    expect(await call(logout)).toBeUndefined();
  });
  test('a money-moving call carries its Idempotency-Key, also when it is repeated', async () => {
    mockEndpoint('POST /qris-payments', (_, count) => (count === 1 ? refused : { status: 201, json: { data: {} } }));
    mockEndpoint(REFRESH, () => ({ json: { access_token: 'new', refresh_token: 'refresh-2' } }));
    const idempotency_key = createIdempotencyKey();
    await call(createQrisPayment, { body: { amount: 1000 }, idempotency_key });
    expect(requestsTo('/qris-payments').map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      idempotency_key,
      idempotency_key,
    ]);
    expect(createIdempotencyKey()).not.toBe(idempotency_key);
  });
});

describe('refresh', () => {
  test('spec §4, §7: a 401 is followed by one refresh; the new token is stored and the request repeated', async () => {
    mockEndpoint('GET /profile', ({ headers }) =>
      headers.get('authorization') === 'Bearer new' ? profile() : refused,
    );
    mockEndpoint(REFRESH, () => ({ json: { access_token: 'new', refresh_token: 'refresh-2' } }));
    expect(await call(getProfile)).toEqual({ data: { name: 'Sari' } });
    expect(JSON.parse(requestsTo('/authenticate/access-token')[0]?.body ?? '')).toEqual({ access_token: 'refresh-1' });
    expect([readAccessToken(), readRefreshToken(), hasSession()]).toEqual(['new', 'refresh-2', true]);
    expect(recordedRequests.map(({ path }) => path)).toEqual(['/profile', '/authenticate/access-token', '/profile']);
  });
  test('spec §4: one attempt per request: a second 401 fails without a second refresh', async () => {
    mockEndpoint('GET /profile', () => refused);
    mockEndpoint(REFRESH, () => ({ json: { access_token: 'new', refresh_token: 'refresh-2' } }));
    await expect(call(getProfile)).rejects.toMatchObject({ status_code: 401 });
    expect(requestsTo('/authenticate/access-token')).toHaveLength(1);
  });
  test('spec §4: concurrent requests share one refresh', async () => {
    mockEndpoint('GET /profile', ({ headers }) =>
      headers.get('authorization') === 'Bearer new' ? profile() : refused,
    );
    mockEndpoint(REFRESH, () => ({ json: { access_token: 'new', refresh_token: 'refresh-2' } }));
    await Promise.all([call(getProfile), call(getProfile), call(getProfile)]);
    expect(requestsTo('/authenticate/access-token')).toHaveLength(1);
  });
  test('spec §4: a token that another tab stored meanwhile is used as it is', async () => {
    mockEndpoint('GET /profile', ({ headers }) => {
      if (headers.get('authorization') === 'Bearer other-tab') return profile();
      localStorage.setItem('access_token', 'other-tab');
      return refused;
    });
    await call(getProfile);
    expect(requestsTo('/authenticate/access-token')).toHaveLength(0);
  });
  test('spec §4: when the refresh fails both tokens and the marker go, the user is led away, the request fails', async () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    mockEndpoint('GET /profile', () => refused);
    mockEndpoint(REFRESH, () => refused);
    await expect(call(getProfile)).rejects.toThrow('Session has ended');
    expect([readAccessToken(), readRefreshToken(), hasSession()]).toEqual(['', '', false]);
    expect(ended).toHaveBeenCalledOnce();
    stop();
  });
  test('a refresh that is cancelled because the page is left does not end the session', async () => {
    mockEndpoint('GET /profile', () => refused);
    mockEndpoint(REFRESH, () => {
      window.dispatchEvent(new Event('pagehide'));
      throw new TypeError('Failed to fetch');
    });
    await expect(call(getProfile)).rejects.toMatchObject({ status_code: 401 });
    window.dispatchEvent(new Event('pageshow'));
    expect([readRefreshToken(), hasSession()]).toEqual(['refresh-1', true]);
  });
  test('spec §4: without a stored refresh token there is nothing to try', async () => {
    localStorage.removeItem('refresh_token');
    mockEndpoint('GET /profile', () => refused);
    await expect(call(getProfile)).rejects.toBeInstanceOf(CallError);
    expect(requestsTo('/authenticate/access-token')).toHaveLength(0);
    expect(hasSession()).toBe(false);
  });
  test('spec §4: a refused sign-in never refreshes', async () => {
    mockEndpoint('POST /authenticate/login', () => ({
      status: 401,
      json: { detail: 'Wrong', code: 'wrong_credentials' },
    }));
    await expect(call(login, { body: { email: 'a@b.example', password: 'x' } })).rejects.toMatchObject({
      code: 'wrong_credentials',
    });
    expect(requestsTo('/authenticate/access-token')).toHaveLength(0);
    expect(hasSession()).toBe(true);
  });
  test('spec §4: any other refusal does not refresh', async () => {
    mockEndpoint('GET /profile', () => ({ status: 403, json: { detail: 'No access' } }));
    await expect(call(getProfile)).rejects.toMatchObject({ status_code: 403, detail: 'No access' });
    expect(recordedRequests).toHaveLength(1);
  });
});

describe('a response without a body', () => {
  const respond = (response: Response) => vi.spyOn(globalThis, 'fetch').mockResolvedValue(response);

  test.each([
    [404, 'Not Found'],
    [413, 'Content Too Large'],
    [429, 'Too Many Requests'],
    [502, 'Bad Gateway'],
    [599, 'Internal Server Error'],
  ])(
    'spec §8: the detail is the text of its status, which HTTP/2 does not transmit: %i is %s',
    async (status, detail) => {
      const fetching = respond(new Response(null, { status }));
      await expect(call(getProfile)).rejects.toMatchObject({ status_code: status, detail });
      fetching.mockRestore();
    },
  );
  test('spec §8: the status text of the server takes precedence', async () => {
    const fetching = respond(new Response(null, { status: 503, statusText: 'Closed for maintenance' }));
    await expect(call(getProfile)).rejects.toMatchObject({ status_code: 503, detail: 'Closed for maintenance' });
    fetching.mockRestore();
  });
});

test("spec §8: no answer at all is status 0 and 'Internal Server Error'", async () => {
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(call(getProfile)).rejects.toMatchObject({ status_code: 0, detail: 'Internal Server Error' });
  fetching.mockRestore();
});
