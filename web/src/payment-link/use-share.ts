/** Sharing a link: every share is recorded in its share log. */
import { type PaymentLink, type ShareChannel } from '@dasbor/contract/payment-link-terms';
import { getPaymentLink, sharePaymentLink } from '@dasbor/contract/payment-link';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { buildWhatsappUrl } from './share-message.ts';
import { messages } from './messages.ts';

/** Why a link cannot be shared now; undefined when it can. */
export const findShareRefusal = ({ status }: PaymentLink, may_manage: boolean): string | undefined => {
  if (!may_manage) return messages().share.denied;
  return status === 'active' ? undefined : messages().share.inactive;
};

/** Actions that share a link, and why they are disabled. Copying is always allowed. */
export function useShare(link: PaymentLink) {
  const client = useQueryClient();
  const brand_name = useSignedIn().profile?.merchant_name ?? '';
  const may_manage = useHasAccess('Payment Links', 'manage');
  const reason = findShareRefusal(link, may_manage);
  const recording = useMutation({
    mutationFn: (body: { channel: ShareChannel; recipient?: string }) =>
      call(sharePaymentLink, { params: { id: link.id }, body }),
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: buildQueryKey(getPaymentLink, { params: { id: link.id } }) }),
  });
  // The share has already happened, so a failure to record it is ignored.
  const recordQuietly = (channel: ShareChannel) => {
    if (reason === undefined) recording.mutate({ channel });
  };
  return {
    reason,
    copy: async () => {
      try {
        await navigator.clipboard.writeText(link.url);
      } catch {
        await showError(messages().share.copy_failed);
        return;
      }
      recordQuietly('copy');
      await showSuccess(messages().share.copied);
    },
    openWhatsapp: () => {
      window.open(buildWhatsappUrl(link, brand_name), '_blank', 'noopener');
      recordQuietly('whatsapp');
    },
    recordQr: () => recordQuietly('qr'),
    sendEmail: (recipient: string) => recording.mutateAsync({ channel: 'email', recipient }),
    is_busy: recording.isPending,
  };
}
