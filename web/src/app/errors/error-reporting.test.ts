import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '../../api/signed-in.ts';

const received: string[] = [];
const server = setupServer(
  http.post('https://errors.example/*', async ({ request }) => {
    received.push(await request.text());
    return HttpResponse.json({});
  }),
);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  received.length = 0;
  vi.resetModules();
});
afterEach(() => {
  document.head.replaceChildren();
  // Sentry keeps the user there, across fresh copies of the modules.
  Reflect.deleteProperty(globalThis, '__SENTRY__');
});
afterAll(() => server.close());

const SARI = {
  id: 'usr_1',
  name: 'Sari',
  email: 'sari@kopi.example',
  photo_url: null,
  role: 'finance',
  role_name: null,
  merchant_id: 'mer_1',
  merchant_name: 'Kopi',
  is_sandbox: true,
  needs_second_factor: false,
  group_id: null,
  group_name: null,
  impersonation_ends_at: null,
  locale: 'en',
  time_zone: 'Asia/Jakarta',
} satisfies Profile;

function setting(name: string, content: string): void {
  const meta = document.createElement('meta');
  Object.assign(meta, { name, content });
  document.head.append(meta);
}

/** Reports one error of a signed-in user, with a token in its words. */
async function report(): Promise<void> {
  const { setReportUser, reportError, startErrorReporting } = await import('./error-reporting.ts');
  startErrorReporting();
  setReportUser(SARI);
  reportError(new Error('broken by Bearer canary-token'));
}
const errorReport = () => vi.waitFor(() => expect(received.join('')).toContain('broken'));

test('spec §1: error reporting is on and names the user, email, role and merchant', async () => {
  setting('sentry-dsn', 'https://key@errors.example/1');
  await report();
  await errorReport();
  for (const part of ['usr_1', 'sari@kopi.example', 'finance', 'mer_1']) expect(received.join('')).toContain(part);
  expect(received.join('')).not.toContain('canary-token');
});

test('decision: reports contain no personal data where the deployment disables it', async () => {
  setting('sentry-dsn', 'https://key@errors.example/1');
  setting('error-reporting-pii', 'off');
  await report();
  await errorReport();
  for (const part of ['usr_1', 'sari@kopi.example', 'mer_1']) expect(received.join('')).not.toContain(part);
});

test('decision: without an address for reports nothing is sent', async () => {
  await report();
  await new Promise((resolve) => setImmediate(resolve));
  expect(received).toEqual([]);
});
