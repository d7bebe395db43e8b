/** Requests to the services of banks that fail authentication are limited by address, as everywhere else. */
import { SNAP_PATHS } from '@dasbor/contract/snap';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/test-app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startTestApp();
});
afterAll(() => it.close());

const send = (path: string, remoteAddress: string) =>
  it.app.inject({ method: 'POST', url: `/snap${path}`, remoteAddress, payload: { forged: true } });

test.each([SNAP_PATHS.qr_mpm_notify, SNAP_PATHS.access_token])('%s', async (path) => {
  const address = path === SNAP_PATHS.access_token ? '10.9.0.1' : '10.9.0.2';
  let refused: Awaited<ReturnType<typeof send>> | undefined;
  // The budget is that of one second, so a slow machine may need several floods.
  for (let floods = 0; floods < 20 && refused === undefined; floods++) {
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(path, address)));
    refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  }
  expect(refused?.json<{ responseCode: string }>().responseCode).toMatch(/^429/);
  expect((await send(path, '10.9.0.3')).statusCode).toBeLessThan(429);
});
