/** Headers and shape of every response, and data that must never be logged. */
import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { login } from '@dasbor/contract/auth';
import { problem } from '@dasbor/contract/problem';
import { getProfile } from '@dasbor/contract/profile';
import { API_BASE } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { createLog } from '../log.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { BODY_LIMIT_BYTES } from './limits.ts';

let it: TestApp;
let client: TestClient;
beforeAll(async () => {
  it = await startTestApp();
  client = await it.signIn('superadmin@kopi.example');
});
afterAll(() => it.close());

const get = (url: string, headers: Record<string, string> = {}) => it.app.inject({ method: 'GET', url, headers });
const json = { 'content-type': 'application/json' };

describe('headers', () => {
  const kinds: [string, number, () => Promise<{ statusCode: number; headers: Record<string, unknown> }>][] = [
    ['success', 200, () => client.call(getProfile)],
    ['no session', 401, () => it.client().call(getProfile)],
    ['no access', 403, () => get(`${API_BASE}/transactions`, { authorization: platform })],
    ['an unknown path', 404, () => get('/api/v1/nothing')],
    ['a malformed URL', 400, () => get('/%zz')],
    ['an invalid body', 400, () => client.call(createApiKey, { body: {} })],
    [
      'a body that is not JSON',
      400,
      () => it.app.inject({ method: 'POST', url: API_BASE + login.path, payload: '{', headers: json }),
    ],
    [
      'too large',
      413,
      () =>
        it.app.inject({
          method: 'POST',
          url: API_BASE + login.path,
          payload: `"${'x'.repeat(BODY_LIMIT_BYTES)}"`,
          headers: json,
        }),
    ],
    ['a path parameter that is too long', 414, () => get(`${API_BASE}/transactions/${'x'.repeat(301)}`)],
    [
      'another media type',
      415,
      () =>
        it.app.inject({
          method: 'POST',
          url: API_BASE + login.path,
          payload: 'x',
          headers: { 'content-type': 'text/xml' },
        }),
    ],
    ['the document', 200, () => get('/api/v1/openapi.json')],
    ['the reference', 200, () => get('/api/docs')],
    ['health', 200, () => get('/healthz')],
    ['readiness', 200, () => get('/readyz')],
    ['metrics', 200, () => get('/metrics')],
    ['CSV', 200, () => get(`${API_BASE}/transactions`, { authorization: client.authorization!, accept: 'text/csv' })],
  ];
  let platform: string;
  beforeAll(async () => {
    platform = (await it.signIn('platform_admin@dasbor.example')).authorization!;
  });

  test.each(kinds)('sets the security headers and the request id: %s', async (_name, status, call) => {
    const { statusCode, headers } = await call();
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^req_[0-9a-z]{26}$/) as string,
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });

  test('sends every error in the same shape', async () => {
    for (const [, status, call] of kinds) {
      if (status < 400) continue;
      const answer = (await call()) as Awaited<ReturnType<typeof get>>;
      expect(problem.strict().parse(answer.json()).status_code).toBe(status);
      expect(answer.body).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts\b/);
    }
  });

  test('answers 405 with Allow for methods that the contract does not declare', async () => {
    for (const method of ['TRACE', 'OPTIONS', 'PATCH'] as const) {
      const answer = await it.app.inject({ method: method as 'OPTIONS', url: `${API_BASE}/profile` });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([405, 'method_not_allowed']);
      expect(answer.headers.allow).toBe('GET, HEAD, PUT');
    }
    const answer = await it.app.inject({ method: 'DELETE', url: `${API_BASE}/transactions/txn_1?x=1` });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test.each(['/api/v1/openapi.json', '/api/docs', `${API_BASE}/roles`])('compresses %s', async (url) => {
    const answer = await get(url, { authorization: client.authorization!, 'accept-encoding': 'br' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers.vary).toContain('accept-encoding');
  });

  test('forbids caches to store responses', async () => {
    expect((await client.call(getProfile)).headers['cache-control']).toBe('no-store');
  });
});

describe('malformed connections', () => {
  let port: number;
  beforeAll(async () => {
    await it.app.listen({ port: 0, host: '127.0.0.1' });
    port = (it.app.server.address() as AddressInfo).port;
  });

  test.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['headers beyond 16 KB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`, 431],
  ])('get an error of the same shape with the same headers: %s', async (_name, bytes, status) => {
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (part) => (text += String(part)));
      socket.on('close', () => resolve(text)).on('error', reject);
    });
    const [head, body] = answer.split('\r\n\r\n') as [string, string];
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const name of ['content-security-policy', 'x-content-type-options', 'x-request-id']) {
      expect(head).toContain(`${name}: `);
    }
    expect(problem.strict().parse(JSON.parse(body)).status_code).toBe(status);
  });
});

describe('spec §7: Is-Live', () => {
  test.each(['true', 'false', 'nonsense', undefined])('neither selects a mode nor skips a check: %s', async (value) => {
    const headers: Record<string, string> = value === undefined ? {} : { 'is-live': value };
    expect((await get(`${API_BASE}/profile`, headers)).statusCode).toBe(401);
    const signed_in = { ...headers, authorization: client.authorization! };
    expect((await get(`${API_BASE}/profile`, signed_in)).json()).toEqual(await client.ok(getProfile));
  });

  test.each(['', 'Bearer', 'Bearer '])('spec §7: an empty access token is not a session: %j', async (authorization) => {
    expect((await get(`${API_BASE}/profile`, { authorization })).statusCode).toBe(401);
  });
});

describe('spec §1: reports and logs contain no secrets', () => {
  test('logs none of thirty secrets that were sent in headers, paths, queries and bodies', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'dasbor-log-')), 'log');
    writeFileSync(file, '');
    const level = { LOG_LEVEL: 'trace' as const };
    const log = createLog(level, pino.destination({ dest: file, sync: true }));
    const other = await startTestApp({ change: (deps) => ({ ...deps, log }) });
    let canaries = 0;
    const canary = () => `canary${++canaries}canary${'x'.repeat(30)}`;
    for (const route of ROUTES) {
      await other.app.inject({
        method: route.method,
        url: API_BASE + route.path.replace('{id}', canary()),
        query: { q: canary(), access_token: canary() },
        // Another address for each request, so that all of them reach their route.
        remoteAddress: `10.1.${canaries % 250}.${Math.floor(canaries / 250)}`,
        headers: { authorization: `Bearer ${canary()}`, cookie: canary(), 'idempotency-key': canary() },
        ...(route.method === 'GET' || route.method === 'DELETE'
          ? {}
          : { payload: { password: canary(), sftp_password: canary(), access_token: canary(), otp: canary() } }),
      });
    }
    const { tokens } = await other.signIn('superadmin@kopi.example');
    await other.close();
    const written = readFileSync(file, 'utf8');
    expect(canaries).toBeGreaterThan(30);
    expect(written.split('\n').length).toBeGreaterThan(ROUTES.length);
    const line: unknown = JSON.parse(written.split('\n').find((text) => text.includes('request completed')) ?? '{}');
    expect(line).toMatchObject({ request_id: expect.stringMatching(/^req_/), status_code: expect.any(Number) });
    expect(written).not.toContain('canary');
    for (const secret of [SANDBOX_PASSWORD, tokens!.access_token, tokens!.refresh_token]) {
      expect(written).not.toContain(secret);
    }
  });
});
