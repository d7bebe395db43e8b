/** The email of a link in the link's language, as text and as self-contained HTML. */
import type { LinkEventKind, PaymentLink } from '@dasbor/contract/payment-link-terms';
import { formatInstant, formatRupiah } from '@dasbor/contract/format';
import type { Mail } from '../mail/mailer.ts';

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
      `You received this email because ${brand} entered your address as the recipient of this payment request.`,
  },
};

/** Subject, text and HTML. `kind` reminded: a reminder of a link that was sent before. */
export function formatLinkEmail(
  link: EmailedLink,
  { kind, brand_name }: { kind: LinkEventKind; brand_name: string },
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const messages = MESSAGES[link.language];
  const is_reminder = kind === 'reminded';
  const subject = (is_reminder ? messages.reminder_subject : messages.subject)(brand_name, link.title);
  const hello = messages.hello(link.customer?.name ?? null);
  const opening = (is_reminder ? messages.reminder : messages.request)(brand_name);
  const facts: [string, string][] = [[messages.amount, formatAmount(link, messages)]];
  if (link.expires_at !== null) facts.push([messages.until, formatInstant(link.expires_at, link.language)]);
  const text = [
    hello,
    '',
    opening,
    '',
    link.title,
    ...(link.description === null ? [] : [link.description]),
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    `${messages.pay}: ${link.url}`,
    '',
    messages.footer(brand_name),
    '',
  ].join('\n');
  // A subject must be a single line; control characters of the title are replaced.
  return {
    subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
    text,
    html: formatHtml(link, { hello, opening, facts, pay: messages.pay, footer: messages.footer(brand_name) }),
  };
}

interface EmailTexts {
  hello: string;
  opening: string;
  /** Name and value. */
  facts: [string, string][];
  pay: string;
  footer: string;
}

function formatHtml(link: EmailedLink, { hello, opening, facts, pay, footer }: EmailTexts): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;color:#5c636b">${escapeHtml(name)}</td>` +
      `<td style="padding:4px 0;font-weight:600">${escapeHtml(value)}</td></tr>`,
  );
  const about = link.description === null ? '' : `<p style="margin:0 0 12px">${escapeHtml(link.description)}</p>`;
  return [
    `<!doctype html><html lang="${link.language}"><head><meta charset="utf-8"></head>`,
    '<body style="margin:0;background:#f4f6fa;font-family:Helvetica,Arial,sans-serif;color:#1c2434">',
    '<div style="max-width:520px;margin:0 auto;padding:32px 16px">',
    '<div style="background:#fff;border:1px solid #d8dde6;border-radius:12px;padding:24px">',
    `<p style="margin:0 0 8px">${escapeHtml(hello)}</p><p style="margin:0 0 20px">${escapeHtml(opening)}</p>`,
    `<h1 style="font-size:20px;margin:0 0 8px">${escapeHtml(link.title)}</h1>${about}`,
    `<table style="border-collapse:collapse;margin:0 0 24px">${rows.join('')}</table>`,
    `<a href="${escapeHtml(link.url)}" style="display:inline-block;background:#1f4fd8;color:#fff;text-decoration:none;`,
    `font-weight:600;padding:12px 24px;border-radius:8px">${escapeHtml(pay)}</a>`,
    `<p style="margin:20px 0 0;font-size:13px;color:#5c636b;word-break:break-all">${escapeHtml(link.url)}</p>`,
    `</div><p style="font-size:12px;color:#5c636b;margin:16px 8px">${escapeHtml(footer)}</p></div></body></html>`,
  ].join('');
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

function formatAmount({ amount, min_amount, max_amount }: EmailedLink, messages: EmailMessages): string {
  if (amount !== null) return formatRupiah(amount);
  return messages.range(formatRupiah(min_amount ?? 0), formatRupiah(max_amount ?? 0));
}
