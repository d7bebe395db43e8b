/** The search of the provider's staff over all merchants. Read-only, and only in what the role may view. */
import type * as contract from '@dasbor/contract/provider-search';
import { listMerchantNames } from '../db/merchant-names.ts';
import { asLogin, asReader } from '../db/tx.ts';
import { getAccessLevel } from '../http/principal.ts';
import type { Handlers } from '../http/serve.ts';
import { findPeople } from './people-queries.ts';
import { findProviderRows } from './provider-queries.ts';
import { groupProviderHits, listSearchedTypes, parseProviderSearch } from './provider-rules.ts';

export const providerSearchHandlers: Handlers<typeof contract> = {
  searchAllMerchants: async ({ deps, principal, query }) => {
    const input = parseProviderSearch(query.q);
    const types = listSearchedTypes((group) => getAccessLevel(principal, group), input);
    const people = await asLogin(deps.db, (tx) => findPeople(tx, types, input));
    return asReader(deps.db, 'all', async (tx) => {
      const rows = [...people, ...(await findProviderRows(tx, types, input))];
      const merchant_ids = [...new Set(rows.flatMap(({ merchant_id }) => merchant_id ?? []))];
      return { data: groupProviderHits(rows, await listMerchantNames(tx, merchant_ids)) };
    });
  },
};
