/** The page of the dashboard: who gets it, and what the server fills in. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import { compressResponses } from './compress.ts';
import { servePage } from './page.ts';
import { sendProblem } from './problem.ts';

const PAGE = fileURLToPath(new URL('../../../web/index.html', import.meta.url));
/** Of the build: hashed files, their compressed variants, and what has a fixed name. */
const FILES = [
  ['assets/app-1a2b.js', 'plain'],
  ['assets/app-1a2b.js.br', 'brotli'],
  ['favicon.svg', '<svg/>'],
  ['notes.md', 'private'],
] as const;
let folder: string;
let fastify: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dasbor-page-'));
  copyFileSync(PAGE, join(folder, 'index.html'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of FILES) writeFileSync(join(folder, name), text);
  fastify = Fastify();
  fastify.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  const settings = {
    ERROR_REPORTING_PII: 'off',
    SENTRY_DSN: 'https://key@sentry.example/1',
    SUPPORT_EMAIL: 'help@x.example',
  };
  compressResponses(fastify);
  await servePage(fastify, folder, { env: readEnv(settings), countRequest: () => undefined });
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
  ['/login', undefined, 'en'],
  ['/login?redirect=%2Fsettlement', 'id-ID,id;q=0.9,en;q=0.8', 'id'],
  ['/settlement', 'id-ID', 'hidden'],
])('GET %s for Accept-Language %s shows the login page before its code: %s', async (url, language, shown) => {
  const headers = language === undefined ? {} : { 'accept-language': language };
  const answer = await fastify.inject({ method: 'GET', url, headers });
  expect(answer.body).toContain(`id="login-frame" class="${shown}"`);
  expect(answer.headers.vary).toContain('accept-language');
});

test('the page is compressed', async () => {
  const answer = await fastify.inject({ url: '/login', headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-language, accept-encoding' });
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('id="login-frame"');
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

test.each([
  ['/assets/app-1a2b.js', '', 'plain', 'public, max-age=31536000, immutable'],
  ['/assets/app-1a2b.js', 'br', 'brotli', 'public, max-age=31536000, immutable'],
  ['/favicon.svg', '', '<svg/>', 'public, max-age=300'],
])(
  'GET %s with Accept-Encoding "%s" sends the file, and how long it may be kept',
  async (url, encoding, text, kept) => {
    const answer = await fastify.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding } });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(text);
    expect(answer.headers['cache-control']).toBe(kept);
    expect(answer.headers['content-encoding']).toBe(encoding === '' ? undefined : encoding);
    expect((await fastify.inject({ method: 'HEAD', url })).statusCode).toBe(200);
  },
);

test.each(['/notes.md', '/index.html', '/assets/../notes.md', '/assets/%2e%2e/notes.md', '/assets/missing.js'])(
  'GET %s is not a file that everybody may read',
  async (url) => {
    expect((await get(url, '*/*')).statusCode).toBe(404);
  },
);
