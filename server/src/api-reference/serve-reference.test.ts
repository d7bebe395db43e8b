import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { EXAMPLE_LANGUAGES } from './example-code.ts';
import { serveReference } from './serve-reference.ts';

let fastify: FastifyInstance;
let page: string;
beforeAll(async () => {
  fastify = Fastify();
  let count = 0;
  serveReference(fastify, () => `nonce${++count}`, 'http://localhost:4000');
  page = (await fastify.inject('/api/docs')).body;
});
afterAll(() => fastify.close());

test('documents every operation of the contract with method, path and summary', () => {
  for (const { name, method, path, summary } of ROUTES) {
    const article = page.split(`<article id="${name}"`)[1]?.split('</article>')[0];
    expect(article, name).toContain(`<span class="method">${method}</span><code>${API_BASE}${path}</code>`);
    expect(article, name).toContain(summary.split(/[`'’<&"]/)[0]);
    for (const language of EXAMPLE_LANGUAGES) expect(article, name).toContain(`class="example ${language}"`);
  }
});

test('allows no script and only its own stylesheet, with a new nonce per response', async () => {
  const answer = await fastify.inject('/api/docs');
  const nonce = /<style nonce="([^"]+)">/.exec(answer.body)?.[1];
  expect(nonce).toBe('nonce2');
  expect(answer.headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  );
  expect(answer.body).not.toMatch(/<script|\sstyle=|\son\w+=|javascript:/);
});

test('has a target for every link, and unique ids', () => {
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});
