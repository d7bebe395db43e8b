/** Columns of PDF reports with their widths. */
import type { PdfColumn } from './pdf-messages.ts';

/** A column of a PDF with its width, of 762 points in all. */
export type ColumnWidth = readonly [column: PdfColumn, width: number];

export const LINE_PDF: readonly ColumnWidth[] = [
  ['line_no', 34],
  ['transaction_id', 158],
  ['merchant_reference', 96],
  ['method', 72],
  ['paid_at (WIB)', 92],
  ['line_type', 56],
  ['gross_amount', 62],
  ['mdr_amount', 46],
  ['flat_fee', 44],
  ['fee_vat', 42],
  ['net_amount', 60],
];

export const PAYMENT_PDF: readonly ColumnWidth[] = [
  ['transaction_id', 162],
  ['paid_at (WIB)', 96],
  ['merchant_reference', 120],
  ['method', 84],
  ['channel_code', 60],
  ['amount', 66],
  ['fee_amount', 54],
  ['fee_vat_amount', 50],
  ['net_amount', 70],
];

export const DEPOSIT_PDF: readonly ColumnWidth[] = [
  ['deposit_id', 162],
  ['credited_at (WIB)', 100],
  ['va_number', 110],
  ['bank', 60],
  ['sender_name', 100],
  ['amount', 66],
  ['fee_amount', 50],
  ['fee_vat_amount', 44],
  ['net_amount', 70],
];

export const REFUND_PDF: readonly ColumnWidth[] = [
  ['refund_id', 136],
  ['posted_at (WIB)', 88],
  ['movement', 66],
  ['transaction_id', 136],
  ['refund_method', 92],
  ['refund_amount', 64],
  ['fee_amount', 50],
  ['fee_reversed', 66],
  ['net_amount', 64],
];

export const DISBURSEMENT_PDF: readonly ColumnWidth[] = [
  ['disbursement_id', 136],
  ['posted_at (WIB)', 88],
  ['movement', 84],
  ['merchant_reference', 96],
  ['verified_name', 92],
  ['bank_code', 54],
  ['disbursed_amount', 66],
  ['fee_amount', 42],
  ['fee_vat_amount', 36],
  ['net_amount', 68],
];

export const STATEMENT_PDF: readonly ColumnWidth[] = [
  ['account', 100],
  ['posted_at (WIB)', 96],
  ['kind', 120],
  ['reference_id', 166],
  ['debit', 90],
  ['credit', 90],
  ['balance_after', 100],
];

export const INVOICE_PDF: readonly ColumnWidth[] = [
  ['service', 92],
  ['movement', 60],
  ['fee_rule', 146],
  ['rate_percent', 44],
  ['flat_fee', 46],
  ['count', 46],
  ['fee_amount', 76],
  ['dpp_amount', 76],
  ['vat_rate_percent', 40],
  ['vat_amount', 66],
  ['total_amount', 70],
];
