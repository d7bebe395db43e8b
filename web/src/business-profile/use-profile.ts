/** The business profile in the cache, and its changes, which answer with the whole profile. */
import { type BusinessProfile, getBusinessProfile } from '@dasbor/contract/business-profile';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '../api/live.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { showSuccess } from '../ui/toast.ts';

export function useProfile() {
  const client = useQueryClient();
  useLive(({ topic }) => {
    if (topic === 'business-profile') void client.invalidateQueries({ queryKey: buildQueryKey(getBusinessProfile) });
  });
  return useQuery({ ...buildQuery(getBusinessProfile), meta: { quiet: true } });
}

interface ChangeOptions<Result> {
  /** The toast of a success. */
  done?: string | ((profile: BusinessProfile) => string);
  onDone?: (result: Result) => void;
}

/** Runs a change and stores the profile of its answer. The caller shows the failure. */
export function useProfileChange<Input, Result extends { data: BusinessProfile }>(
  change: (input: Input) => Promise<Result>,
  { done, onDone }: ChangeOptions<Result> = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { quiet: true },
    onSuccess: (result) => {
      client.setQueryData(buildQueryKey(getBusinessProfile), result);
      if (done !== undefined) void showSuccess(typeof done === 'string' ? done : done(result.data));
      onDone?.(result);
    },
  });
}
