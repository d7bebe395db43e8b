/** The page of the dashboard: who gets it, and what the server fills in. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import { servePage } from './page.ts';
import { sendProblem } from './problem.ts';

const PAGE = fileURLToPath(new URL('../../../web/index.html', import.meta.url));
let folder: string;
let fastify: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dasbor-page-'));
  copyFileSync(PAGE, join(folder, 'index.html'));
  fastify = Fastify();
  fastify.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  const settings = {
    ERROR_REPORTING_PII: 'off',
    SENTRY_DSN: 'https://key@sentry.example/1',
    SUPPORT_EMAIL: 'help@x.example',
  };
  await servePage(fastify, folder, readEnv(settings));
});
afterAll(async () => {
  await fastify.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, accept?: string) =>
  fastify.inject({ method: 'GET', url, headers: accept === undefined ? {} : { accept } });

test('every placeholder of the page is filled in', async () => {
  const { body } = await get('/');
  expect(body).not.toMatch(/__[A-Z_]+__/);
  expect(body).toContain('name="error-reporting-pii" content="off"');
  expect(body).toContain('content="https://key@sentry.example/1"');
  expect(body).toContain('content="help@x.example"');
  expect(body).toMatch(/name="csp-nonce" content="[\w+/=]{20,}"/);
});

test.each([
  ['/', '*/*', 200],
  ['/', undefined, 200],
  ['/settlement/all?x=1', '*/*', 200],
  ['/transactions', 'text/html,application/xhtml+xml', 200],
  ['/transactions', 'application/json', 404],
  ['/missing.js', '*/*', 404],
  ['/assets/x', 'text/html', 404],
  ['/api/v1/nothing', 'text/html', 404],
])('GET %s with Accept %s is answered with %i', async (url, accept, status) => {
  const answer = await get(url, accept);
  expect(answer.statusCode).toBe(status);
  expect(String(answer.headers['content-type'])).toContain(status === 200 ? 'text/html' : 'application/json');
});
