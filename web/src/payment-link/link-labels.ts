/** Texts about a link that several parts of the screens share. */
import { LINK_CHANNELS, type LinkChannel, type PaymentLink } from '@dasbor/contract/payment-link-terms';
import { bankShortName } from '@dasbor/contract/bank';
import { formatRupiah } from '../ui/amount.tsx';
import { messages } from './messages.ts';

/** `Rp 150.000`, or `Rp 10.000 – Rp 50.000` of an open amount. */
export const formatLinkAmount = ({
  amount,
  min_amount,
  max_amount,
}: Pick<PaymentLink, 'amount' | 'min_amount' | 'max_amount'>): string =>
  amount === null ? `${formatRupiah(min_amount ?? 0)} – ${formatRupiah(max_amount ?? 0)}` : formatRupiah(amount);

/** `0/1`, `3/10`, or `3` of a link without a limit. */
export function formatPaidCount({
  type,
  paid_count,
  usage_limit,
}: Pick<PaymentLink, 'type' | 'paid_count' | 'usage_limit'>): string {
  const limit = type === 'single_use' ? 1 : usage_limit;
  return limit === null ? String(paid_count) : `${paid_count}/${limit}`;
}

export const getChannelName = (channel: LinkChannel): string => (channel === 'QRIS' ? 'QRIS' : bankShortName(channel));

/** `QRIS and 6 banks`, or the names of the methods. */
export const formatChannels = (channels: readonly LinkChannel[]): string =>
  channels.length === LINK_CHANNELS.length
    ? messages().all_channels(LINK_CHANNELS.length - 1)
    : channels.map(getChannelName).join(', ');

/** Whether the status of a link allows edits. */
export const canEdit = ({ status }: Pick<PaymentLink, 'status'>): boolean =>
  ['draft', 'active', 'inactive'].includes(status);
