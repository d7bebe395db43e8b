/** The notification email for a ready export, in the requester's language. It links to the dashboard; no file is attached. */
import { EXPORT_FORMAT_LABELS, type ExportFormat, type ExportList, exportListLabel } from '@dasbor/contract/export';
import { formatCount, formatInstant } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import type { Mail } from '../mail/mailer.ts';
import { renderEmail } from '../mail/template.ts';

export interface ReadyExport {
  list: ExportList;
  format: ExportFormat;
  row_count: number;
  expires_at: string;
}

const TEXTS = {
  en: {
    subject: (list: string) => `Export ready: ${list}`,
    greeting: (name: string) => `Hello ${name},`,
    body: 'Your export is ready to download.',
    list: 'List',
    format: 'Format',
    rows: 'Rows',
    until: 'Available until',
    button: 'View export',
    footer: 'You are receiving this email because you requested the export. Sign in to download the file.',
  },
  id: {
    subject: (list: string) => `Ekspor siap: ${list}`,
    greeting: (name: string) => `Halo ${name},`,
    body: 'Ekspor Anda siap diunduh.',
    list: 'Daftar',
    format: 'Format',
    rows: 'Jumlah baris',
    until: 'Tersedia sampai',
    button: 'Lihat ekspor',
    footer: 'Anda menerima email ini karena meminta ekspor tersebut. Masuk untuk mengunduh berkas.',
  },
} as const;

export function buildReadyEmail(
  { list, format, row_count, expires_at }: ReadyExport,
  { name, locale }: { name: string; locale: Language },
  url: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const texts = TEXTS[locale];
  const label = exportListLabel(list, locale);
  const rows = [
    [texts.list, label],
    [texts.format, EXPORT_FORMAT_LABELS[format]],
    [texts.rows, formatCount(row_count, locale)],
    [texts.until, formatInstant(expires_at, locale)],
  ];
  return renderEmail({
    language: locale,
    subject: texts.subject(label),
    heading: texts.subject(label),
    paragraphs: [texts.greeting(name), texts.body],
    tables: [{ title: null, head: null, rows }],
    link: { label: texts.button, url },
    footer: [texts.footer],
  });
}
