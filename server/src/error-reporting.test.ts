import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ErrorEvent } from '@sentry/core';
import type { FastifyRequest } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { receiveReports } from '../test/report-receiver.ts';
import type { Principal } from './http/principal.ts';
import {
  reportError,
  reportJobError,
  scrubText,
  scrubEvent,
  startErrorReporting,
  stopErrorReporting,
} from './error-reporting.ts';
import { formatModule } from './sentry-client.ts';

const user: Principal = {
  type: 'user',
  id: 'usr_1',
  session_id: 'ses_1',
  name: 'Sari',
  email: 'sari@kopi.example',
  role: 'superadmin',
  is_masked: false,
  locale: 'en',
  time_zone: 'Asia/Jakarta',
  merchant_id: 'mer_1',
  access: [],
  authenticated_at_ms: 0,
  is_second_factor_required: false,
  needs_second_factor: false,
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

/** Reports one error and returns what arrived. */
const captureReports = (env: { ERROR_REPORTING_PII: 'on' | 'off' }, error: unknown, principal: Principal | null) =>
  receiveReports(async (dsn) => {
    await startErrorReporting({ ...env, SENTRY_DSN: dsn, NODE_ENV: 'test' });
    reportError(error, request(principal));
    await stopErrorReporting(20_000);
  });

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

  test('reports name the causes of an error and where it was thrown', async () => {
    const cause = new TypeError('the cause');
    const sent = await captureReports({ ERROR_REPORTING_PII: 'on' }, new Error('broken', { cause }), null);
    for (const part of ['the cause', 'TypeError', '"module":"error-reporting.test.ts"', '"type":"chained"']) {
      expect(sent).toContain(part);
    }
  });

  test.each(['setTimeout(() => { throw new Error(text); })', 'void Promise.reject(new Error(text))'])(
    'an error that nothing handles is reported and ends the process: %s',
    async (failing) => {
      let ended: { code: number | null; stderr: string } | undefined;
      const sent = await receiveReports(async (dsn) => {
        const reporting = new URL('./error-reporting.ts', import.meta.url).href;
        const program = `import { startErrorReporting } from '${reporting}';
          await startErrorReporting({ SENTRY_DSN: '${dsn}', ERROR_REPORTING_PII: 'on', NODE_ENV: 'test' });
          const text = 'nobody caught password=canary'; ${failing}; setTimeout(() => undefined, 60_000);`;
        const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' });
        let stderr = '';
        child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
        const [code] = (await once(child, 'close')) as [number | null];
        ended = { code, stderr };
      });
      expect(ended?.code).toBe(1);
      expect(ended?.stderr).toContain('nobody caught');
      expect(sent).toContain('nobody caught');
      expect(sent).toContain('"level":"fatal"');
      expect(sent).not.toContain('canary');
    },
  );

  const reportJobs = (ERROR_REPORTING_PII: 'on' | 'off', job: string, errors: Error[]) =>
    receiveReports(async (dsn) => {
      await startErrorReporting({ ERROR_REPORTING_PII, SENTRY_DSN: dsn, NODE_ENV: 'test' });
      for (const error of errors) {
        reportJobError(error, { job, lane: 'bank', attempt: 3, merchant_id: 'mer_1' });
      }
      await stopErrorReporting(20_000);
    });

  test('failures of jobs are reported with their job, attempt and merchant', async () => {
    const error = new Error('payout broken, password=canary');
    const sent = await reportJobs('on', 'payOutBatch', [error, error]);
    for (const part of ['payout broken', '"job":"payOutBatch"', '"attempt":3', '"merchant_id":"mer_1"']) {
      expect(sent).toContain(part);
    }
    expect(sent.match(/"type":"event"/g)).toHaveLength(1);
    expect(sent).not.toContain('canary');
    expect(await reportJobs('off', 'sendRefund', [new Error('refund broken')])).not.toContain('mer_1');
  });

  test('a job that fails again and again is reported at most five times a minute', async () => {
    const errors = Array.from({ length: 8 }, (_, at) => new Error(`broken in run ${at}`));
    const sent = await reportJobs('on', 'pollStatus', errors);
    expect(sent.match(/"type":"event"/g)).toHaveLength(5);
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
    ['account 12345678901234567890 closed', 'account •••7890 closed'],
    ['account_no=12345 closed', 'account_no=[number] closed'],
    ['account 123456789 closed', 'account [number] closed'],
    ['code 482913 expired', 'code [number] expired'],
    ['HTTP 503 after 1234 ms', 'HTTP 503 after 1234 ms'],
    ['at send (file:///app/client.js:12345:10)', 'at send (file:///app/client.js:12345:10)'],
    ['at send (/app/main.ts:1:1234567)', 'at send (/app/main.ts:1:1234567)'],
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

test.each([
  [new URL('./rails/snap-client.ts', import.meta.url).href, 'rails:snap-client.ts'],
  [new URL('./main.ts', import.meta.url).pathname, 'main.ts'],
  ['/app/node_modules/pg/lib/client.js', 'pg.lib:client'],
  ['node:internal/timers', 'timers'],
  [undefined, undefined],
])('the module of %s is %s', (file, module) => {
  expect(formatModule(file)).toBe(module);
});
