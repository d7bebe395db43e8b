/** Refused attempts of sensitive actions: recorded after the request failed, in a transaction of their own. */
import type { Route } from '@dasbor/contract/route';
import type { FastifyRequest } from 'fastify';
import * as duration from '@dasbor/contract/duration';
import type { Deps } from '../deps.ts';
import { asMerchant } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { type RateCounter, createRateCounter } from '../http/rate-counter.ts';
import { recordAttempt } from './record.ts';

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

/** They need a person only because a note has an author. */
const ORDINARY_ROUTES = ['createTransactionNote', 'deleteTransactionNote'];

/** Whether refused attempts of a route are recorded: it needs a step-up, a person, or a level of approval. */
export function isSensitive({ name, method, access, step_up }: Route): boolean {
  if (method === 'GET' || ORDINARY_ROUTES.includes(name)) return false;
  if (step_up === true) return true;
  if (typeof access === 'string') return false;
  return access.users_only === true || access.level === 'approve' || SENSITIVE_GROUPS.includes(access.group);
}

/** `approveRefund` → `refund.approve`: the attempt, where the log of what happened says `refund.approved`. */
export function toAttemptedAction(route_name: string): string {
  const [verb = '', ...object] = route_name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return `${object.join('_') || 'request'}.${verb}`;
}

/** Never throws: the client gets the error of its request. */
export async function recordRefusal(deps: Deps, route: Route, request: FastifyRequest, error: unknown): Promise<void> {
  const { principal } = request;
  const merchant_id = principal?.merchant_id;
  if (principal === null || typeof merchant_id !== 'string' || !isSensitive(route)) return;
  const refusal = toRefusal(error);
  if (refusal === null || getCounter(deps).count(principal.id).is_exceeded) return;
  const action = toAttemptedAction(route.name);
  const { id } = request.params as { id?: string };
  await asMerchant(deps.db, merchant_id, (tx) =>
    recordAttempt({ principal, request, now: deps.clock.now() }, tx, {
      action,
      object_type: action.slice(0, action.indexOf('.')),
      object_id: id?.slice(0, 100) ?? null,
      after: { code: refusal.code },
      result: refusal.result,
    }),
  ).catch((failure: unknown) => deps.log.error({ err: failure }, 'a refusal was not recorded in the audit log'));
}

function toRefusal(error: unknown): { code: string; result: 'denied' | 'failed' } | null {
  if (!(error instanceof Problem) || PROMPTS.includes(error.code)) return null;
  if (error.status_code === 403) return { code: error.code, result: 'denied' };
  const is_refused = error.status_code === 409 || error.status_code === 422;
  return is_refused ? { code: error.code, result: 'failed' } : null;
}
