/** What each type of report holds, and what it says of itself: for making its file. */
import type { ReportType } from '@dasbor/contract/report';
import { BANKS } from '@dasbor/contract/bank';
import { startOfBusinessDay } from '@dasbor/contract/time';
import type { Compilable } from 'kysely';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { NetColumns } from './count-csv.ts';
import { buildFeeRows } from './fee-invoice-queries.ts';
import { formatBaseName, formatInvoiceNumber } from './file-rules.ts';
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
  listStatementAccounts,
  getMerchant,
} from './subject-queries.ts';

const DAY_MS = 86_400_000;

/** What a report is asked for. */
export interface ReportInput {
  report_type: ReportType;
  /** First and last day (WIB). */
  period_from: string;
  period_to: string;
  settlement_batch_id: string | null;
  /** From 1: reports of the same are numbered, and their files named apart. */
  number: number;
}

export type Facts = (readonly [name: string, value: string])[];

export interface ReportSource {
  /** Of the file, without its ending. */
  base_name: string;
  title: string;
  context: string;
  /** Names and values at the top of a PDF. */
  facts: Facts;
  rows: Compilable;
  net: NetColumns;
  /** Of a PDF, which has room for less than a table: columns with their headings, and points that 762 are. */
  pdf_columns: readonly (readonly [column: string, heading: string, width: number])[];
  /** Sums beside the rows: a second sheet, and a second table. */
  summary?: { rows: Compilable; batch: ReportBatch };
}

export async function getReportSource(
  deps: Pick<Deps, 'db'>,
  merchant_id: string,
  wish: ReportInput,
): Promise<ReportSource> {
  const { merchant, batch, accounts } = await asMerchant(deps.db, merchant_id, (tx) => getSubject(tx, wish));
  const reader = { merchant_id, sql: deps.db.kysely };
  const { report_type, period_from, period_to } = wish;
  const span = {
    from: startOfBusinessDay(period_from),
    to: new Date(startOfBusinessDay(period_to).getTime() + DAY_MS),
  };
  const days = period_from === period_to ? period_from : `${period_from} to ${period_to}`;
  const common = {
    base_name: formatBaseName(wish, merchant.code, batch?.batch_no ?? null),
    context: `${merchant.brand_name} · ${days} (WIB) · whole rupiah (IDR)`,
    facts: [] as Facts,
    net: { net_amount: 1 } as NetColumns,
  };
  switch (report_type) {
    case 'settlement': {
      if (batch === undefined) throw new Error('A settlement report is of a settlement');
      return {
        ...common,
        title: `Settlement report ${batch.batch_no}`,
        context: `${merchant.brand_name} · ${batch.settlement_date} (WIB) · whole rupiah (IDR)`,
        facts: buildSettlementFacts(batch),
        rows: buildSettlementLineRows(reader, batch.id),
        pdf_columns: LINE_PDF,
        summary: { rows: buildSettlementSummaryRows(reader, batch.id), batch },
      };
    }
    case 'transactions':
      return { ...common, title: 'Transactions report', rows: buildPaymentRows(reader, span), pdf_columns: PAID_PDF };
    case 'deposit':
      return { ...common, title: 'Deposits report', rows: buildDepositRows(reader, span), pdf_columns: DEPOSIT_PDF };
    case 'refund':
      return { ...common, title: 'Refunds report', rows: buildRefundRows(reader, span), pdf_columns: REFUND_PDF };
    case 'balance':
      return {
        ...common,
        title: 'Balance statement',
        rows: buildStatementRows(reader, accounts, span),
        net: { credit: 1, debit: -1 },
        pdf_columns: STATEMENT_PDF,
      };
    case 'fee_invoice':
      return {
        ...common,
        title: `Fee invoice ${formatInvoiceNumber(merchant.code, period_from, period_to)}`,
        facts: buildInvoiceFacts(merchant, wish, days),
        rows: buildFeeRows(reader, span),
        net: { total_amount: 1 },
        pdf_columns: INVOICE_PDF,
      };
  }
}

async function getSubject(tx: MerchantTx, { report_type, settlement_batch_id }: ReportInput) {
  return {
    merchant: await getMerchant(tx),
    batch: settlement_batch_id === null ? undefined : await findBatch(tx, settlement_batch_id),
    accounts: report_type === 'balance' ? await listStatementAccounts(tx) : [],
  };
}

const rupiah = new Intl.NumberFormat('id-ID');
const amountOf = (value: number): string => `Rp ${rupiah.format(value)}`;
const formatBank = (code: string | null): string => BANKS.find((bank) => bank.code === code)?.channel ?? code ?? '';

function buildSettlementFacts(batch: ReportBatch): Facts {
  const to_account = batch.account_last4
    ? `${formatBank(batch.bank_code)} ····${batch.account_last4}, ${batch.holder_name ?? ''}`
    : 'Available balance';
  return [
    ['Settlement', batch.batch_no],
    ['Status', batch.status.replace('_', ' ')],
    ['Paid to', to_account],
    ['Bank reference', batch.bank_reference ?? '–'],
    ['Payments', rupiah.format(batch.transaction_count)],
    ['Gross', amountOf(batch.gross_amount)],
    ['Refunds', amountOf(-batch.refund_amount)],
    ['Fees', amountOf(-batch.fee_amount)],
    ['VAT (PPN) on fees', amountOf(-batch.fee_vat_amount)],
    ['Commission', amountOf(-batch.commission_amount)],
    ['Adjustments', amountOf(batch.adjustment_amount)],
    ['Net', amountOf(batch.net_amount)],
  ];
}

const npwpOf = (npwp: string | null): string => npwp ?? 'not given';

/** Whom the invoice is made out to, and by which rule its VAT is worked out (PMK 131/2024). */
const buildInvoiceFacts = (merchant: ReportMerchant, wish: ReportInput, days: string): Facts => [
  ['Invoice number', formatInvoiceNumber(merchant.code, wish.period_from, wish.period_to)],
  ['Period (WIB)', days],
  ['Billed to', merchant.legal_name],
  ['Brand', `${merchant.brand_name} (${merchant.code})`],
  ['Address', [merchant.address_line, merchant.city].filter(Boolean).join(', ')],
  ['NPWP', npwpOf(merchant.npwp)],
  ...(merchant.npwp_name ? ([['Name on the NPWP', merchant.npwp_name]] as const) : []),
  ['Payment', 'Already taken from payments, refunds and deposits; nothing is due'],
  ['DPP (VAT base)', 'Other value: 11/12 of the fee (PMK 131/2024); the whole fee where a price says so'],
  ['PPN (VAT)', '12 % of the DPP, worked out and rounded for each payment'],
];

const LINE_PDF = [
  ['line_no', 'No.', 34],
  ['transaction_id', 'Transaction', 158],
  ['merchant_reference', 'Reference', 96],
  ['method', 'Method', 72],
  ['paid_at (WIB)', 'Paid (WIB)', 92],
  ['line_type', 'Type', 56],
  ['gross_amount', 'Gross', 62],
  ['mdr_amount', 'MDR', 46],
  ['flat_fee', 'Flat fee', 44],
  ['fee_vat', 'VAT', 42],
  ['net_amount', 'Net', 60],
] as const;

const PAID_PDF = [
  ['transaction_id', 'Transaction', 162],
  ['paid_at (WIB)', 'Paid (WIB)', 96],
  ['merchant_reference', 'Reference', 120],
  ['method', 'Method', 84],
  ['channel_code', 'Channel', 60],
  ['amount', 'Gross', 66],
  ['fee_amount', 'Fee', 54],
  ['fee_vat_amount', 'VAT', 50],
  ['net_amount', 'Net', 70],
] as const;

const DEPOSIT_PDF = [
  ['deposit_id', 'Deposit', 162],
  ['credited_at (WIB)', 'Credited (WIB)', 100],
  ['va_number', 'Number', 110],
  ['bank', 'Bank', 60],
  ['sender_name', 'Sender', 100],
  ['amount', 'Gross', 66],
  ['fee_amount', 'Fee', 50],
  ['fee_vat_amount', 'VAT', 44],
  ['net_amount', 'Net', 70],
] as const;

const REFUND_PDF = [
  ['refund_id', 'Refund', 162],
  ['posted_at (WIB)', 'Time (WIB)', 96],
  ['movement', 'Movement', 58],
  ['transaction_id', 'Payment', 162],
  ['refund_method', 'By', 50],
  ['refund_amount', 'Refund', 64],
  ['fee_amount', 'Fee', 50],
  ['fee_given_back', 'Fee back', 50],
  ['net_amount', 'Net', 70],
] as const;

const STATEMENT_PDF = [
  ['account', 'Account', 100],
  ['posted_at (WIB)', 'Time (WIB)', 96],
  ['kind', 'Movement', 120],
  ['reference_id', 'Reference', 166],
  ['debit', 'Debit', 90],
  ['credit', 'Credit', 90],
  ['balance_after', 'Balance', 100],
] as const;

const INVOICE_PDF = [
  ['service', 'Service', 92],
  ['movement', 'Movement', 60],
  ['fee_rule', 'Price', 146],
  ['rate_percent', 'Rate %', 44],
  ['flat_fee', 'Flat', 46],
  ['count', 'Count', 46],
  ['fee_amount', 'Fee', 76],
  ['dpp_amount', 'DPP', 76],
  ['vat_rate_percent', 'PPN %', 40],
  ['vat_amount', 'PPN', 66],
  ['total_amount', 'Total', 70],
] as const;
