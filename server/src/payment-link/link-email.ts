/** The email of a link in the link's language. */
import type { LinkEventKind, PaymentLink } from '@dasbor/contract/payment-link-terms';
import { formatInstant, formatRupiah } from '@dasbor/contract/format';
import type { Mail } from '../mail/mailer.ts';
import { type EmailSender, renderEmail } from '../mail/template.ts';

type EmailedLink = Pick<
  PaymentLink,
  'title' | 'description' | 'amount' | 'min_amount' | 'max_amount' | 'expires_at' | 'customer' | 'language' | 'url'
>;

interface EmailMessages {
  hello: (name: string | null) => string;
  request: (brand: string) => string;
  reminder: (brand: string) => string;
  subject: (brand: string, title: string) => string;
  reminder_subject: (brand: string, title: string) => string;
  amount: string;
  range: (least: string, greatest: string) => string;
  until: string;
  pay: string;
  footer: (brand: string) => string;
}

const MESSAGES: Record<'id' | 'en', EmailMessages> = {
  id: {
    hello: (name) => (name === null ? 'Halo,' : `Halo ${name},`),
    request: (brand) => `${brand} mengirimkan tagihan untuk Anda.`,
    reminder: (brand) => `Tagihan dari ${brand} ini belum dibayar dan akan segera kedaluwarsa.`,
    subject: (brand, title) => `Tagihan dari ${brand}: ${title}`,
    reminder_subject: (brand, title) => `Pengingat: tagihan ${title} dari ${brand} segera kedaluwarsa`,
    amount: 'Jumlah',
    range: (least, greatest) => `${least} sampai ${greatest}, sesuai keinginan Anda`,
    until: 'Bayar sebelum',
    pay: 'Bayar sekarang',
    footer: (brand) => `Anda menerima email ini karena ${brand} memasukkan alamat Anda sebagai penerima tagihan ini.`,
  },
  en: {
    hello: (name) => (name === null ? 'Hello,' : `Hello ${name},`),
    request: (brand) => `${brand} has sent you a payment request.`,
    reminder: (brand) => `This payment request from ${brand} has not been paid yet and expires soon.`,
    subject: (brand, title) => `Payment request from ${brand}: ${title}`,
    reminder_subject: (brand, title) => `Reminder: ${title} from ${brand} expires soon`,
    amount: 'Amount',
    range: (least, greatest) => `${least} to ${greatest}, as you choose`,
    until: 'Pay before',
    pay: 'Pay now',
    footer: (brand) =>
      `You are receiving this email because ${brand} entered your address as the recipient of this payment request.`,
  },
};

/** Subject, text and HTML. `kind` reminded: a reminder of a link that was sent before. */
export function formatLinkEmail(
  link: EmailedLink,
  { kind, sender }: { kind: LinkEventKind; sender: EmailSender },
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const messages = MESSAGES[link.language];
  const { name: brand_name } = sender;
  const is_reminder = kind === 'reminded';
  const opening = (is_reminder ? messages.reminder : messages.request)(brand_name);
  const details = [[messages.amount, formatAmount(link, messages)]];
  if (link.expires_at !== null) details.push([messages.until, formatInstant(link.expires_at, link.language)]);
  return renderEmail({
    language: link.language,
    sender,
    subject: (is_reminder ? messages.reminder_subject : messages.subject)(brand_name, link.title),
    heading: link.title,
    paragraphs: [
      messages.hello(link.customer?.name ?? null),
      opening,
      ...(link.description === null ? [] : [link.description]),
    ],
    tables: [{ title: null, head: null, rows: details }],
    link: { label: messages.pay, url: link.url },
    footer: [messages.footer(brand_name)],
  });
}

function formatAmount({ amount, min_amount, max_amount }: EmailedLink, messages: EmailMessages): string {
  if (amount !== null) return formatRupiah(amount);
  return messages.range(formatRupiah(min_amount ?? 0), formatRupiah(max_amount ?? 0));
}
