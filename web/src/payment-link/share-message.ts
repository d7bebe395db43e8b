/** The WhatsApp message of a link, in the language of the link. */
import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { formatInstant } from '@dasbor/contract/format';
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
          ...(expires_at === null ? [] : [`Bayar sebelum ${formatInstant(expires_at, language)}`]),
          url,
        ]
      : [
          name === null ? 'Hello,' : `Hello ${name},`,
          `${brand_name} has sent you a payment request: ${title}`,
          `Amount: ${formatLinkAmount(link)}`,
          ...(expires_at === null ? [] : [`Pay before ${formatInstant(expires_at, language)}`]),
          url,
        ];
  return lines.join('\n');
}

/** WhatsApp numbers start with the country code and hold digits only: `0812…` becomes `62812…`. */
export const toWhatsappNumber = (phone: string): string =>
  phone.replace(/^\+/, '').replace(/^0/, '62').replace(/^8/, '628');

/** The URL that opens WhatsApp with the message; without a known number, the recipient is chosen there. */
export function buildWhatsappUrl(link: SharedLink, brand_name: string): string {
  const phone = link.customer?.phone ?? null;
  // A masked number is not usable.
  const to = phone === null || phone.includes('*') ? '' : toWhatsappNumber(phone);
  return `https://wa.me/${to}?text=${encodeURIComponent(formatMessage(link, brand_name))}`;
}
