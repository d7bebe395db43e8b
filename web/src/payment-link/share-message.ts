/** The message that carries a link, for WhatsApp and the clipboard, in the link's language. */
import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { formatInstant } from '../ui/instant.tsx';
import { formatLinkAmount } from './link-labels.ts';

type SharedLink = Pick<
  PaymentLink,
  'title' | 'amount' | 'min_amount' | 'max_amount' | 'expires_at' | 'language' | 'customer' | 'url'
>;

export function formatMessage(link: SharedLink, brand_name: string): string {
  const { customer, language, title, expires_at, url } = link;
  const name = customer?.name ?? null;
  const lines =
    language === 'id'
      ? [
          name === null ? 'Halo,' : `Halo ${name},`,
          `${brand_name} mengirimkan tagihan: ${title}`,
          `Jumlah: ${formatLinkAmount(link)}`,
          ...(expires_at === null ? [] : [`Bayar sebelum ${formatInstant(expires_at)}`]),
          url,
        ]
      : [
          name === null ? 'Hello,' : `Hello ${name},`,
          `${brand_name} has sent you a payment request: ${title}`,
          `Amount: ${formatLinkAmount(link)}`,
          ...(expires_at === null ? [] : [`Pay before ${formatInstant(expires_at)}`]),
          url,
        ];
  return lines.join('\n');
}

/** `0812…` is `62812…` abroad: WhatsApp wants the country first and digits only. */
export const toWhatsappNumber = (phone: string): string =>
  phone.replace(/^\+/, '').replace(/^0/, '62').replace(/^8/, '628');

/** Opens WhatsApp with the message ready written: to the customer where the number is known, else to be chosen there. */
export function buildWhatsappUrl(link: SharedLink, brand_name: string): string {
  const phone = link.customer?.phone ?? null;
  // A masked number is nobody's.
  const to = phone === null || phone.includes('*') ? '' : toWhatsappNumber(phone);
  return `https://wa.me/${to}?text=${encodeURIComponent(formatMessage(link, brand_name))}`;
}
