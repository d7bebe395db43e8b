/** How files of reports are called. Pure. */
import type { ReportFormat } from '@dasbor/contract/report';
import { isWholeMonth } from './schedule-rules.ts';
import type { ReportInput } from './source.ts';

const plain = (text: string): string => text.replaceAll(/[^A-Za-z0-9-]/g, '-');
const digits = (day: string): string => day.replaceAll('-', '');

/**
 * `settlement_{merchant_code}_{YYYYMMDD}_{batch_no}` as domain 1.7 names it; others by their days and number. Without the
 * ending. A settlement's second report is named apart from its first by its number.
 */
export function formatBaseName(wish: ReportInput, merchant_code: string, batch_no: string | null): string {
  const { report_type, period_from, period_to, number } = wish;
  const code = plain(merchant_code);
  if (batch_no !== null) {
    const again = number === 1 ? '' : `_${number}`;
    return `settlement_${code}_${digits(period_to)}_${plain(batch_no)}${again}`;
  }
  const days = period_from === period_to ? digits(period_to) : `${digits(period_from)}-${digits(period_to)}`;
  return `${report_type}_${code}_${days}_${number}`;
}

/** One invoice per merchant and month, so that the month is its number; parts of a month say which days. */
export function formatInvoiceNumber(merchant_code: string, period_from: string, period_to: string): string {
  const code = plain(merchant_code);
  return isWholeMonth({ period_from, period_to })
    ? `INV-${code}-${digits(period_from).slice(0, 6)}`
    : `INV-${code}-${digits(period_from)}-${digits(period_to)}`;
}

export const CONTENT_TYPES: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** What goes with a file to servers, so that whoever takes it can check that it is whole. */
export const formatTotals = (file: { name: string; row_count: number; net_total: number; sha256: string }): string =>
  [`file=${file.name}`, `rows=${file.row_count}`, `net_total=${file.net_total}`, `sha256=${file.sha256}`, ''].join(
    '\n',
  );
