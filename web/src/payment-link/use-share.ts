/** Handing a link out: each way is noted in its share log. */
import { type PaymentLink, type ShareChannel } from '@dasbor/contract/payment-link-terms';
import { getPaymentLink, sharePaymentLink } from '@dasbor/contract/payment-link';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useMay, useSignedIn } from '../api/signed-in.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { buildWhatsappUrl } from './share-message.ts';

/** Why a link cannot be sent now; undefined when it can. */
export const findShareRefusal = ({ status }: PaymentLink, may_manage: boolean): string | undefined => {
  if (!may_manage) return 'Your role may look at payment links, not send them.';
  return status === 'active' ? undefined : 'Only an active link can be paid, so only such a link is sent.';
};

/** The ways out, and why they are closed. Copying is always open: an address harms nobody. */
export function useShare(link: PaymentLink) {
  const client = useQueryClient();
  const brand_name = useSignedIn().profile?.merchant_name ?? '';
  const may_manage = useMay('Payment Links', 'manage');
  const reason = findShareRefusal(link, may_manage);
  const note = useMutation({
    mutationFn: (body: { channel: ShareChannel; recipient?: string }) =>
      call(sharePaymentLink, { params: { id: link.id }, body }),
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: buildQueryKey(getPaymentLink, { params: { id: link.id } }) }),
  });
  // The share itself has happened, whether or not it could be noted.
  const noteQuietly = (channel: ShareChannel) => {
    if (reason === undefined) note.mutate({ channel });
  };
  return {
    reason,
    copy: async () => {
      try {
        await navigator.clipboard.writeText(link.url);
      } catch {
        await showError('The browser does not let this page copy. Select the address and copy it by hand.');
        return;
      }
      noteQuietly('copy');
      await showSuccess('Link copied');
    },
    openWhatsapp: () => {
      window.open(buildWhatsappUrl(link, brand_name), '_blank', 'noopener');
      noteQuietly('whatsapp');
    },
    noteQr: () => noteQuietly('qr'),
    sendEmail: (recipient: string) => note.mutateAsync({ channel: 'email', recipient }),
    is_busy: note.isPending,
  };
}
