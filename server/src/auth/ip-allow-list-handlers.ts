/** Addresses from which people may use the dashboard (domain 1.16). */
import type * as ip_allow_list from '@dasbor/contract/ip-allow-list';
import { localized } from '@dasbor/contract/language';
import { recordAudit } from '../audit/record.ts';
import { isAllowedAddress, parseNetwork } from '../http/allowed-address.ts';
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
    const cidrs = parseNetworks(ctx.body.cidrs);
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

function parseNetworks(given: readonly string[]): string[] {
  const networks = given.map((text) => ({ text, network: parseNetwork(text) }));
  const errors = networks.flatMap(({ text, network }, index) =>
    network === null ? [{ field: `cidrs.${index}`, detail: invalidText(text) }] : [],
  );
  const [first] = errors;
  if (first !== undefined) throw new Problem(422, 'invalid_cidr', first.detail, { errors });
  return [...new Set(networks.flatMap(({ network }) => network ?? []))];
}

const invalidText = (text: string) =>
  localized(
    `"${text}" is not an IP address or network, such as 203.0.113.0/24.`,
    `"${text}" bukan alamat IP atau jaringan, misalnya 203.0.113.0/24.`,
  );

const ownAddressMissing = (ip: string) =>
  new Problem(
    422,
    'own_address_missing',
    localized(
      `The list must contain your own address, ${ip}. Otherwise you would lock yourself out.`,
      `Daftar harus memuat alamat Anda sendiri, ${ip}. Jika tidak, Anda sendiri tidak dapat masuk.`,
    ),
  );
