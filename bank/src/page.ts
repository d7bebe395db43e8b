/** The bank's own page: a few files from memory under a policy that lets nothing else in. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const FILES = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/va.js', 'va.js', 'text/javascript; charset=utf-8'],
  ['/refund.js', 'refund.js', 'text/javascript; charset=utf-8'],
] as const;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export function registerPage(app: FastifyInstance): void {
  for (const [path, file, type] of FILES) {
    const text = readFileSync(new URL(`../page/${file}`, import.meta.url), 'utf8');
    app.get(path, async (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(text));
  }
}

/** Headers of every answer of the bank. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
