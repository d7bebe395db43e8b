/** The email of the daily summary: yesterday's metrics. */
import { formatCount, formatDay, formatRupiah } from '@dasbor/contract/format';
import { methodLabel } from '@dasbor/contract/labels';
import type { Language } from '@dasbor/contract/language';
import type { EmailContent, EmailTable } from '../mail/template.ts';
import type { TemplateData } from '../db/column-types.ts';

/** The metrics of a day; counts, and amounts in whole rupiah. */
export interface DailySummary {
  /** The reported business day (WIB). */
  day: string;
  payments: { method: string; count: number; amount: number }[];
  paid: { count: number; amount: number };
  /** Fees on those payments, including VAT. */
  fees: number;
  refunds: { count: number; amount: number };
  settlements_paid: { count: number; amount: number };
  /** Due on the day on which the summary is sent. */
  settlements_due: { count: number; amount: number };
  /** By account, when the summary is created. */
  balances: { type: string; balance: number }[];
}

const ACCOUNTS: Record<string, Record<Language, string>> = {
  pending_settlement: { en: 'Pending balance', id: 'Saldo tertunda' },
  available: { en: 'Available balance', id: 'Saldo tersedia' },
  payout: { en: 'Payout balance', id: 'Saldo pencairan' },
};

const MESSAGES = {
  en: {
    subject: (brand: string, day: string) => `Daily summary for ${brand}: ${day}`,
    heading: (day: string) => `Daily summary: ${day}`,
    intro: (count: number, amount: string) =>
      count === 0
        ? 'No payments were received on this day (00:00–24:00 WIB).'
        : `You received ${formatCount(count, 'en')} ${count === 1 ? 'payment' : 'payments'} totalling ${amount} (00:00–24:00 WIB).`,
    payments: 'Payments',
    head: ['', 'Count', 'Amount'],
    total: 'Total',
    movements: 'Fees, refunds and settlements',
    fees: 'Fees including VAT',
    refunds: 'Refunds',
    settlements_paid: 'Settlements paid',
    settlements_due: 'Settlements due today',
    balances: 'Current balances',
    balance: 'Balance',
  },
  id: {
    subject: (brand: string, day: string) => `Ringkasan harian ${brand}: ${day}`,
    heading: (day: string) => `Ringkasan harian: ${day}`,
    intro: (count: number, amount: string) =>
      count === 0
        ? 'Tidak ada pembayaran yang diterima pada hari ini (00.00–24.00 WIB).'
        : `Anda menerima ${formatCount(count, 'id')} pembayaran dengan total ${amount} (00.00–24.00 WIB).`,
    payments: 'Pembayaran',
    head: ['', 'Jumlah', 'Nominal'],
    total: 'Total',
    movements: 'Biaya, pengembalian dana, dan settlement',
    fees: 'Biaya termasuk PPN',
    refunds: 'Pengembalian dana',
    settlements_paid: 'Settlement dicairkan',
    settlements_due: 'Settlement jatuh tempo hari ini',
    balances: 'Saldo saat ini',
    balance: 'Saldo',
  },
} as const;

/** `data` is a DailySummary as it was stored. */
export function buildDailySummaryEmail(
  data: TemplateData,
  { language, link, footer, brand_name }: Pick<EmailContent, 'language' | 'link' | 'footer'> & { brand_name: string },
): EmailContent {
  const summary = data as unknown as DailySummary;
  const messages = MESSAGES[language];
  const day = formatDay(summary.day, language);
  const toRow = (name: string, { count, amount }: { count: number; amount: number }): string[] => [
    name,
    formatCount(count, language),
    formatRupiah(amount),
  ];
  const payments: EmailTable = {
    title: messages.payments,
    head: [...messages.head],
    rows: [
      ...summary.payments.map((totals) => toRow(methodLabel(totals.method, language), totals)),
      toRow(messages.total, summary.paid),
    ],
  };
  const movements: EmailTable = {
    title: messages.movements,
    head: [...messages.head],
    rows: [
      [messages.fees, '', formatRupiah(summary.fees)],
      toRow(messages.refunds, summary.refunds),
      toRow(messages.settlements_paid, summary.settlements_paid),
      toRow(messages.settlements_due, summary.settlements_due),
    ],
  };
  const balances: EmailTable = {
    title: messages.balances,
    head: ['', messages.balance],
    rows: summary.balances.map(({ type, balance }) => [ACCOUNTS[type]?.[language] ?? type, formatRupiah(balance)]),
  };
  return {
    language,
    subject: messages.subject(brand_name, day),
    heading: messages.heading(day),
    paragraphs: [messages.intro(summary.paid.count, formatRupiah(summary.paid.amount))],
    tables: [...(summary.payments.length === 0 ? [] : [payments]), movements, balances],
    link,
    footer,
  };
}
