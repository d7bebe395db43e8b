/** The mail that says that an export is ready, in the reader's language. It leads to the dashboard and holds no file. */
import type { ExportFormat, ExportList } from '@dasbor/contract/export';
import { TIME_ZONE } from '@dasbor/contract/time';
import type { Mail } from '../mail/mailer.ts';

export interface ReadyExport {
  list: ExportList;
  format: ExportFormat;
  row_count: number;
  expires_at: string;
}

const LIST_WORDS: Record<'en' | 'id', Record<ExportList, string>> = {
  en: {
    transactions: 'transactions',
    settlements: 'settlements',
    'settlement-lines': 'settlement lines',
    refunds: 'refunds',
    'payment-links': 'payment links',
    'virtual-accounts': 'virtual accounts',
    'virtual-account-payments': 'payments of a virtual account',
    'qris-payments': 'QRIS payments',
    'qris-stickers': 'QRIS stickers',
    deposits: 'deposits',
    'balance-entries': 'balance history',
  },
  id: {
    transactions: 'transaksi',
    settlements: 'settlement',
    'settlement-lines': 'baris settlement',
    refunds: 'pengembalian dana',
    'payment-links': 'tautan pembayaran',
    'virtual-accounts': 'virtual account',
    'virtual-account-payments': 'pembayaran virtual account',
    'qris-payments': 'pembayaran QRIS',
    'qris-stickers': 'stiker QRIS',
    deposits: 'deposit',
    'balance-entries': 'riwayat saldo',
  },
};
const FORMAT_WORDS: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'Excel' };

const WORDS = {
  en: {
    locale: 'en-GB',
    hello: (name: string) => `Hello ${name},`,
    subject: (list: string) => `Your export of ${list} is ready`,
    body: (list: string, rows: string, format: string) => `Your export of ${list} is ready: ${rows} rows as ${format}.`,
    until: (time: string) => `It can be downloaded until ${time} WIB.`,
    open: 'Open the export',
    footer: 'The file is not attached: downloading it takes your sign-in.',
  },
  id: {
    locale: 'id-ID',
    hello: (name: string) => `Halo ${name},`,
    subject: (list: string) => `Ekspor ${list} Anda sudah siap`,
    body: (list: string, rows: string, format: string) =>
      `Ekspor ${list} Anda sudah siap: ${rows} baris dalam format ${format}.`,
    until: (time: string) => `Berkas dapat diunduh sampai ${time} WIB.`,
    open: 'Buka ekspor',
    footer: 'Berkas tidak dilampirkan: untuk mengunduhnya Anda perlu masuk.',
  },
};

export function buildReadyMail(
  made: ReadyExport,
  to: { name: string; locale: 'en' | 'id' },
  url: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const words = WORDS[to.locale];
  const list = LIST_WORDS[to.locale][made.list];
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE });
  const rows = made.row_count.toLocaleString(words.locale === 'id-ID' ? 'id-ID' : 'en-US');
  const lines = [
    words.hello(to.name),
    words.body(list, rows, FORMAT_WORDS[made.format]),
    words.until(time.format(new Date(made.expires_at))),
  ];
  const text = [...lines, `${words.open}: ${url}`, words.footer, ''].join('\n\n');
  const html = [
    `<!doctype html><html lang="${to.locale}"><head><meta charset="utf-8"></head>`,
    '<body style="margin:0;background:#f4f6fa;font-family:Helvetica,Arial,sans-serif;color:#1c2434">',
    '<div style="max-width:520px;margin:0 auto;padding:32px 16px">',
    '<div style="background:#fff;border:1px solid #d8dde6;border-radius:12px;padding:24px">',
    ...lines.map((line) => `<p style="margin:0 0 14px">${escapeHtml(line)}</p>`),
    `<a href="${escapeHtml(url)}" style="display:inline-block;background:#1f4fd8;color:#fff;text-decoration:none;`,
    `font-weight:600;padding:12px 24px;border-radius:8px">${escapeHtml(words.open)}</a></div>`,
    `<p style="font-size:12px;color:#5c636b;margin:16px 8px">${escapeHtml(words.footer)}</p></div></body></html>`,
  ].join('');
  return { subject: words.subject(list), text, html };
}

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
