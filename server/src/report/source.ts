/** The content of each report type: its rows, and the texts of its PDF. */
import { formatBankAccount } from '@dasbor/contract/account-number';
import * as duration from '@dasbor/contract/duration';
import type { ReportType } from '@dasbor/contract/report';
import { formatCount, formatDay, formatRupiah } from '@dasbor/contract/format';
import { settlementStatusLabel } from '@dasbor/contract/settlement-labels';
import type { Language } from '@dasbor/contract/language';
import { startOfBusinessDay } from '@dasbor/contract/time';
import type { Compilable } from 'kysely';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { NetColumns } from './count-csv.ts';
import { buildDisbursementRows } from './disbursement-rows-queries.ts';
import { buildFeeRows } from './fee-invoice-queries.ts';
import { formatBaseName, formatInvoiceNumber } from './file-rules.ts';
import {
  type ColumnWidth,
  DEPOSIT_PDF,
  DISBURSEMENT_PDF,
  INVOICE_PDF,
  LINE_PDF,
  PAYMENT_PDF,
  REFUND_PDF,
  STATEMENT_PDF,
} from './pdf-columns.ts';
import { getPdfMessages } from './pdf-messages.ts';
import {
  buildDepositRows,
  buildSettlementLineRows,
  buildPaymentRows,
  buildRefundRows,
  buildStatementRows,
  buildSettlementSummaryRows,
} from './rows-queries.ts';
import {
  type ReportBatch,
  type ReportMerchant,
  findBatch,
  findInvoiceNumber,
  listStatementAccounts,
  getMerchant,
} from './subject-queries.ts';

/** The parameters of a report. */
export interface ReportInput {
  report_type: ReportType;
  /** First and last day (WIB). */
  period_from: string;
  period_to: string;
  settlement_batch_id: string | null;
  /** Number of the report among those of the same subject, from 1; part of the file name. */
  number: number;
  /** Language of a PDF. */
  language: Language;
}

export type ReportDetails = (readonly [name: string, value: string])[];

export interface ReportSource {
  language: Language;
  /** Name of the file without its extension. */
  base_name: string;
  title: string;
  context: string;
  /** Names and values at the top of a PDF. */
  details: ReportDetails;
  rows: Compilable;
  net: NetColumns;
  /** The columns of a PDF, which has room for fewer than the table has. */
  pdf_columns: readonly ColumnWidth[];
  /** Totals of a settlement: a second sheet, and a second table. */
  summary?: { rows: Compilable; batch: ReportBatch };
}

export async function getReportSource(
  deps: Pick<Deps, 'db'>,
  merchant_id: string,
  input: ReportInput,
): Promise<ReportSource> {
  const { merchant, batch, accounts, invoice_no, is_invoiced } = await asMerchant(deps.db, merchant_id, (tx) =>
    getSubject(tx, input),
  );
  const reader = { merchant_id, sql: deps.db.kysely };
  const { report_type, period_from, period_to, language } = input;
  const span = {
    from: startOfBusinessDay(period_from),
    to: new Date(startOfBusinessDay(period_to).getTime() + duration.days(1)),
  };
  const messages = getPdfMessages(language);
  const { titles } = messages;
  const days =
    period_from === period_to
      ? formatDay(period_from, language)
      : messages.period(formatDay(period_from, language), formatDay(period_to, language));
  const formatContext = (period: string): string => `${merchant.brand_name} · ${period} (WIB) · ${messages.currency}`;
  const common = {
    language,
    base_name: formatBaseName(input, merchant.code, batch?.batch_no ?? null),
    context: formatContext(days),
    details: [] as ReportDetails,
    net: { net_amount: 1 } as NetColumns,
  };
  switch (report_type) {
    case 'settlement': {
      if (batch === undefined) throw new Error('A settlement report needs a settlement');
      return {
        ...common,
        title: titles.settlement(batch.batch_no),
        context: formatContext(formatDay(batch.settlement_date, language)),
        details: buildSettlementDetails(batch, language),
        rows: buildSettlementLineRows(reader, batch.id),
        pdf_columns: LINE_PDF,
        summary: { rows: buildSettlementSummaryRows(reader, batch.id), batch },
      };
    }
    case 'transactions':
      return { ...common, title: titles.transactions, rows: buildPaymentRows(reader, span), pdf_columns: PAYMENT_PDF };
    case 'deposit':
      return { ...common, title: titles.deposit, rows: buildDepositRows(reader, span), pdf_columns: DEPOSIT_PDF };
    case 'refund':
      return { ...common, title: titles.refund, rows: buildRefundRows(reader, span), pdf_columns: REFUND_PDF };
    case 'disbursement': {
      const rows = buildDisbursementRows(reader, span);
      return { ...common, title: titles.disbursement, rows, pdf_columns: DISBURSEMENT_PDF };
    }
    case 'balance':
      return {
        ...common,
        title: titles.balance,
        rows: buildStatementRows(reader, accounts, span),
        net: { credit: 1, debit: -1 },
        pdf_columns: STATEMENT_PDF,
      };
    case 'fee_invoice':
      return {
        ...common,
        title: titles.fee_invoice(invoice_no),
        details: buildInvoiceDetails(merchant, invoice_no, { language, days }),
        rows: buildFeeRows(reader, span, { without_credit_notes: is_invoiced }),
        net: { total_amount: 1 },
        pdf_columns: INVOICE_PDF,
      };
  }
}

async function getSubject(tx: MerchantTx, { report_type, settlement_batch_id, ...period }: ReportInput) {
  const merchant = await getMerchant(tx);
  // The number and the rows of the document where one was issued: the same on the report, the invoice and its PDF.
  const issued = report_type === 'fee_invoice' ? await findInvoiceNumber(tx, period) : undefined;
  return {
    merchant,
    invoice_no: issued ?? formatInvoiceNumber(merchant.code, period.period_from, period.period_to),
    is_invoiced: issued !== undefined,
    batch: settlement_batch_id === null ? undefined : await findBatch(tx, settlement_batch_id),
    accounts: report_type === 'balance' ? await listStatementAccounts(tx) : [],
  };
}

function buildSettlementDetails(batch: ReportBatch, language: Language): ReportDetails {
  const { settlement } = getPdfMessages(language);
  const destination = batch.account_last4
    ? `${formatBankAccount(batch.bank_code ?? '', batch.account_last4)}, ${batch.holder_name ?? ''}`
    : settlement.available_balance;
  return [
    [settlement.number, batch.batch_no],
    [settlement.status, settlementStatusLabel(batch.status, language)],
    [settlement.paid_to, destination],
    [settlement.bank_reference, batch.bank_reference ?? '–'],
    [settlement.payments, formatCount(batch.transaction_count, language)],
    [settlement.gross, formatRupiah(batch.gross_amount)],
    [settlement.refunds, formatRupiah(-batch.refund_amount)],
    [settlement.fees, formatRupiah(-batch.fee_amount)],
    [settlement.fee_vat, formatRupiah(-batch.fee_vat_amount)],
    [settlement.commission, formatRupiah(-batch.commission_amount)],
    [settlement.adjustments, formatRupiah(batch.adjustment_amount)],
    [settlement.net, formatRupiah(batch.net_amount)],
  ];
}

/** The billed party, and the rules of the VAT (PMK 131/2024). */
function buildInvoiceDetails(
  merchant: ReportMerchant,
  invoice_no: string,
  { language, days }: { language: Language; days: string },
): ReportDetails {
  const { invoice } = getPdfMessages(language);
  return [
    [invoice.number, invoice_no],
    [invoice.period, days],
    [invoice.billed_to, merchant.legal_name],
    [invoice.brand, `${merchant.brand_name} (${merchant.code})`],
    [invoice.address, [merchant.address_line, merchant.city].filter(Boolean).join(', ')],
    [invoice.npwp, merchant.npwp ?? invoice.npwp_missing],
    ...(merchant.npwp_name ? ([[invoice.npwp_name, merchant.npwp_name]] as const) : []),
    [invoice.payment, invoice.already_paid],
    [invoice.dpp, invoice.dpp_rule],
    [invoice.vat, invoice.vat_rule],
  ];
}
