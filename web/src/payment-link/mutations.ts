/** What a merchant does to a link that exists: activate, deactivate, extend. */
import {
  activatePaymentLink,
  deactivatePaymentLink,
  getPaymentLink,
  listPaymentLinks,
  summarisePaymentLinks,
  updatePaymentLink,
} from '@dasbor/contract/payment-link';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';

export type LinkAction = 'activate' | 'deactivate';
const DONE: Record<LinkAction, string> = { activate: 'The link is active', deactivate: 'The link is out of use' };

/** Reads again what shows links, whether or not the live event comes through. */
export function useInvalidateLinks(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    void client.invalidateQueries({ queryKey: buildQueryKey(getPaymentLink, { params: { id } }) });
    void client.invalidateQueries({ queryKey: buildQueryKey(summarisePaymentLinks) });
    void client.invalidateQueries({ queryKey: buildQueryKey(listPaymentLinks) });
  };
}

export function useLinkAction(id: string) {
  const forget = useInvalidateLinks();
  return useMutation({
    mutationFn: (move: LinkAction) =>
      call(move === 'activate' ? activatePaymentLink : deactivatePaymentLink, { params: { id } }),
    meta: { quiet: true },
    onSuccess: (_answer, move) => void showSuccess(DONE[move]),
    onError: (error) => void showError(toProblem(error).detail),
    onSettled: () => forget(id),
  });
}

export function useExtendLink(id: string) {
  const forget = useInvalidateLinks();
  return useMutation({
    mutationFn: (expires_at: string) => call(updatePaymentLink, { params: { id }, body: { expires_at } }),
    meta: { quiet: true },
    onSuccess: () => void showSuccess('The link ends later now'),
    onSettled: () => forget(id),
  });
}
