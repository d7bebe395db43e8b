import { getSettlementSetting } from '@dasbor/contract/settlement-admin';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '../api/live.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';

/** The settlement setting, up to date when somebody else decides on the bank account. */
export function useSettlementSetting() {
  const client = useQueryClient();
  useLive(({ topic }) => {
    if (topic === 'approval') void client.invalidateQueries({ queryKey: buildQueryKey(getSettlementSetting) });
  });
  return useQuery({ ...buildQuery(getSettlementSetting), meta: { quiet: true } });
}
