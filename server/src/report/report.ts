/** The file of a daily report: the payments that were taken on one business day (WIB), as CSV. Pure. */
import { TIME_ZONE } from '@dasbor/contract/time';

export interface PaidTransaction {
  id: string;
  created_at: string;
  paid_at: string | null;
  merchant_reference: string | null;
  customer_name: string | null;
  method: string;
  channel_code: string | null;
  issuer: string | null;
  rrn: string | null;
  provider_reference: string | null;
  currency: string;
  amount: number;
  fee_amount: number;
  fee_vat_amount: number;
  net_amount: number;
}

/** Times carry their zone in the header, amounts are whole rupiah without separators. */
const COLUMNS: [header: string, cell: (row: PaidTransaction) => string][] = [
  ['transaction_id', (row) => text(row.id)],
  [`created_at (${TIME_ZONE})`, (row) => wibTime(row.created_at)],
  [`paid_at (${TIME_ZONE})`, (row) => (row.paid_at === null ? '' : wibTime(row.paid_at))],
  ['merchant_reference', (row) => text(row.merchant_reference)],
  ['customer_name', (row) => text(row.customer_name)],
  ['method', (row) => text(row.method)],
  ['channel_code', (row) => text(row.channel_code)],
  ['issuer', (row) => text(row.issuer)],
  ['rrn', (row) => text(row.rrn)],
  ['provider_reference', (row) => text(row.provider_reference)],
  ['currency', (row) => text(row.currency)],
  ['amount', (row) => String(row.amount)],
  ['fee_amount', (row) => String(row.fee_amount)],
  ['fee_vat_amount', (row) => String(row.fee_vat_amount)],
  ['net_amount', (row) => String(row.net_amount)],
];

/** The whole file: a header row, then a row per transaction; UTF-8, lines ended by CR LF (RFC 4180). */
export function reportCsv(rows: PaidTransaction[]): Buffer {
  const header = COLUMNS.map(([name]) => name).join(',');
  const lines = rows.map((row) => COLUMNS.map(([, cell]) => cell(row)).join(','));
  return Buffer.from([header, ...lines, ''].join('\r\n'), 'utf8');
}

/** `transactions_{merchant_code}_{YYYYMMDD}_{sequence}.csv`. */
export function reportFileName(merchant_code: string, business_day: string, sequence: number): string {
  const code = merchant_code.replaceAll(/[^A-Za-z0-9-]/g, '-');
  return `transactions_${code}_${business_day.replaceAll('-', '')}_${sequence}.csv`;
}

/** A spreadsheet would run text that begins like a formula; a leading apostrophe makes it text again. */
function text(value: string | null): string {
  const safe = /^[=+\-@\t\r\0]/.test(value ?? '') ? `'${value}` : (value ?? '');
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const WIB = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });
const wibTime = (instant: string): string => WIB.format(new Date(instant));
