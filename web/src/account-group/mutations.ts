/** Changes of account groups, and the queries that they refresh. */
import {
  getAccountGroup,
  getAccountGroupVolume,
  listAccountGroupMembers,
  listAccountGroups,
} from '@dasbor/contract/account-group';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { showSuccess } from '../ui/toast.ts';

const SHOWN_BY = [getAccountGroup, listAccountGroups, listAccountGroupMembers, getAccountGroupVolume];

interface ChangeOptions<Result> {
  /** The toast of a success. */
  done: string;
  onDone?: (result: Result) => void;
  onRefused: (detail: string) => void;
}

/** Runs a change, then reads what shows it again. */
export function useGroupChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  { done, onDone, onRefused }: ChangeOptions<Result>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSuccess: async (result) => {
      onDone?.(result);
      await showSuccess(done);
      await Promise.all(SHOWN_BY.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })));
    },
    onError: (error) => onRefused(toProblem(error).detail),
  });
}
