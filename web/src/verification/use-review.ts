/** The review of a merchant in the cache, and its decisions, which answer with the whole review. */
import { type VerificationReview, getVerification } from '@dasbor/contract/verification';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';

export const useReview = (merchant_id: string) =>
  useQuery({ ...buildQuery(getVerification, { params: { merchant_id } }), meta: { quiet: true } });

/** Runs a decision and stores the review of its answer; other data about the merchant are read again. */
export function useDecision<Input = void>(
  merchant_id: string,
  decide: (input: Input) => Promise<{ data: VerificationReview }>,
  { done, onDone }: { done: string; onDone?: () => void },
) {
  const client = useQueryClient();
  const own_key = buildQueryKey(getVerification, { params: { merchant_id } });
  return useMutation({
    mutationFn: decide,
    meta: { quiet: true },
    onSuccess: (answer) => {
      void client.invalidateQueries({ refetchType: 'active' });
      client.setQueryData(own_key, answer);
      void showSuccess(done);
      onDone?.();
    },
    onError: (error) => void showError(toProblem(error).detail),
  });
}
