/** A virtual account that updates in real time. */
import { getVirtualAccount } from '@dasbor/contract/virtual-account';
import type { Output } from '@dasbor/contract/route';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';

export type VaDetail = Output<typeof getVirtualAccount>['data'];

/** Loads a virtual account and reloads it on every live event about it. */
export function useLiveVa(id: string) {
  const client = useQueryClient();
  const va = useQuery({ ...buildQuery(getVirtualAccount, { params: { id } }), meta: { quiet: true } });
  useLiveBatch('virtual-account', ({ ids, is_resync }) => {
    if (is_resync || ids.has(id)) {
      void client.invalidateQueries({ queryKey: buildQueryKey(getVirtualAccount, { params: { id } }) });
    }
  });
  return va;
}
