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

/** Whether a limit kept the email to the customer of a link that became active. */
export const isEmailLimitReached = (link: object): boolean =>
  'notify_status' in link && link.notify_status === 'limit_reached';

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
    mutationFn: async (action: LinkAction) => {
      const { data } = await call(action === 'activate' ? activatePaymentLink : deactivatePaymentLink, {
        params: { id },
      });
      return data;
    },
    meta: { quiet: true },
    onSuccess: (link, action) => {
      const t = messages().actions;
      if (isEmailLimitReached(link)) return void showError(t.activated_not_emailed);
      void showSuccess(action === 'activate' ? t.activated : t.deactivated);
    },
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
