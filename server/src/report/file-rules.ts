/** Names of report files. Pure. */
import type { ReportFormat } from '@dasbor/contract/file-settings';
import { isWholeMonth } from './schedule-rules.ts';
import type { ReportInput } from './source.ts';

const plain = (text: string): string => text.replaceAll(/[^A-Za-z0-9-]/g, '-');
const digits = (day: string): string => day.replaceAll('-', '');

/**
 * `settlement_{merchant_code}_{YYYYMMDD}_{batch_no}` as in domain 1.7; other reports by their days and number. Without the
 * extension. Further reports of a settlement end with their number.
 */
export function formatBaseName(
  input: Omit<ReportInput, 'language'>,
  merchant_code: string,
  batch_no: string | null,
): string {
  const { report_type, period_from, period_to, number } = input;
  const code = plain(merchant_code);
  if (batch_no !== null) {
    const again = number === 1 ? '' : `_${number}`;
    return `settlement_${code}_${digits(period_to)}_${plain(batch_no)}${again}`;
  }
  const days = period_from === period_to ? digits(period_to) : `${digits(period_from)}-${digits(period_to)}`;
  return `${report_type}_${code}_${days}_${number}`;
}

/** One invoice per merchant and month: the month is its number. A part of a month is numbered by its days. */
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

/** Content of the totals file, with which a recipient verifies that a file is complete. */
export const formatTotals = (file: { name: string; row_count: number; net_total: number; sha256: string }): string =>
  [`file=${file.name}`, `rows=${file.row_count}`, `net_total=${file.net_total}`, `sha256=${file.sha256}`, ''].join(
    '\n',
  );
