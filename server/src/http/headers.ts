/** Security headers of every response, errors included. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The dashboard page sets its own policy with a nonce; every other response may load nothing. */
const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' };

/** Sets the same headers on every response, and its request id. They are constants, so nothing is built per request. */
export function setSecurityHeaders(fastify: FastifyInstance, options: { is_https: boolean }): void {
  const headers = { ...SECURITY_HEADERS, ...(options.is_https ? TRANSPORT_SECURITY : {}) };
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}

/**
 * Policy of the dashboard page: no inline script, styles by nonce, Trusted Types enforced. `report_origin`: where error
 * reports may be sent, if anywhere.
 */
export function buildPagePolicy(
  nonce: string,
  options: { report_origin: string | undefined; is_https: boolean },
): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Component libraries position menus and dialogs by style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Documents of merchants are shown by the PDF viewer of the browser.
    'frame-src blob:',
    "font-src 'self'",
    `connect-src 'self'${options.report_origin === undefined ? '' : ` ${options.report_origin}`}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    'trusted-types default',
    "require-trusted-types-for 'script'",
    ...(options.is_https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** The hash of an inline style for the content security policy. */
export const hashStyle = (style: string): string => `sha256-${createHash('sha256').update(style).digest('base64')}`;
