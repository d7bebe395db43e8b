/** Security headers of every response, errors included. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export async function setSecurityHeaders(fastify: FastifyInstance, options: { is_https: boolean }): Promise<void> {
  await fastify.register(helmet, {
    // The dashboard page sets its own policy with a nonce; every other response may load nothing.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: options.is_https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
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
