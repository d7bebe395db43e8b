/** The signed-in user and their access (specification sections 3 and 6). */
import { isCustomRole } from '@dasbor/contract/access';
import type * as profile from '@dasbor/contract/profile';
import type { Output, Route } from '@dasbor/contract/route';
import { recordAudit } from '../audit/record.ts';
import { storeLocale } from '../auth/queries.ts';
import { asLogin } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import { forbidden } from '../http/problem.ts';
import type { RequestContext, Handlers } from '../http/serve.ts';
import { findCustomRole } from '../role/queries.ts';
import { findOwnMerchant } from './queries.ts';
import { featureFlags } from './rules.ts';

export const profileHandlers: Handlers<typeof profile> = {
  getProfile: async (ctx) => buildProfile(ctx, getUser(ctx.principal)),

  saveProfile: async (ctx) => {
    const { body, deps } = ctx;
    const user = getUser(ctx.principal);
    if (body.locale !== user.locale) {
      await asLogin(deps.db, (tx) => storeLocale(tx, user.id, body.locale));
      invalidatePrincipal(deps, user.session_id);
      if (user.merchant_id !== null) {
        await ctx.tx((tx) =>
          recordAudit(ctx, tx, {
            action: 'profile.updated',
            object_type: 'user',
            object_id: user.id,
            before: { locale: user.locale },
            after: { locale: body.locale },
          }),
        );
      }
    }
    return buildProfile(ctx, { ...user, locale: body.locale });
  },

  getMerchantRoleAccess: async ({ principal }) =>
    principal.merchant_id === null ? { data: null } : { data: { access: principal.access } },

  getPictureBusinessProfile: async (ctx) => ({ data: { logo_url: (await findMerchant(ctx))?.logo_url ?? null } }),

  listFeatureFlags: async (ctx) => {
    const environment = { manage_notifications: ctx.deps.env.FEATURE_MANAGE_NOTIFICATIONS };
    return { data: featureFlags(environment, (await findMerchant(ctx))?.feature_flags) };
  },
};

type User = Extract<Principal, { type: 'user' }>;

/** The user of a principal; throws 403 for API keys, which have no profile. */
function getUser(principal: Principal): User {
  if (principal.type !== 'user') throw forbidden();
  return principal;
}

async function buildProfile<R extends Route>(
  ctx: RequestContext<R>,
  { id, name, email, role, merchant_id, locale, needs_second_factor }: User,
): Promise<Output<typeof profile.getProfile>> {
  const merchant_name = (await findMerchant(ctx))?.brand_name ?? null;
  const custom = isCustomRole(role) ? await ctx.tx((tx) => findCustomRole(tx, role)) : undefined;
  const role_name = custom?.name ?? null;
  const is_sandbox = ctx.deps.env.SANDBOX;
  const person = { id, name, email, role, role_name, locale };
  return { data: { ...person, merchant_id, merchant_name, needs_second_factor, is_sandbox } };
}

/** The principal's merchant; undefined for provider staff, who have none. */
const findMerchant = async <R extends Route>(ctx: RequestContext<R>) =>
  ctx.principal.merchant_id === null ? undefined : ctx.tx((tx) => findOwnMerchant(tx));
