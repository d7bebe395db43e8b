/** The merchants and account groups of the signed-in user, and the switch of the session to another one. */
import { isProviderRole } from '@dasbor/contract/access';
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/own-merchant';
import { recordAudit } from '../audit/record.ts';
import { listMerchantNames } from '../db/merchant-names.ts';
import { asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import { isAllowedAddress } from '../http/allowed-address.ts';
import { Problem, addressNotAllowed } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { findGroupUserStatus, listGroupNames, listOwnGroupIds, updateSessionGroup } from './group-user-queries.ts';
import { listAllowedNetworks } from './ip-allow-list-queries.ts';
import { findMembershipAccess, listActiveMemberships, updateSessionMerchant } from './membership-queries.ts';
import { getOrigin } from '../http/origin.ts';
import { recordSecurityEvent } from './security-event-queries.ts';

const notMember = () =>
  new Problem(
    422,
    'not_a_member',
    localized('You do not belong to this merchant.', 'Anda bukan pengguna merchant ini.'),
  );

export const ownMerchantHandlers: Handlers<typeof contract> = {
  listOwnMerchants: async ({ deps, principal }) => {
    const user = getUser(principal);
    if (isProviderRole(user.role) || user.impersonation_ends_at !== undefined) return { data: [], groups: [] };
    const { memberships, group_ids } = await asLogin(deps.db, async (tx) => ({
      memberships: await listActiveMemberships(tx, user.id),
      group_ids: await listOwnGroupIds(tx, user.id),
    }));
    const ids = memberships.map(({ merchant_id }) => merchant_id);
    const { brands, groups } = await asPlatform(deps.db, async (tx) => ({
      brands: await listMerchantNames(tx, ids),
      groups: await listGroupNames(tx, group_ids),
    }));
    const data = memberships.map((each) => ({
      ...each,
      name: brands.get(each.merchant_id) ?? each.merchant_id,
      is_current: each.merchant_id === user.merchant_id,
    }));
    const own_groups = [...groups].map(([group_id, name]) => ({
      group_id,
      name,
      is_current: group_id === user.group_id,
    }));
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    return { data: data.toSorted(byName), groups: own_groups.toSorted(byName) };
  },

  switchGroup: async ({ deps, principal, body, request, now }) => {
    const user = getUser(principal);
    const { group_id } = body;
    if (isProviderRole(user.role)) throw notMember();
    if (group_id === user.group_id) return { data: { group_id } };
    const is_switched = await asLogin(deps.db, async (tx) => {
      if ((await findGroupUserStatus(tx, { group_id, user_id: user.id })) !== 'active') return false;
      await updateSessionGroup(tx, user.session_id, group_id);
      const event = { user_id: user.id, kind: 'group_selected', at: now, details: { group_id } } as const;
      await recordSecurityEvent(tx, { ...event, ...getOrigin(request) });
      return true;
    });
    if (!is_switched) throw notMember();
    invalidatePrincipal(deps, user.session_id);
    return { data: { group_id } };
  },

  switchMerchant: async ({ deps, principal, body, request, now }) => {
    const user = getUser(principal);
    const { merchant_id } = body;
    if (isProviderRole(user.role)) throw notMember();
    if (merchant_id === user.merchant_id) return { data: { merchant_id } };
    const is_switched = await asLogin(deps.db, async (tx) => {
      const membership = await findMembershipAccess(tx, { merchant_id, user_id: user.id });
      if (membership?.status !== 'active') return false;
      if (!isAllowedAddress(request.ip, await listAllowedNetworks(tx, merchant_id))) throw addressNotAllowed();
      await updateSessionMerchant(tx, user.session_id, merchant_id);
      return true;
    });
    if (!is_switched) throw notMember();
    invalidatePrincipal(deps, user.session_id);
    const actor = { type: 'user' as const, id: user.id, name: user.name };
    await asMerchant(deps.db, merchant_id, (tx) =>
      recordAudit({ now, ip: request.ip, actor }, tx, {
        action: 'session.merchant_selected',
        object_type: 'session',
        object_id: user.session_id,
        after: { user: user.email },
      }),
    );
    return { data: { merchant_id } };
  },
};
