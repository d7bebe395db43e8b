/** Rate limits: 100 requests a second per session or key, and tighter ones for what can be abused. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '@dasbor/contract/route';
import { Problem } from './problem.ts';

export type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export const BODY_LIMIT_BYTES = 1_048_576;
export const HEADER_LIMIT_BYTES = 16_384;
/** Objects and lists within each other in a JSON body, at most. */
const JSON_DEPTH_MAX = 8;

type Key = 'ip' | 'merchant' | 'principal';
const DEFAULT = { max: 100, window_ms: 1_000, by: 'principal' as Key };

/** Routes with a limit of their own, by name; those of one group share it (`together`). */
const OWN: Record<string, { max: number; window_ms: number; by: Key; together?: string }> = {
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

function keyOf(request: FastifyRequest, by: Key): string {
  const principal = request.principal;
  if (by === 'merchant' && principal?.merchant_id) return principal.merchant_id;
  if (by === 'principal' && principal) return principal.type === 'user' ? principal.session_id : principal.id;
  return request.ip;
}

/** The limiter of a route; it throws 429 with Retry-After and counts per process. */
export function limiterOf(fastify: FastifyInstance, route: Route): Limiter {
  const { max, window_ms, by, together } = OWN[route.name] ?? { ...DEFAULT, together: undefined };
  const makeCheck = () =>
    fastify.createRateLimit({
      max,
      timeWindow: window_ms,
      keyGenerator: (request) => `${together ?? (route.name in OWN ? route.name : 'all')}:${keyOf(request, by)}`,
    });
  const check = together === undefined ? makeCheck() : sharedCheck(fastify, together, makeCheck);
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
function sharedCheck(fastify: FastifyInstance, group: string, make: () => Check): Check {
  const checks = shared_checks.get(fastify) ?? new Map<string, Check>();
  shared_checks.set(fastify, checks);
  const check = checks.get(group) ?? make();
  checks.set(group, check);
  return check;
}

/** Refuses a body that is nested deeper than anything the contract takes. */
export function assertShallow(body: unknown): void {
  if (depthOf(body, 0) > JSON_DEPTH_MAX) throw new Problem(400, 'invalid_request', 'The request is nested too deeply.');
}

function depthOf(value: unknown, above: number): number {
  if (typeof value !== 'object' || value === null || above > JSON_DEPTH_MAX) return above;
  return Math.max(above + 1, ...Object.values(value).map((part) => depthOf(part, above + 1)));
}
