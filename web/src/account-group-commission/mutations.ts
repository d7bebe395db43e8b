/** Changes of commission rules, and the queries that they refresh. */
import {
  getCommissionRule,
  listCommissionEarnings,
  listCommissionRules,
} from '@dasbor/contract/account-group-commission';
import { countWaitingApprovals, listApprovals } from '@dasbor/contract/approval';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';

const SHOWN_BY = [getCommissionRule, listCommissionRules, listCommissionEarnings, listApprovals, countWaitingApprovals];

/** Reads again what shows rules. */
export function useRefreshRules(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(SHOWN_BY.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })));
}

interface ChangeOptions {
  /** The toast of a success. */
  done: string;
  onDone?: () => void;
}

/** Runs a change of a rule. */
export function useRuleChange<Input>(change: (input: Input) => Promise<unknown>, { done, onDone }: ChangeOptions) {
  const refresh = useRefreshRules();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSuccess: async () => {
      onDone?.();
      await showSuccess(done);
      await refresh();
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
}
