/** Actions on exceptions, and the queries that they refresh. */
import { listJobs, summariseJobs } from '@dasbor/contract/job';
import { listExceptions, listProviderEvents } from '@dasbor/contract/operations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';

const CHANGED = [listExceptions, listProviderEvents, listJobs, summariseJobs];

/** Runs an action, then reads what shows it again. `done`: the toast of a success; null: none. */
export function useExceptionAction<Input = void>(run: (input: Input) => Promise<unknown>, done: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    meta: { quiet: true },
    onSuccess: async () => {
      await Promise.all(CHANGED.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })));
      if (done !== null) await showSuccess(done);
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
}
