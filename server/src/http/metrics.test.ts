/** Who may read the metrics of the process. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Env } from '../env.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';

const METRICS_TOKEN = 'metrics-token-of-the-monitoring';
let it: TestApp;
let env: Env;
beforeAll(async () => {
  it = await startTestApp({
    change: (deps) => {
      env = { ...deps.env };
      return { ...deps, env };
    },
  });
});
afterAll(() => it.close());

const read = (authorization?: string) =>
  it.app.inject({ method: 'GET', url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

test.each<[string, Partial<Env>, string | undefined, number]>([
  ['closed in production without a token', { NODE_ENV: 'production' }, undefined, 404],
  ['closed in production without a token, whatever is sent', { NODE_ENV: 'production' }, 'Bearer undefined', 404],
  ['closed to a request without the token', { NODE_ENV: 'production', METRICS_TOKEN }, undefined, 404],
  ['closed to another token', { NODE_ENV: 'production', METRICS_TOKEN }, `Bearer ${METRICS_TOKEN}2`, 404],
  ['closed to the token without its scheme', { NODE_ENV: 'production', METRICS_TOKEN }, METRICS_TOKEN, 404],
  ['open to the token', { NODE_ENV: 'production', METRICS_TOKEN }, `Bearer ${METRICS_TOKEN}`, 200],
  ['open outside production', { NODE_ENV: 'development' }, undefined, 200],
  ['closed outside production when a token is set', { NODE_ENV: 'development', METRICS_TOKEN }, undefined, 404],
])('/metrics is %s', async (_rule, settings, authorization, status) => {
  Object.assign(env, { METRICS_TOKEN: undefined, ...settings });
  const answer = await read(authorization);
  expect(answer.statusCode).toBe(status);
  const metrics = answer.body.match(/^dasbor_\w+/m);
  expect(metrics !== null).toBe(status === 200);
});
