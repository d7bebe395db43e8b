/** Rate limits: 100 requests a second per session or API key, and lower limits for routes that can be abused. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { localized } from '@dasbor/contract/language';
import type { Route } from '@dasbor/contract/route';
import { Problem } from './problem.ts';

export type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export const BODY_LIMIT_BYTES = 1_048_576;
export const HEADER_LIMIT_BYTES = 16_384;
/** Maximum nesting depth of a JSON body. */
const JSON_DEPTH_MAX = 8;

type LimitScope = 'ip' | 'merchant' | 'principal';
const DEFAULT_LIMIT = { max: 100, window_ms: 1_000, by: 'principal' as LimitScope };

/** Routes with their own limit, by name; routes of one `group` share a counter. */
const ROUTE_LIMITS: Record<string, { max: number; window_ms: number; by: LimitScope; group?: string }> = {
  login: { max: 10, window_ms: 60_000, by: 'ip' },
  refreshSession: { max: 120, window_ms: 60_000, by: 'ip' },
  testSftpConnection: { max: 5, window_ms: 60_000, by: 'merchant' },
  sendReport: { max: 60, window_ms: 60_000, by: 'merchant', group: 'reports' },
  resendReport: { max: 60, window_ms: 60_000, by: 'merchant', group: 'reports' },
  regenerateReport: { max: 60, window_ms: 60_000, by: 'merchant', group: 'reports' },
  // The pay page (domain 1.8). Read limits allow for many customers behind one address of a mobile network, each of
  // whom polls every three seconds.
  readPayLink: { max: 300, window_ms: 60_000, by: 'ip' },
  readPayAttempt: { max: 1_200, window_ms: 60_000, by: 'ip' },
  startPayAttempt: { max: 30, window_ms: 60_000, by: 'ip', group: 'pay' },
  checkPayAttempt: { max: 30, window_ms: 60_000, by: 'ip', group: 'pay' },
};

function getLimiterKey(request: FastifyRequest, by: LimitScope): string {
  const principal = request.principal;
  if (by === 'merchant' && principal?.merchant_id) return principal.merchant_id;
  if (by === 'principal' && principal) return principal.type === 'user' ? principal.session_id : principal.id;
  return request.ip;
}

/** Builds the limiter of a route. It throws 429 with Retry-After and counts per process. */
export function buildLimiter(fastify: FastifyInstance, route: Route): Limiter {
  const { max, window_ms, by, group } = ROUTE_LIMITS[route.name] ?? { ...DEFAULT_LIMIT, group: undefined };
  const createCheck = () =>
    fastify.createRateLimit({
      max,
      timeWindow: window_ms,
      keyGenerator: (request) =>
        `${group ?? (route.name in ROUTE_LIMITS ? route.name : 'all')}:${getLimiterKey(request, by)}`,
    });
  const check = group === undefined ? createCheck() : getSharedCheck(fastify, group, createCheck);
  return async (request) => {
    const result = await check(request);
    if (result.isAllowed || !result.isExceeded) return;
    const retry_after_s = Math.max(1, Math.ceil(result.ttl / 1000));
    const detail = localized(
      `Too many requests. Try again in ${retry_after_s} s.`,
      `Terlalu banyak permintaan. Coba lagi dalam ${retry_after_s} detik.`,
    );
    throw new Problem(429, 'too_many_requests', detail, { retry_after_s });
  };
}

type Check = ReturnType<FastifyInstance['createRateLimit']>;
const shared_checks = new WeakMap<FastifyInstance, Map<string, Check>>();

/** The shared counter of a group of routes. */
function getSharedCheck(fastify: FastifyInstance, group: string, create: () => Check): Check {
  const checks = shared_checks.get(fastify) ?? new Map<string, Check>();
  shared_checks.set(fastify, checks);
  const check = checks.get(group) ?? create();
  checks.set(group, check);
  return check;
}

/** Throws 400 when a body is nested deeper than any body of the contract. */
export function assertNestingDepth(body: unknown): void {
  if (measureDepth(body, 0) <= JSON_DEPTH_MAX) return;
  const detail = localized(
    `The request is nested too deeply. Use at most ${JSON_DEPTH_MAX} levels.`,
    `Struktur permintaan terlalu dalam. Gunakan paling banyak ${JSON_DEPTH_MAX} tingkat.`,
  );
  throw new Problem(400, 'invalid_request', detail);
}

function measureDepth(value: unknown, above: number): number {
  if (typeof value !== 'object' || value === null || above > JSON_DEPTH_MAX) return above;
  return Math.max(above + 1, ...Object.values(value).map((part) => measureDepth(part, above + 1)));
}
