/** Requests of the provider on one merchant. Idempotency keys are stored with that merchant. */
import type { Route } from '@dasbor/contract/route';
import { asMerchant } from '../db/tx.ts';
import type { RequestContext } from '../http/serve.ts';

/** The request context with the merchant from the path as its tenant. */
export function withMerchant<R extends Route>(ctx: RequestContext<R>): RequestContext<R> {
  const { merchant_id } = (ctx as unknown as { params: { merchant_id: string } }).params;
  const tx: RequestContext<R>['tx'] = (work) => asMerchant(ctx.deps.db, merchant_id, work);
  // The context has lazy getters, so it is extended instead of copied.
  return Object.create(ctx, { merchant_id: { value: merchant_id }, tx: { value: tx } }) as RequestContext<R>;
}
