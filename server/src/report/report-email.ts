/** The mail that brings a report, in the reader's language: as text, and as HTML that needs nothing from the network. */
import type { ReportType } from '@dasbor/contract/report';
import { TIME_ZONE } from '@dasbor/contract/time';
import type { Mail } from '../mail/mailer.ts';
import type { ReadyReport } from './deliver.ts';

type Language = 'en' | 'id';

interface Words {
  reports: Record<ReportType, string>;
  subject: (report: string, period: string, brand: string) => string;
  attached: (what: string) => string;
  linked: (what: string, until: string) => string;
  of: (report: string, period: string, brand: string) => string;
  settled_on: string;
  rows: string;
  net_total: string;
  file: string;
  size: string;
  download: string;
  why: string;
  change: string;
}

const WORDS: Record<Language, Words> = {
  en: {
    reports: {
      settlement: 'Settlement report',
      transactions: 'Transactions report',
      balance: 'Balance report',
      deposit: 'Deposit report',
      refund: 'Refund report',
      fee_invoice: 'Fee invoice',
    },
    subject: (report, period, brand) => `${report} ${period} for ${brand}`,
    of: (report, period, brand) => `${report} ${period} for ${brand}`,
    attached: (what) => `${what} is attached.`,
    linked: (what, until) => `${what} is too large to be attached. The link below works until ${until}.`,
    settled_on: 'Settled on',
    rows: 'Rows',
    net_total: 'Net total',
    file: 'File',
    size: 'Size',
    download: 'Download the report',
    why: 'You receive this because your address is a recipient of report delivery.',
    change: 'Recipients are changed in the dashboard under Manage Notifications, Configuration:',
  },
  id: {
    reports: {
      settlement: 'Laporan settlement',
      transactions: 'Laporan transaksi',
      balance: 'Laporan saldo',
      deposit: 'Laporan deposit',
      refund: 'Laporan refund',
      fee_invoice: 'Tagihan biaya',
    },
    subject: (report, period, brand) => `${report} ${period} untuk ${brand}`,
    of: (report, period, brand) => `${report} ${period} untuk ${brand}`,
    attached: (what) => `${what} terlampir.`,
    linked: (what, until) => `${what} terlalu besar untuk dilampirkan. Tautan di bawah ini berlaku sampai ${until}.`,
    settled_on: 'Tanggal settlement',
    rows: 'Baris',
    net_total: 'Total bersih',
    file: 'Berkas',
    size: 'Ukuran',
    download: 'Unduh laporan',
    why: 'Anda menerima email ini karena alamat Anda adalah penerima laporan.',
    change: 'Penerima diubah di dasbor pada Manage Notifications, Configuration:',
  },
};

export interface MailOptions {
  language: Language;
  /** Where the file is, when it is not attached. */
  link: { url: string; expires_at: Date } | null;
  /** Where recipients are changed. */
  settings_url: string;
}

/** Subject, text and HTML. */
export function renderReportEmail(report: ReadyReport, options: MailOptions): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { language, link, settings_url } = options;
  const words = WORDS[language];
  const name = words.reports[report.run.report_type as ReportType];
  const period = periodOf(report, language);
  const brand = report.subject.brand_name;
  const what = words.of(name, period, brand);
  const opening = link === null ? words.attached(what) : words.linked(what, timeText(link.expires_at, language));
  const facts = factsOf(report, words, language);
  const text = [
    opening,
    '',
    ...(link === null ? [] : [`${words.download}: ${link.url}`, '']),
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    words.why,
    `${words.change} ${settings_url}`,
    '',
  ].join('\n');
  // A subject is one line, whatever the brand is called.
  const subject = words.subject(name, period, brand).replaceAll(/\p{Cc}+/gu, ' ');
  return { subject, text, html: htmlOf({ subject, opening, facts, ...options }, words) };
}

/** A settlement by its number, else the days. */
function periodOf({ run, subject }: ReadyReport, language: Language): string {
  if (subject.batch_no !== null) return subject.batch_no;
  const from = dayText(run.period_from ?? run.business_day, language);
  const to = dayText(run.period_to ?? run.business_day, language);
  return from === to ? from : `${from} – ${to}`;
}

function factsOf({ run, subject, file }: ReadyReport, words: Words, language: Language): [string, string][] {
  const count = (value: number): string => value.toLocaleString(language === 'id' ? 'id-ID' : 'en-GB');
  return [
    ...(subject.settlement_date === null
      ? []
      : [[words.settled_on, dayText(subject.settlement_date, language)] satisfies [string, string]]),
    ...(run.row_count === null ? [] : [[words.rows, count(run.row_count)] satisfies [string, string]]),
    ...(run.net_total === null
      ? []
      : [[words.net_total, `Rp ${run.net_total.toLocaleString('id-ID')}`] satisfies [string, string]]),
    [words.file, file.name],
    [words.size, `${count(file.size_bytes)} bytes`],
    ['SHA-256', file.sha256],
  ];
}

const localeOf = (language: Language): string => (language === 'id' ? 'id-ID' : 'en-GB');

const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: TIME_ZONE }).format(
    new Date(`${day}T00:00:00+07:00`),
  );

const timeText = (at: Date, language: Language): string =>
  `${new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE }).format(at)} WIB`;

interface Said extends MailOptions {
  subject: string;
  opening: string;
  facts: [string, string][];
}

function htmlOf({ language, subject, opening, facts, link, settings_url }: Said, words: Words): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;color:#5c636b;vertical-align:top">${escaped(label)}</td>` +
      `<td style="padding:4px 0;font-weight:600;word-break:break-all">${escaped(value)}</td></tr>`,
  );
  const download =
    link === null
      ? ''
      : `<p style="margin:24px 0 0"><a href="${escaped(link.url)}" style="display:inline-block;background:#1f4fd8;` +
        'color:#fff;text-decoration:none;font-weight:600;padding:12px 24px;border-radius:8px">' +
        `${escaped(words.download)}</a></p>`;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="margin:0;background:#f4f6fa;font-family:Helvetica,Arial,sans-serif;color:#1c2434">',
    '<div style="max-width:560px;margin:0 auto;padding:32px 16px">',
    '<div style="background:#fff;border:1px solid #d8dde6;border-radius:12px;padding:24px">',
    `<p style="margin:0 0 20px">${escaped(opening)}</p>`,
    `<table style="border-collapse:collapse">${rows.join('')}</table>${download}</div>`,
    `<p style="font-size:12px;color:#5c636b;margin:16px 8px">${escaped(words.why)} ${escaped(words.change)} `,
    `<a href="${escaped(settings_url)}" style="color:#1f4fd8">${escaped(settings_url)}</a></p></div></body></html>`,
  ].join('');
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
