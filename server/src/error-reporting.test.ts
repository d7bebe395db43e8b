import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { ErrorEvent } from '@sentry/node';
import type { FastifyRequest } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import type { Principal } from './http/principal.ts';
import { reportError, scrubText, scrubEvent, startErrorReporting, stopErrorReporting } from './error-reporting.ts';

const user: Principal = {
  type: 'user',
  id: 'usr_1',
  session_id: 'ses_1',
  name: 'Sari',
  email: 'sari@kopi.example',
  role: 'superadmin',
  is_masked: false,
  locale: 'en',
  merchant_id: 'mer_1',
  access: [],
};

const request = (principal: Principal | null) =>
  ({
    id: 'req_1',
    ip: '10.0.0.1',
    method: 'POST',
    principal,
    headers: { authorization: 'Bearer canary-header' },
    body: { password: 'canary-body' },
    routeOptions: { config: { route_name: 'login' } },
  }) as unknown as FastifyRequest;

/** Reports one error to a service of our own and answers what arrived there. */
async function captureReports(env: { ERROR_REPORTING_PII: 'on' | 'off' }, error: unknown, principal: Principal | null) {
  const received: Buffer[] = [];
  const service = createServer((incoming, answer) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const whole = Buffer.concat(parts);
      received.push(incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole);
      answer.end('{}');
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  await startErrorReporting({ ...env, SENTRY_DSN: `http://key@127.0.0.1:${port}/1`, NODE_ENV: 'test' });
  reportError(error, request(principal));
  await stopErrorReporting(2_000);
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  return Buffer.concat(received).toString('utf8');
}

describe('spec §1: error reporting is on and includes personal data', () => {
  afterEach(() => stopErrorReporting(0));

  test('reports contain user id, email, role and merchant', async () => {
    const sent = await captureReports({ ERROR_REPORTING_PII: 'on' }, new Error('broken'), user);
    for (const part of ['broken', 'usr_1', 'sari@kopi.example', 'superadmin', 'mer_1', 'req_1', 'login']) {
      expect(sent).toContain(part);
    }
    expect(sent).not.toContain('canary');
  });

  test('reports contain no personal data when ERROR_REPORTING_PII is off', async () => {
    const sent = await captureReports({ ERROR_REPORTING_PII: 'off' }, new Error('broken'), user);
    expect(sent).toContain('broken');
    for (const part of ['usr_1', 'sari@kopi.example', 'superadmin', 'mer_1', '10.0.0.1', 'canary']) {
      expect(sent).not.toContain(part);
    }
  });

  test('nothing is sent without a DSN', async () => {
    await startErrorReporting({ ERROR_REPORTING_PII: 'on', NODE_ENV: 'test' });
    expect(() => reportError(new Error('broken'), request(user))).not.toThrow();
  });
});

describe('reports contain no secrets', () => {
  test.each([
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c3JfMSJ9.c2lnbmF0dXJl', '[token]'],
    [`key sk_test_${'aB3'.repeat(14)}x refused`, 'key [key] refused'],
    [`token ${'aB3_'.repeat(11)} unknown`, 'token [token] unknown'],
    ['Authorization: Bearer abc', 'Authorization: [removed] [removed]'],
    ['password=hunter2 failed', 'password=[removed] failed'],
    ['{"sftp_password": "hunter 2", "port": 22}', '{"sftp_password": [removed], "port": 22}'],
    ['otp: 123456', 'otp: [removed]'],
    ['sftp://user:hunter2@host/path', 'sftp://[removed]@host/path'],
    ['account 1234567890 closed', 'account •••7890 closed'],
    ['merchant mer_01k0k0p1nvsantara000000000 at 2026-11-18', 'merchant mer_01k0k0p1nvsantara000000000 at 2026-11-18'],
  ])('%s is sent as %s', (text, sent) => {
    expect(scrubText(text)).toBe(sent);
  });

  test('request, breadcrumbs, extras and variables are removed from every event', () => {
    const event = {
      type: undefined,
      message: 'password=canary',
      request: { data: 'canary', headers: { authorization: 'canary' } },
      breadcrumbs: [{ message: 'canary' }],
      extra: { body: 'canary' },
      exception: { values: [{ value: 'token: canary', stacktrace: { frames: [{ vars: { a: 'canary' } }] } }] },
    } satisfies ErrorEvent;
    expect(JSON.stringify(scrubEvent(event))).not.toContain('canary');
  });
});
