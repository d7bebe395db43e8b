/** Changes of API keys, and the list that they refresh. */
import { listApiKeys } from '@dasbor/contract/api-settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { buildQueryKey } from '../api/query.ts';
import { showSuccess } from '../ui/toast.ts';

interface ChangeOptions<Result> {
  /** The toast of a success, where the screen does not show it otherwise. */
  done?: string;
  onDone: (result: Result) => void;
}

/** Runs a change, then reads the keys again. Its error is shown in the dialog. */
export function useKeyChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  { done, onDone }: ChangeOptions<Result>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSuccess: async (result) => {
      onDone(result);
      if (done !== undefined) await showSuccess(done);
      await client.invalidateQueries({ queryKey: buildQueryKey(listApiKeys) });
    },
  });
}
