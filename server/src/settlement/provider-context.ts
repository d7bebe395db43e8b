/** The provider acts on one merchant: keys of idempotency are kept with that merchant. */
import type { Route } from '@dasbor/contract/route';
import { asMerchant } from '../db/tx.ts';
import type { RequestContext } from '../http/serve.ts';

/** The context of a route whose path names the merchant, with that merchant as its own. */
export function withMerchant<R extends Route>(ctx: RequestContext<R>): RequestContext<R> {
  const { merchant_id } = (ctx as unknown as { params: { merchant_id: string } }).params;
  const tx: RequestContext<R>['tx'] = (work) => asMerchant(ctx.deps.db, merchant_id, work);
  // Some parts of a context are worked out when they are asked for, so it is extended, not copied.
  return Object.create(ctx, { merchant_id: { value: merchant_id }, tx: { value: tx } }) as RequestContext<R>;
}
