/** The mail of the daily summary: yesterday in figures. */
import type { EmailContent, EmailTable } from '../mail/template.ts';
import type { Facts, Language } from './rules.ts';
import { countText, dayText, methodText, rupiahText } from './format.ts';

/** What the summary says; counts, and whole rupiah. */
export interface DailySummary {
  /** The business day (WIB) that it is about. */
  day: string;
  payments: { method: string; count: number; amount: number }[];
  paid: { count: number; amount: number };
  /** Fees of those payments, VAT on them included. */
  fees: number;
  refunds: { count: number; amount: number };
  settlements_paid: { count: number; amount: number };
  /** Of the day on which the summary is sent. */
  settlements_due: { count: number; amount: number };
  /** At the moment of the summary, by account. */
  balances: { type: string; balance: number }[];
}

const ACCOUNTS: Record<string, Record<Language, string>> = {
  pending_settlement: { en: 'Waiting for settlement', id: 'Menunggu settlement' },
  available: { en: 'Available', id: 'Tersedia' },
  payout: { en: 'Payout balance', id: 'Saldo pencairan' },
};

const MESSAGES = {
  en: {
    subject: (brand: string, day: string) => `Daily summary of ${brand}: ${day}`,
    heading: (day: string) => `${day} in figures`,
    opening: (count: number, amount: string) =>
      count === 0
        ? 'Nobody paid on this day (00:00 to 24:00 WIB).'
        : `${countText(count, 'en')} ${count === 1 ? 'payment' : 'payments'}, ${amount} in all (00:00 to 24:00 WIB).`,
    payments: 'Payments',
    head: ['', 'How many', 'Amount'],
    all: 'All',
    moves: 'Money that moved',
    fees: 'Fees, VAT included',
    refunds: 'Refunds',
    settlements_paid: 'Settlements paid',
    settlements_due: 'Settlements due today',
    balances: 'Balances now',
    balance: 'Balance',
  },
  id: {
    subject: (brand: string, day: string) => `Ringkasan harian ${brand}: ${day}`,
    heading: (day: string) => `${day} dalam angka`,
    opening: (count: number, amount: string) =>
      count === 0
        ? 'Tidak ada pembayaran pada hari ini (00:00 sampai 24:00 WIB).'
        : `${countText(count, 'id')} pembayaran, seluruhnya ${amount} (00:00 sampai 24:00 WIB).`,
    payments: 'Pembayaran',
    head: ['', 'Berapa', 'Jumlah'],
    all: 'Semua',
    moves: 'Uang yang bergerak',
    fees: 'Biaya, termasuk PPN',
    refunds: 'Refund',
    settlements_paid: 'Settlement dibayarkan',
    settlements_due: 'Settlement jatuh tempo hari ini',
    balances: 'Saldo saat ini',
    balance: 'Saldo',
  },
} as const;

/** Facts are those of DailyFacts, as they were written. */
export function buildDailySummaryEmail(
  facts: Facts,
  { locale, link, footer, brand_name }: Pick<EmailContent, 'locale' | 'link' | 'footer'> & { brand_name: string },
): EmailContent {
  const said = facts as unknown as DailySummary;
  const words = MESSAGES[locale];
  const day = dayText(said.day, locale);
  const row = (name: string, { count, amount }: { count: number; amount: number }): string[] => [
    name,
    countText(count, locale),
    rupiahText(amount),
  ];
  const payments: EmailTable = {
    title: words.payments,
    head: [...words.head],
    rows: [...said.payments.map((each) => row(capitalize(methodText(each, locale)), each)), row(words.all, said.paid)],
  };
  const moves: EmailTable = {
    title: words.moves,
    head: [...words.head],
    rows: [
      [words.fees, '', rupiahText(said.fees)],
      row(words.refunds, said.refunds),
      row(words.settlements_paid, said.settlements_paid),
      row(words.settlements_due, said.settlements_due),
    ],
  };
  const balances: EmailTable = {
    title: words.balances,
    head: ['', words.balance],
    rows: said.balances.map(({ type, balance }) => [ACCOUNTS[type]?.[locale] ?? type, rupiahText(balance)]),
  };
  return {
    locale,
    subject: words.subject(brand_name, day),
    heading: words.heading(day),
    opening: [words.opening(said.paid.count, rupiahText(said.paid.amount))],
    tables: [...(said.payments.length === 0 ? [] : [payments]), moves, balances],
    link,
    footer,
  };
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
