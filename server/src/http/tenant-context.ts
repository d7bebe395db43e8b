/** Requests of the provider on one merchant. Idempotency keys are stored with that merchant. */
import type { Route } from '@dasbor/contract/route';
import { type ReadStatement, asMerchant, readAsMerchant } from '../db/tx.ts';
import { isMasked } from './principal.ts';
import type { RequestContext } from './serve.ts';

/** The request context with a merchant as its tenant. */
export function withTenant<R extends Route>(ctx: RequestContext<R>, merchant_id: string): RequestContext<R> {
  const tx: RequestContext<R>['tx'] = (work) =>
    asMerchant(ctx.deps.db, merchant_id, (each) => work({ ...each, hides_contacts: isMasked(ctx.principal) }));
  const read: ReadStatement = (build, options) => readAsMerchant(ctx.deps.db, merchant_id, build, options);
  // The context has lazy getters, so it is extended instead of copied.
  return Object.create(ctx, {
    merchant_id: { value: merchant_id },
    tx: { value: tx },
    read: { value: read },
  }) as RequestContext<R>;
}
