/**
 * Refused attempts of sensitive actions: recorded after the request failed, in a transaction of their own. Those of people
 * and API keys of a merchant are entries of its audit log; those of the provider's staff are events of the provider, which
 * merchants do not read, with the merchant that the request was about.
 */
import { isProviderRole } from '@dasbor/contract/access';
import { idSchema } from '@dasbor/contract/id';
import type { Route } from '@dasbor/contract/route';
import type { FastifyRequest } from 'fastify';
import * as duration from '@dasbor/contract/duration';
import type { Deps } from '../deps.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { type RateCounter, createRateCounter } from '../http/rate-counter.ts';
import { recordProviderAttempt } from './provider-event-queries.ts';
import { type AuditAttempt, recordAttempt } from './record.ts';

/** Groups whose changes are sensitive at any level. */
const SENSITIVE_GROUPS: readonly string[] = ['Users', 'API', 'Business profile'];
/** A prompt for another factor is part of a successful attempt. */
const PROMPTS: readonly string[] = ['step_up_required', 'second_factor_required'];
/** Per principal: further attempts within a minute add no information, and must not fill the log. */
const RECORDED = { max: 20, window_ms: duration.minutes(1) };
/** One of each application: several may run in one process. */
const counters = new WeakMap<Deps, RateCounter>();

function getCounter(deps: Deps): RateCounter {
  const counter = counters.get(deps) ?? createRateCounter(RECORDED);
  counters.set(deps, counter);
  return counter;
}

const merchantId = idSchema('merchant');

/** They need a person only because a note has an author. */
const ORDINARY_ROUTES = ['createTransactionNote', 'deleteTransactionNote'];

/** Whether refused attempts of a route are recorded: it needs a step-up, a person, or a level of approval. */
export function isSensitive({ name, method, access, step_up }: Route): boolean {
  if (method === 'GET' || ORDINARY_ROUTES.includes(name)) return false;
  if (step_up === true) return true;
  if (typeof access === 'string') return false;
  return access.users_only === true || access.level === 'approve' || SENSITIVE_GROUPS.includes(access.group);
}

/** Codes of routes whose name is not a verb and its object. */
const CODES: Readonly<Record<string, string>> = {
  settleEarly: 'settlement.settle_early',
  writeOffStatementLine: 'statement_line.write_off',
};

/** `approveRefund` → `refund.approve`: the attempt, where the log of what happened says `refund.approved`. */
export function toAttemptedAction(route_name: string): string {
  const code = CODES[route_name];
  if (code !== undefined) return code;
  const [verb = '', ...object] = route_name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return `${object.join('_') || 'request'}.${verb}`;
}

/** Never throws: the client gets the error of its request. */
export async function recordRefusal(deps: Deps, route: Route, request: FastifyRequest, error: unknown): Promise<void> {
  const { principal } = request;
  if (principal === null || !isSensitive(route)) return;
  const record = findLog(deps, principal, request);
  const refusal = toRefusal(error);
  if (record === null || refusal === null || getCounter(deps).count(principal.id).is_exceeded) return;
  const action = toAttemptedAction(route.name);
  const { id, merchant_id } = request.params as Params;
  await record({
    action,
    object_type: action.slice(0, action.indexOf('.')),
    object_id: (id ?? merchant_id)?.slice(0, 100) ?? null,
    after: { code: refusal.code },
    result: refusal.result,
  }).catch((failure: unknown) => deps.log.error({ err: failure }, 'a refusal was not recorded'));
}

type Params = { id?: string; merchant_id?: string };

/** Log in which attempts of a principal are recorded; null for shared users of an account group, who may change nothing at all. */
function findLog(
  deps: Deps,
  principal: Principal,
  request: FastifyRequest,
): ((attempt: AuditAttempt) => Promise<void>) | null {
  const ctx = { principal, request, now: deps.clock.now() };
  const { merchant_id } = principal;
  if (merchant_id !== null)
    return (attempt) => asMerchant(deps.db, merchant_id, (tx) => recordAttempt(ctx, tx, attempt));
  if (principal.type !== 'user' || !isProviderRole(principal.role)) return null;
  const about = findMerchantId(request.params as Params);
  return (attempt) => asPlatform(deps.db, (tx) => recordProviderAttempt(tx, ctx, { ...attempt, merchant_id: about }));
}

/** The merchant that the path of a request names; null: none. */
const findMerchantId = ({ id, merchant_id }: Params): string | null =>
  [merchant_id, id].find((each) => merchantId.safeParse(each).success) ?? null;

function toRefusal(error: unknown): { code: string; result: 'denied' | 'failed' } | null {
  if (!(error instanceof Problem) || PROMPTS.includes(error.code)) return null;
  if (error.status_code === 403) return { code: error.code, result: 'denied' };
  const is_refused = error.status_code === 409 || error.status_code === 422;
  return is_refused ? { code: error.code, result: 'failed' } : null;
}
