/**
 * Rate limits. Each session, each API key and each address without valid credentials has one budget of 100 requests a
 * second over all routes; routes that can be abused have lower limits of their own. Counters are per process.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localized } from '@dasbor/contract/language';
import type { Route } from '@dasbor/contract/route';
import { toAddressKey } from './address.ts';
import { Problem } from './problem.ts';
import { type RateCount, type RateCounter, createRateCounter } from './rate-counter.ts';

export const BODY_LIMIT_BYTES = 1_048_576;
export const HEADER_LIMIT_BYTES = 16_384;
/** Maximum nesting depth of a JSON body. */
const JSON_DEPTH_MAX = 8;

type LimitScope = 'ip' | 'merchant' | 'principal';
const BUDGET = { max: 100, window_ms: 1_000 };

/** Routes with their own limit, by name; routes of one `group` share a counter. */
const ROUTE_LIMITS: Record<string, { max: number; window_ms: number; by: LimitScope; group?: string }> = {
  login: { max: 10, window_ms: 60_000, by: 'ip' },
  startPasskeySignIn: { max: 30, window_ms: 60_000, by: 'ip' },
  signInWithPasskey: { max: 10, window_ms: 60_000, by: 'ip' },
  stepUp: { max: 20, window_ms: 60_000, by: 'principal' },
  // Public forms that send emails, their bot check, and links with secrets.
  requestPasswordReset: { max: 10, window_ms: 60_000, by: 'ip', group: 'account-emails' },
  resendVerificationEmail: { max: 10, window_ms: 60_000, by: 'ip', group: 'account-emails' },
  register: { max: 10, window_ms: 60_000, by: 'ip', group: 'account-emails' },
  // The hourly limits of text messages hold for all processes together (auth/mobile-code-rules.ts).
  sendMobileCode: { max: 10, window_ms: 60_000, by: 'principal' },
  confirmMobileCode: { max: 20, window_ms: 60_000, by: 'principal' },
  createBotCheck: { max: 60, window_ms: 60_000, by: 'ip' },
  checkResetLink: { max: 30, window_ms: 60_000, by: 'ip', group: 'account-links' },
  resetPassword: { max: 30, window_ms: 60_000, by: 'ip', group: 'account-links' },
  verifyEmail: { max: 30, window_ms: 60_000, by: 'ip', group: 'account-links' },
  changePassword: { max: 30, window_ms: 60_000, by: 'principal' },
  refreshSession: { max: 120, window_ms: 60_000, by: 'ip' },
  // Each test opens a connection to a host that the merchant chose.
  testWebhook: { max: 30, window_ms: 60_000, by: 'merchant' },
  testSftpConnection: { max: 5, window_ms: 60_000, by: 'merchant' },
  // Emails to addresses that the merchant enters.
  sendVirtualAccountInstructions: { max: 30, window_ms: 60_000, by: 'merchant' },
  sendReport: { max: 60, window_ms: 60_000, by: 'merchant', group: 'reports' },
  resendReport: { max: 60, window_ms: 60_000, by: 'merchant', group: 'reports' },
  regenerateReport: { max: 60, window_ms: 60_000, by: 'merchant', group: 'reports' },
  // Each of these inquires the name of an account holder, which must not become a directory of account holders.
  checkAccount: { max: 10, window_ms: 60_000, by: 'merchant', group: 'account-names' },
  createBeneficiary: { max: 10, window_ms: 60_000, by: 'merchant', group: 'account-names' },
  // It names new accounts within a limit of its own (disbursement/inquiry-limit.ts).
  createDisbursement: { max: 1_200, window_ms: 60_000, by: 'merchant' },
  setSettlementBankAccount: { max: 10, window_ms: 60_000, by: 'merchant', group: 'account-names' },
  // The pay page (domain 1.8). Read limits allow for many customers behind one address of a mobile network, each of
  // whom polls every three seconds.
  readPayLink: { max: 300, window_ms: 60_000, by: 'ip' },
  readPayAttempt: { max: 1_200, window_ms: 60_000, by: 'ip' },
  startPayAttempt: { max: 30, window_ms: 60_000, by: 'ip', group: 'pay' },
  checkPayAttempt: { max: 30, window_ms: 60_000, by: 'ip', group: 'pay' },
};

/** The limits of one server. All of them throw 429 with Retry-After. */
export interface Limits {
  /** Before authentication: rejects an address that exhausted its budget with invalid or missing credentials. */
  assertAddress: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Counts a request without valid credentials against its address. */
  countAnonymous: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Counts a request against the budget of its principal. */
  countPrincipal: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Counts a request against the limit of its route, if it has one. */
  countRoute: (route: Route, request: FastifyRequest) => void;
}

export function createLimits(): Limits {
  const principals = createRateCounter(BUDGET);
  const addresses = createRateCounter(BUDGET);
  const routes = new Map<string, RateCounter>();
  return {
    assertAddress: (request, reply) => {
      const count = addresses.peek(toAddressKey(request.ip));
      if (count.is_exceeded) showBudget(count, reply);
      assertWithinLimit(count);
    },
    countAnonymous: (request, reply) => countBudget(addresses, toAddressKey(request.ip), reply),
    countPrincipal: (request, reply) => countBudget(principals, buildLimiterKey(request, 'principal'), reply),
    countRoute: (route, request) => {
      const limit = ROUTE_LIMITS[route.name];
      if (limit === undefined) return;
      const name = limit.group ?? route.name;
      const counter = routes.get(name) ?? createRateCounter(limit);
      routes.set(name, counter);
      assertWithinLimit(counter.count(buildLimiterKey(request, limit.by)));
    },
  };
}

function countBudget(counter: RateCounter, key: string, reply: FastifyReply): void {
  const count = counter.count(key);
  showBudget(count, reply);
  assertWithinLimit(count);
}

function showBudget(count: RateCount, reply: FastifyReply): void {
  void reply.headers({
    'ratelimit-limit': String(BUDGET.max),
    'ratelimit-remaining': String(count.remaining),
    'ratelimit-reset': String(Math.ceil(count.reset_ms / 1000)),
    'ratelimit-policy': `${BUDGET.max};w=${BUDGET.window_ms / 1000}`,
  });
}

/** Throws 429 with Retry-After when a limit is exceeded. */
export function assertWithinLimit({ is_exceeded, reset_ms }: RateCount): void {
  if (!is_exceeded) return;
  const retry_after_s = Math.max(1, Math.ceil(reset_ms / 1000));
  const detail = localized(
    `Too many requests. Try again in ${retry_after_s} s.`,
    `Terlalu banyak permintaan. Coba lagi dalam ${retry_after_s} detik.`,
  );
  throw new Problem(429, 'too_many_requests', detail, { retry_after_s });
}

function buildLimiterKey(request: FastifyRequest, by: LimitScope): string {
  const principal = request.principal;
  if (by === 'merchant' && principal?.merchant_id) return principal.merchant_id;
  if (by === 'principal' && principal) return principal.type === 'user' ? principal.session_id : principal.id;
  return toAddressKey(request.ip);
}

/** Throws 400 when a body is nested deeper than any body of the contract. */
export function assertNestingDepth(body: unknown): void {
  if (measureDepth(body) <= JSON_DEPTH_MAX) return;
  const detail = localized(
    `The request is nested too deeply. Use at most ${JSON_DEPTH_MAX} levels.`,
    `Struktur permintaan terlalu dalam. Gunakan paling banyak ${JSON_DEPTH_MAX} tingkat.`,
  );
  throw new Problem(400, 'invalid_request', detail);
}

/** Iterative, so that neither wide nor deep bodies exhaust the stack. Stops one level below the limit. */
function measureDepth(body: unknown): number {
  let depth = 0;
  let level: unknown[] = [body];
  while (depth <= JSON_DEPTH_MAX) {
    const below = level.filter((value) => typeof value === 'object' && value !== null);
    if (below.length === 0) return depth;
    depth += 1;
    level = below.flatMap((value) => Object.values(value as object) as unknown[]);
  }
  return depth;
}
