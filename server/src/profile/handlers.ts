/** Who is signed in and what they may see (specification sections 3 and 6). */
import type * as profile from '@dasbor/contract/profile';
import type { Route } from '@dasbor/contract/route';
import { forbidden } from '../http/problem.ts';
import type { Ctx, Handlers } from '../http/serve.ts';
import { findOwnMerchant } from './queries.ts';
import { featureFlags } from './rules.ts';

export const profileHandlers: Handlers<typeof profile> = {
  getProfile: async (ctx) => {
    const { caller } = ctx;
    if (caller.type !== 'user') throw forbidden();
    const { id, name, email, role, merchant_id, locale } = caller;
    const merchant_name = (await ownMerchant(ctx))?.brand_name ?? null;
    return { data: { id, name, email, role, merchant_id, merchant_name, locale } };
  },

  getMerchantRoleAccess: async ({ caller }) =>
    caller.merchant_id === null ? { data: null } : { data: { access: caller.access } },

  getPictureBusinessProfile: async (ctx) => ({ data: { logo_url: (await ownMerchant(ctx))?.logo_url ?? null } }),

  listFeatureFlags: async (ctx) => {
    const environment = { manage_notifications: ctx.deps.env.FEATURE_MANAGE_NOTIFICATIONS };
    return { data: featureFlags(environment, (await ownMerchant(ctx))?.feature_flags) };
  },
};

/** The caller's merchant; undefined for the provider's own staff, who have none. */
const ownMerchant = async <R extends Route>(ctx: Ctx<R>) =>
  ctx.caller.merchant_id === null ? undefined : ctx.tx((tx) => findOwnMerchant(tx));
