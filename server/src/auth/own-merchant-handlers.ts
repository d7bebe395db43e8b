/** The merchants of the signed-in user, and the switch of the session to another one. */
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/own-merchant';
import { recordAudit } from '../audit/record.ts';
import { asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import { Problem } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import {
  findMembershipAccess,
  listActiveMemberships,
  listBrands,
  updateSessionMerchant,
} from './membership-queries.ts';

const notMember = () =>
  new Problem(
    422,
    'not_a_member',
    localized('You do not belong to this merchant.', 'Anda bukan pengguna merchant ini.'),
  );

export const ownMerchantHandlers: Handlers<typeof contract> = {
  listOwnMerchants: async ({ deps, principal }) => {
    const user = getUser(principal);
    if (user.merchant_id === null) return { data: [] };
    const memberships = await asLogin(deps.db, (tx) => listActiveMemberships(tx, user.id));
    const ids = memberships.map(({ merchant_id }) => merchant_id);
    const brands = await asPlatform(deps.db, (tx) => listBrands(tx, ids));
    const data = memberships.map((each) => ({
      ...each,
      name: brands.get(each.merchant_id) ?? each.merchant_id,
      is_current: each.merchant_id === user.merchant_id,
    }));
    return { data: data.toSorted((a, b) => a.name.localeCompare(b.name)) };
  },

  switchMerchant: async ({ deps, principal, body, request, now }) => {
    const user = getUser(principal);
    const { merchant_id } = body;
    if (user.merchant_id === null) throw notMember();
    if (merchant_id === user.merchant_id) return { data: { merchant_id } };
    const is_switched = await asLogin(deps.db, async (tx) => {
      const membership = await findMembershipAccess(tx, { merchant_id, user_id: user.id });
      if (membership?.status !== 'active') return false;
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
