/** The lists of one merchant as the provider reads them: the merchant's own handlers with another tenant. */
import type * as api from '@dasbor/contract/api-settings';
import type * as balance from '@dasbor/contract/balance';
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import type * as contract from '@dasbor/contract/merchant-view';
import type { Output, Route } from '@dasbor/contract/route';
import type * as settlement from '@dasbor/contract/settlement';
import type * as snap from '@dasbor/contract/snap-credential';
import type * as transaction from '@dasbor/contract/transaction';
import type * as user from '@dasbor/contract/user';
import type * as webhook from '@dasbor/contract/webhook';
import { recordAudit } from '../audit/record.ts';
import { asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { revokePrincipal } from '../http/principal-cache.ts';
import type { Principal } from '../http/principal.ts';
import { notFound } from '../http/problem.ts';
import type { Handlers, RequestContext, StreamResponse } from '../http/serve.ts';
import { withTenant } from '../http/tenant-context.ts';
import { findLatestByProvider } from '../user/invitation-queries.ts';
import { toInvitationStatus } from '../user/invitation-rules.ts';
import { hasActiveOwner, reinviteOwner } from '../user/owner-invitation-queries.ts';
import { endSessions, findMember, findPerson } from '../user/queries.ts';
import { statusConflict } from './change.ts';
import { findMerchant } from './detail-queries.ts';

type Handle<R extends Route> = (ctx: RequestContext<R>) => Promise<Output<R> | StreamResponse>;

/** The merchant's own handlers. */
export interface MerchantLists {
  listTransactions: Handle<typeof transaction.listTransactions>;
  listSettlements: Handle<typeof settlement.listSettlements>;
  listBalances: Handle<typeof balance.listBalances>;
  listUsers: Handle<typeof user.listUsers>;
}

/** The merchant's own handlers of its integration. */
export interface IntegrationLists {
  listApiKeys: Handle<typeof api.listApiKeys>;
  listWebhooks: Handle<typeof webhook.listWebhooks>;
  listSnapCredentials: Handle<typeof snap.listSnapCredentials>;
}

/** Removes the second factors of a user of the merchant of the context. */
type ResetSecondFactor = (
  ctx: Pick<RequestContext<Route>, 'deps' | 'now' | 'principal' | 'request'> & { merchant_id: string },
  user_id: string,
) => Promise<void>;

export const buildMerchantViewHandlers = (
  lists: MerchantLists & IntegrationLists,
  resetSecondFactor: ResetSecondFactor,
): Handlers<typeof contract> =>
  ({
    resetMerchantUserSecondFactor: async (ctx: RequestContext<typeof contract.resetMerchantUserSecondFactor>) => {
      const { deps, now, principal, request, params } = ctx;
      await resetSecondFactor({ deps, now, principal, request, merchant_id: params.merchant_id }, params.id);
    },

    listMerchantTransactions: asMerchantOfPath(lists.listTransactions),
    listMerchantSettlements: asMerchantOfPath(lists.listSettlements),
    listMerchantBalances: asMerchantOfPath(lists.listBalances),
    listMerchantUsers: asMerchantOfPath(lists.listUsers),
    getMerchantIntegration: asMerchantOfPath(readIntegration(lists)),

    getOwnerInvitation: async ({ deps, params, now }: RequestContext<typeof contract.getOwnerInvitation>) => {
      const { status } = await getKnownMerchant(deps, params.merchant_id);
      return readOwnerInvitation({ deps, now }, params.merchant_id, status);
    },

    inviteMerchantOwner: {
      find: async ({ deps, params }: { deps: Deps; params: { merchant_id: string } }) =>
        getKnownMerchant(deps, params.merchant_id),
      handle: async (ctx: RequestContext<typeof contract.inviteMerchantOwner>) => {
        const { deps, params, body, now, principal, request } = ctx;
        const { status } = await getKnownMerchant(deps, params.merchant_id);
        if (hasEnded(status)) throw statusConflict(status);
        await reinviteOwner({ deps, now, principal, request }, params.merchant_id, body);
        return readOwnerInvitation({ deps, now }, params.merchant_id, status);
      },
    },

    endMerchantUserSessions: async (ctx: RequestContext<typeof contract.endMerchantUserSessions>) => {
      const { deps, params, now } = ctx;
      const { merchant_id, id: user_id } = params;
      const person = await asLogin(deps.db, (tx) => findPerson(tx, user_id));
      await asMerchant(deps.db, merchant_id, async (tx) => {
        const member = await findMember(tx, user_id);
        if (person === undefined || member === undefined || member.status === 'removed') throw notFound();
        const entry = { action: 'user.signed_out', object_type: 'user', object_id: user_id, after: person } as const;
        await recordAudit(ctx, tx, entry);
      });
      const ended = await asLogin(deps.db, (tx) => endSessions(tx, { merchant_id, user_id }, now));
      for (const session_id of ended) revokePrincipal(deps, session_id);
      return { data: { session_count: ended.length } };
    },
  }) as Handlers<typeof contract>;

async function getKnownMerchant(deps: Deps, merchant_id: string) {
  const found = await asPlatform(deps.db, (tx) => findMerchant(tx, merchant_id));
  if (found === undefined) throw notFound();
  return found;
}

const hasEnded = (status: MerchantStatus): boolean => status === 'closed' || status === 'rejected';

async function readOwnerInvitation(
  { deps, now }: { deps: Deps; now: Date },
  merchant_id: string,
  merchant_status: MerchantStatus,
) {
  return asMerchant(deps.db, merchant_id, async (tx) => {
    const found = await findLatestByProvider(tx);
    return {
      data:
        found === undefined
          ? null
          : { ...found, status: toInvitationStatus(found, now), invited_by: found.invited_by_name },
      can_invite: !hasEnded(merchant_status) && !(await hasActiveOwner(tx)),
    };
  });
}

const readIntegration =
  ({
    listApiKeys,
    listWebhooks,
    listSnapCredentials,
  }: IntegrationLists): Handle<typeof contract.getMerchantIntegration> =>
  async (ctx) => {
    const read = async <R extends Route>(list: Handle<R>) => (await list(ctx as never)) as Output<R>;
    const keys = await read(listApiKeys);
    const endpoints = await read(listWebhooks);
    const credentials = await read(listSnapCredentials);
    // Validation of the response removes the fields that it does not declare.
    const webhooks = endpoints.data.map((endpoint) => ({ ...endpoint, url: endpoint.url.replace(/[?#].*$/s, '') }));
    return { data: { api_keys: keys.data, webhooks, snap_credentials: credentials.data } };
  };

/** Runs a handler of a merchant for the merchant in the path. The provider never reads contact data of customers. */
function asMerchantOfPath<R extends Route>(handle: Handle<R>): Handle<Route> {
  return async (ctx) => {
    const { merchant_id } = (ctx as unknown as { params: { merchant_id: string } }).params;
    await getKnownMerchant(ctx.deps, merchant_id);
    const principal: Principal = ctx.principal.type === 'user' ? { ...ctx.principal, is_masked: true } : ctx.principal;
    const masked = Object.create(ctx, { principal: { value: principal } }) as typeof ctx;
    return (await handle(withTenant(masked, merchant_id) as unknown as RequestContext<R>)) as never;
  };
}
