/** Addresses from which people may use the dashboard (domain 1.16). */
import type * as ip_allow_list from '@dasbor/contract/ip-allow-list';
import { localized } from '@dasbor/contract/language';
import { recordAudit } from '../audit/record.ts';
import { isAllowedAddress } from '../http/allowed-address.ts';
import { parseNetworks } from '../http/parse-networks.ts';
import { invalidatePrincipal } from '../http/principal-cache.ts';
import { Problem } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { getUser } from '../http/user.ts';
import { findIpAllowList, upsertIpAllowList } from './ip-allow-list-queries.ts';

export const ipAllowListHandlers: Handlers<typeof ip_allow_list> = {
  getIpAllowList: async ({ tx, request }) => {
    const { cidrs = [], updated_at = null } = (await tx(findIpAllowList)) ?? {};
    return { data: { cidrs, updated_at, current_ip: request.ip } };
  },

  saveIpAllowList: async (ctx) => {
    const { now, request, deps } = ctx;
    const user = getUser(ctx.principal);
    const cidrs = parseNetworks(ctx.body.cidrs, 'cidrs');
    if (!isAllowedAddress(request.ip, cidrs)) throw ownAddressMissing(request.ip);
    await ctx.tx(async (tx) => {
      const before = (await findIpAllowList(tx))?.cidrs ?? [];
      await upsertIpAllowList(tx, { cidrs, updated_at: now, updated_by: user.id });
      await recordAudit(ctx, tx, {
        action: 'ip_allow_list.updated',
        object_type: 'merchant',
        object_id: tx.merchant_id,
        before: { cidrs: before },
        after: { cidrs },
      });
    });
    invalidatePrincipal(deps, user.session_id);
    return { data: { cidrs, updated_at: now.toISOString(), current_ip: request.ip } };
  },
};

const ownAddressMissing = (ip: string) =>
  new Problem(
    422,
    'own_address_missing',
    localized(
      `The list must contain your own address, ${ip}. Otherwise you would lock yourself out.`,
      `Daftar harus memuat alamat Anda sendiri, ${ip}. Jika tidak, Anda sendiri tidak dapat masuk.`,
    ),
  );
