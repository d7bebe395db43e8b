/** Rate limits: 100 requests a second per session or key, and tighter ones for what can be abused. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '@dasbor/contract/route';
import { Problem } from './problem.ts';

export type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export const BODY_LIMIT_BYTES = 1_048_576;
export const HEADER_LIMIT_BYTES = 16_384;
/** Objects and lists within each other in a JSON body, at most. */
const JSON_DEPTH_MAX = 8;

type LimitScope = 'ip' | 'merchant' | 'principal';
const DEFAULT_LIMIT = { max: 100, window_ms: 1_000, by: 'principal' as LimitScope };

/** Routes with a limit of their own, by name; those of one group share it (`together`). */
const ROUTE_LIMITS: Record<string, { max: number; window_ms: number; by: LimitScope; together?: string }> = {
  login: { max: 10, window_ms: 60_000, by: 'ip' },
  refreshSession: { max: 120, window_ms: 60_000, by: 'ip' },
  testSftpConnection: { max: 5, window_ms: 60_000, by: 'merchant' },
  sendReport: { max: 60, window_ms: 60_000, by: 'merchant', together: 'reports' },
  resendReport: { max: 60, window_ms: 60_000, by: 'merchant', together: 'reports' },
  regenerateReport: { max: 60, window_ms: 60_000, by: 'merchant', together: 'reports' },
  // The pay page (domain 1.8). Reads allow for the many customers behind one address of a mobile network, of whom each
  // asks every three seconds.
  readPayLink: { max: 300, window_ms: 60_000, by: 'ip' },
  readPayAttempt: { max: 1_200, window_ms: 60_000, by: 'ip' },
  startPayAttempt: { max: 30, window_ms: 60_000, by: 'ip', together: 'pay' },
  checkPayAttempt: { max: 30, window_ms: 60_000, by: 'ip', together: 'pay' },
};

function getLimiterKey(request: FastifyRequest, by: LimitScope): string {
  const principal = request.principal;
  if (by === 'merchant' && principal?.merchant_id) return principal.merchant_id;
  if (by === 'principal' && principal) return principal.type === 'user' ? principal.session_id : principal.id;
  return request.ip;
}

/** The limiter of a route; it throws 429 with Retry-After and counts per process. */
export function buildLimiter(fastify: FastifyInstance, route: Route): Limiter {
  const { max, window_ms, by, together } = ROUTE_LIMITS[route.name] ?? { ...DEFAULT_LIMIT, together: undefined };
  const makeCheck = () =>
    fastify.createRateLimit({
      max,
      timeWindow: window_ms,
      keyGenerator: (request) =>
        `${together ?? (route.name in ROUTE_LIMITS ? route.name : 'all')}:${getLimiterKey(request, by)}`,
    });
  const check = together === undefined ? makeCheck() : getSharedCheck(fastify, together, makeCheck);
  return async (request) => {
    const result = await check(request);
    if (result.isAllowed || !result.isExceeded) return;
    const retry_after_s = Math.max(1, Math.ceil(result.ttl / 1000));
    throw new Problem(429, 'too_many_requests', `Too many requests. Try again in ${retry_after_s} s.`, {
      retry_after_s,
    });
  };
}

type Check = ReturnType<FastifyInstance['createRateLimit']>;
const shared_checks = new WeakMap<FastifyInstance, Map<string, Check>>();

/** The counter of a group of routes: each limiter would otherwise count by itself. */
function getSharedCheck(fastify: FastifyInstance, group: string, make: () => Check): Check {
  const checks = shared_checks.get(fastify) ?? new Map<string, Check>();
  shared_checks.set(fastify, checks);
  const check = checks.get(group) ?? make();
  checks.set(group, check);
  return check;
}

/** Refuses a body that is nested deeper than anything the contract takes. */
export function assertNestingDepth(body: unknown): void {
  if (measureDepth(body, 0) > JSON_DEPTH_MAX)
    throw new Problem(400, 'invalid_request', 'The request is nested too deeply.');
}

function measureDepth(value: unknown, above: number): number {
  if (typeof value !== 'object' || value === null || above > JSON_DEPTH_MAX) return above;
  return Math.max(above + 1, ...Object.values(value).map((part) => measureDepth(part, above + 1)));
}
