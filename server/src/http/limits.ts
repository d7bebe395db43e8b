/** Rate limits: 100 requests a second per session or key, and tighter ones for what can be abused. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '@dasbor/contract/route';
import { Problem } from './problem.ts';

export type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export const BODY_LIMIT_BYTES = 1_048_576;
export const HEADER_LIMIT_BYTES = 16_384;
/** Objects and lists within each other in a JSON body, at most. */
const JSON_DEPTH_MAX = 8;

type Key = 'ip' | 'merchant' | 'caller';
const DEFAULT = { max: 100, window_ms: 1_000, by: 'caller' as Key };

/** Routes with a limit of their own, by name. */
const OWN: Record<string, { max: number; window_ms: number; by: Key }> = {
  login: { max: 10, window_ms: 60_000, by: 'ip' },
  refreshSession: { max: 120, window_ms: 60_000, by: 'ip' },
  testSftpConnection: { max: 5, window_ms: 60_000, by: 'merchant' },
  sendReport: { max: 10, window_ms: 60_000, by: 'merchant' },
};

function keyOf(request: FastifyRequest, by: Key): string {
  const caller = request.caller;
  if (by === 'merchant' && caller?.merchant_id) return caller.merchant_id;
  if (by === 'caller' && caller) return caller.type === 'user' ? caller.session_id : caller.id;
  return request.ip;
}

/** The limiter of a route; it throws 429 with Retry-After and counts per process. */
export function limiterOf(fastify: FastifyInstance, route: Route): Limiter {
  const { max, window_ms, by } = OWN[route.name] ?? DEFAULT;
  const check = fastify.createRateLimit({
    max,
    timeWindow: window_ms,
    keyGenerator: (request) => `${route.name in OWN ? route.name : 'all'}:${keyOf(request, by)}`,
  });
  return async (request) => {
    const result = await check(request);
    if (result.isAllowed || !result.isExceeded) return;
    const retry_after_s = Math.max(1, Math.ceil(result.ttl / 1000));
    throw new Problem(429, 'too_many_requests', `Too many requests. Try again in ${retry_after_s} s.`, {
      retry_after_s,
    });
  };
}

/** Refuses a body that is nested deeper than anything the contract takes. */
export function assertShallow(body: unknown): void {
  if (depthOf(body, 0) > JSON_DEPTH_MAX) throw new Problem(400, 'invalid_request', 'The request is nested too deeply.');
}

function depthOf(value: unknown, above: number): number {
  if (typeof value !== 'object' || value === null || above > JSON_DEPTH_MAX) return above;
  return Math.max(above + 1, ...Object.values(value).map((part) => depthOf(part, above + 1)));
}
