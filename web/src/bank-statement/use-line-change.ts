/** Changes of a line, and the queries that they refresh. */
import {
  getBankStatement,
  listBankStatements,
  listMovementCandidates,
  listStatementLines,
} from '@dasbor/contract/bank-statement';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';

interface ChangeOptions {
  /** The toast of a success. */
  done: string;
  onDone?: () => void;
}

export function useLineChange(change: () => Promise<unknown>, { done, onDone }: ChangeOptions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSuccess: async () => {
      onDone?.();
      for (const route of [getBankStatement, listBankStatements, listStatementLines, listMovementCandidates]) {
        void client.invalidateQueries({ queryKey: buildQueryKey(route) });
      }
      await showSuccess(done);
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
}
