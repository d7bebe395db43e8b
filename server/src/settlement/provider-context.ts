/** Requests of the provider on the merchant in the path. */
import type { Route } from '@dasbor/contract/route';
import type { RequestContext } from '../http/serve.ts';
import { withTenant } from '../http/tenant-context.ts';

/** The request context with the merchant from the path as its tenant. */
export const withMerchant = <R extends Route>(ctx: RequestContext<R>): RequestContext<R> =>
  withTenant(ctx, (ctx as unknown as { params: { merchant_id: string } }).params.merchant_id);
