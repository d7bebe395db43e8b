import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { serveReference } from './reference.ts';

let fastify: FastifyInstance;
let page: string;
beforeAll(async () => {
  fastify = Fastify();
  let count = 0;
  serveReference(fastify, () => `nonce${++count}`);
  page = (await fastify.inject('/api/docs')).body;
});
afterAll(() => fastify.close());

test('every operation of the contract stands on the page, with method, path and meaning', () => {
  for (const { name, method, path, summary } of ROUTES) {
    const article = page.split(`<article id="${name}"`)[1]?.split('</article>')[0];
    expect(article, name).toContain(`<span class="method">${method}</span><code>${API_BASE}${path}</code>`);
    expect(article, name).toContain(summary.split(/[`'’<&"]/)[0]);
    expect(article, name).toContain('curl ');
  }
});

test('nothing on it may run, and only its own stylesheet applies, by a fresh nonce each time', async () => {
  const answer = await fastify.inject('/api/docs');
  const nonce = /<style nonce="([^"]+)">/.exec(answer.body)?.[1];
  expect(nonce).toBe('nonce2');
  expect(answer.headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  );
  expect(answer.body).not.toMatch(/<script|\sstyle=|\son\w+=|javascript:/);
});

test('every link within the page leads somewhere, and every id is there once', () => {
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});
