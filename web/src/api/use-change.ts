/** A change of the server's data: its toast, and the queries that are read again. */
import type { Route } from '@dasbor/contract/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError, showSuccess } from '../ui/toast.ts';
import { type Problem, toProblem } from './problem.ts';
import { buildQueryKey } from './query.ts';

export interface ChangeOptions<Result> {
  /** The toast of a success; absent or null: none. */
  done?: string | null | ((result: Result) => string | null);
  /** Runs before the toast: a dialog closes first. */
  onDone?: (result: Result) => void;
  /** Shows the failure in place of a toast. */
  onRefused?: (detail: string, problem: Problem) => void;
}

/** Runs a change, then reads the queries of `shown_by` again. */
export function useChange<Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  { shown_by, done, onDone, onRefused }: ChangeOptions<Result> & { shown_by: readonly Route[] },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSuccess: async (result) => {
      onDone?.(result);
      const text = typeof done === 'function' ? done(result) : done;
      if (typeof text === 'string') await showSuccess(text);
      await Promise.all(shown_by.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })));
    },
    onError: (error) => {
      const problem = toProblem(error);
      if (onRefused === undefined) void showError(problem.detail);
      else onRefused(problem.detail, problem);
    },
  });
}
