/** Changes of users, invitations and roles, and the lists that they refresh. */
import { listInvitations } from '@dasbor/contract/invitation';
import { listRoles } from '@dasbor/contract/role';
import { listUsers } from '@dasbor/contract/user';
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

/** Runs a change, then reads the lists again. */
export function useUserChange<Input>(
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
        [listUsers, listInvitations, listRoles].map((route) =>
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
