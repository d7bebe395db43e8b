/** Changes of commission rules, and the queries that they refresh. */
import {
  getCommissionRule,
  listCommissionEarnings,
  listCommissionRules,
} from '@dasbor/contract/account-group-commission';
import {
  getCommissionStatement,
  listCommissionStatements,
  summariseCommissionStatements,
} from '@dasbor/contract/commission-statement';
import { countWaitingApprovals, listApprovals } from '@dasbor/contract/approval';
import { useQueryClient } from '@tanstack/react-query';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey } from '../api/query.ts';
import { type ChangeOptions, useChange } from '../api/use-change.ts';

const AFFECTED_ROUTES = [
  getCommissionRule,
  listCommissionRules,
  listCommissionEarnings,
  getCommissionStatement,
  listCommissionStatements,
  listApprovals,
  countWaitingApprovals,
];

/** Reads statements again when one of them changes, such as when the bank has paid it. */
export function useLiveStatements(): void {
  const client = useQueryClient();
  useLiveBatch('commission-statement', () => {
    for (const route of [getCommissionStatement, listCommissionStatements, summariseCommissionStatements]) {
      void client.invalidateQueries({ queryKey: buildQueryKey(route) });
    }
  });
}

/** Reads again what shows rules. */
export function useRefreshRules(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(AFFECTED_ROUTES.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })));
}

export const useRuleChange = <Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  options: ChangeOptions<Result>,
) => useChange(change, { ...options, shown_by: AFFECTED_ROUTES });
