/** Changes of a merchant, and the queries that they refresh. */
import { listMerchantAuditLogs } from '@dasbor/contract/audit';
import { getMerchant, listMerchants } from '@dasbor/contract/merchant';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';

interface ChangeOptions {
  /** The toast of a success. */
  done: string;
  onDone?: () => void;
  /** Shows the failure in place of a toast. */
  onRefused?: (detail: string) => void;
}

/** Runs a change, then reads what shows it again. */
export function useMerchantChange<Input>(
  change: (input: Input) => Promise<unknown>,
  { done, onDone, onRefused }: ChangeOptions,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSuccess: async () => {
      onDone?.();
      await showSuccess(done);
      await Promise.all(
        [getMerchant, listMerchants, listMerchantAuditLogs].map((route) =>
          client.invalidateQueries({ queryKey: buildQueryKey(route) }),
        ),
      );
    },
    onError: async (error) => {
      const { detail } = toProblem(error);
      if (onRefused) onRefused(detail);
      else await showError(detail);
    },
  });
}
