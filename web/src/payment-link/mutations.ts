/** Mutations of a link: activate, deactivate, extend. */
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
import { messages } from './messages.ts';

export type LinkAction = 'activate' | 'deactivate';

/** Invalidates the queries of links, in case the live event does not arrive. */
export function useInvalidateLinks(): (id: string) => void {
  const client = useQueryClient();
  return (id) => {
    void client.invalidateQueries({ queryKey: buildQueryKey(getPaymentLink, { params: { id } }) });
    void client.invalidateQueries({ queryKey: buildQueryKey(summarisePaymentLinks) });
    void client.invalidateQueries({ queryKey: buildQueryKey(listPaymentLinks) });
  };
}

export function useLinkAction(id: string) {
  const invalidate = useInvalidateLinks();
  return useMutation({
    mutationFn: (action: LinkAction) =>
      call(action === 'activate' ? activatePaymentLink : deactivatePaymentLink, { params: { id } }),
    meta: { quiet: true },
    onSuccess: (_answer, action) =>
      void showSuccess(action === 'activate' ? messages().actions.activated : messages().actions.deactivated),
    onError: (error) => void showError(toProblem(error).detail),
    onSettled: () => invalidate(id),
  });
}

export function useExtendLink(id: string) {
  const invalidate = useInvalidateLinks();
  return useMutation({
    mutationFn: (expires_at: string) => call(updatePaymentLink, { params: { id }, body: { expires_at } }),
    meta: { quiet: true },
    onSuccess: () => void showSuccess(messages().actions.extended),
    onSettled: () => invalidate(id),
  });
}
