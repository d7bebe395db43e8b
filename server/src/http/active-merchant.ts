/**
 * Everything that moves money requires an active merchant. Routes declare `requires_active` and are
 * checked by the state of the principal, at most five seconds old; where money starts to move, the feature checks again
 * in its transaction.
 */
import {
  type MoneyAction,
  INACTIVE_TEXTS,
  type InactiveReason,
  type MerchantActivity,
  findInactiveReason,
} from '@dasbor/contract/merchant-activity';
import type { Route } from '@dasbor/contract/route';
import type { FastifyRequest } from 'fastify';
import { getMerchantActivity } from '../db/merchant-activity.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from './opaque-token.ts';
import { type Principal, parseBearer } from './principal.ts';
import { invalidatePrincipal } from './principal-cache.ts';
import { Problem, unauthenticated } from './problem.ts';

export const MERCHANT_NOT_ACTIVE = 'merchant_not_active';

const merchantNotActive = (reason: InactiveReason): Problem =>
  new Problem(409, MERCHANT_NOT_ACTIVE, INACTIVE_TEXTS[reason]);

interface ActivityCheck {
  route: Route;
  deps: Deps;
  authenticate: (request: FastifyRequest) => Promise<Principal | null>;
  /** Whether the request was accepted before, so that it is answered and not executed again. */
  wasAccepted: () => Promise<boolean>;
}

/** Throws 409 `merchant_not_active` unless the merchant may do what the route does, or the request was accepted before. */
export async function assertActiveMerchant(check: ActivityCheck, request: FastifyRequest): Promise<void> {
  const { route, deps, authenticate, wasAccepted } = check;
  const { principal } = request;
  if (principal === null || findInactiveMerchant(route, principal) === null) return;
  // Read again: the merchant may have been activated since this process read it.
  const secret_hash = hashToken(parseBearer(request.headers.authorization));
  invalidatePrincipal(deps, principal.type === 'user' ? principal.session_id : secret_hash);
  request.principal = await authenticate(request);
  if (request.principal === null) throw unauthenticated();
  const refusal = findInactiveMerchant(route, request.principal);
  if (refusal !== null && !(await wasAccepted())) throw refusal;
}

/** The 409 for the merchant of a principal; null when it may do what the route does. Fails closed without its state. */
function findInactiveMerchant(
  { requires_active }: Pick<Route, 'requires_active'>,
  { merchant_id, merchant }: Pick<Principal, 'merchant_id' | 'merchant'>,
): Problem | null {
  // Staff of the provider have no merchant: the access of the route decides.
  if (requires_active === undefined || merchant_id === null) return null;
  const reason = merchant === undefined ? 'not_activated' : findInactiveReason(requires_active, merchant);
  return reason === null ? null : merchantNotActive(reason);
}

/** Throws 409 `merchant_not_active`. */
export function assertCan(activity: MoneyAction, merchant: MerchantActivity): void {
  const reason = findInactiveReason(activity, merchant);
  if (reason !== null) throw merchantNotActive(reason);
}

/** Throws 409 `merchant_not_active`, by the state that is committed now. */
export async function assertMerchantCan(tx: MerchantTx, activity: MoneyAction): Promise<void> {
  assertCan(activity, await getMerchantActivity(tx));
}
