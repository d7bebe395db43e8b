import { createHash } from 'node:crypto';
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
  serveReference(fastify, { origin: 'http://localhost:4000', countRequest: () => undefined });
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

test('allows no script and only its own stylesheet, by its hash', async () => {
  const answer = await fastify.inject('/api/docs');
  const styles = [...answer.body.matchAll(/<style[^>]*>([^<]*)<\/style>/g)];
  const hashes = styles.map(([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(hashes).toHaveLength(1);
  expect(answer.headers['content-security-policy']).toBe(
    `default-src 'none'; style-src ${hashes[0]}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  );
  expect(answer.body).not.toMatch(/<script|\sstyle=|\son\w+=|javascript:/);
});

test('has a target for every link, and unique ids', () => {
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});
