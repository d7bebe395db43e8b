/** The email that delivers a report, in the recipient's language. */
import { formatCount, formatDay, formatInstant, formatRupiah } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import type { ReportType } from '@dasbor/contract/report';
import type { Mail } from '../mail/mailer.ts';
import { renderEmail } from '../mail/template.ts';
import type { ReadyReport } from './deliver.ts';

interface Messages {
  reports: Record<ReportType, string>;
  subject: (report: string, period: string, brand: string) => string;
  attached: (report: string) => string;
  linked: (report: string, until: string) => string;
  settlement_date: string;
  rows: string;
  net_total: string;
  file: string;
  size: string;
  download: string;
  reason: string;
  change: string;
}

const MESSAGES: Record<Language, Messages> = {
  en: {
    reports: {
      settlement: 'Settlement report',
      transactions: 'Transactions report',
      balance: 'Balance statement',
      deposit: 'Deposits report',
      refund: 'Refunds report',
      disbursement: 'Disbursements report',
      fee_invoice: 'Fee invoice',
    },
    subject: (report, period, brand) => `${report} ${period} for ${brand}`,
    attached: (report) => `${report} is attached.`,
    linked: (report, until) => `${report} is too large to attach. The download link is valid until ${until}.`,
    settlement_date: 'Settlement date',
    rows: 'Rows',
    net_total: 'Net total',
    file: 'File',
    size: 'Size',
    download: 'Download report',
    reason: 'You are receiving this email because your address is a recipient of report delivery.',
    change: 'Change recipients in the dashboard under Manage Notifications, Configuration:',
  },
  id: {
    reports: {
      settlement: 'Laporan settlement',
      transactions: 'Laporan transaksi',
      balance: 'Laporan mutasi saldo',
      deposit: 'Laporan deposit',
      refund: 'Laporan pengembalian dana',
      disbursement: 'Laporan disbursement',
      fee_invoice: 'Tagihan biaya',
    },
    subject: (report, period, brand) => `${report} ${period} untuk ${brand}`,
    attached: (report) => `${report} terlampir.`,
    linked: (report, until) => `${report} terlalu besar untuk dilampirkan. Tautan unduhan berlaku sampai ${until}.`,
    settlement_date: 'Tanggal settlement',
    rows: 'Baris',
    net_total: 'Total neto',
    file: 'Berkas',
    size: 'Ukuran',
    download: 'Unduh laporan',
    reason: 'Anda menerima email ini karena alamat Anda adalah penerima pengiriman laporan.',
    change: 'Ubah penerima di dasbor pada Kelola Notifikasi, Konfigurasi:',
  },
};

export interface ReportEmailOptions {
  language: Language;
  /** The download link of a file that is too large to attach. */
  link: { url: string; expires_at: Date } | null;
  /** Screen on which recipients are changed. */
  settings_url: string;
}

/** Renders subject, text and HTML. */
export function renderReportEmail(
  report: ReadyReport,
  { language, link, settings_url }: ReportEmailOptions,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const messages = MESSAGES[language];
  const name = messages.reports[report.run.report_type as ReportType];
  const subject = messages.subject(name, formatPeriod(report, language), report.subject.brand_name);
  return renderEmail({
    language,
    subject,
    heading: subject,
    paragraphs: [
      link === null ? messages.attached(subject) : messages.linked(subject, formatInstant(link.expires_at, language)),
    ],
    tables: [{ title: null, head: null, rows: buildDetails(report, messages, language) }],
    link: link === null ? null : { label: messages.download, url: link.url },
    footer: [messages.reason, `${messages.change} ${settings_url}`],
  });
}

/** The number of a settlement, otherwise the days. */
function formatPeriod({ run, subject }: ReadyReport, language: Language): string {
  if (subject.batch_no !== null) return subject.batch_no;
  const from = formatDay(run.period_from ?? run.business_day, language);
  const to = formatDay(run.period_to ?? run.business_day, language);
  return from === to ? from : `${from} – ${to}`;
}

function buildDetails({ run, subject, file }: ReadyReport, messages: Messages, language: Language): string[][] {
  return [
    ...(subject.settlement_date === null
      ? []
      : [[messages.settlement_date, formatDay(subject.settlement_date, language)]]),
    ...(run.row_count === null ? [] : [[messages.rows, formatCount(run.row_count, language)]]),
    ...(run.net_total === null ? [] : [[messages.net_total, formatRupiah(run.net_total)]]),
    [messages.file, file.name],
    [messages.size, `${formatCount(file.size_bytes, language)} bytes`],
    ['SHA-256', file.sha256],
  ];
}
