/** The statement of an account as a PDF, streamed: the rows of the CSV between opening and closing balance. */
import type { Language } from '@dasbor/contract/language';
import { entryLabel } from '@dasbor/contract/balance-labels';
import type { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { renderPdf } from '../pdf/document.ts';

const TEXTS = {
  en: {
    title: 'Statement',
    period: 'Period',
    currency: 'Currency',
    idr: 'IDR, whole rupiah',
    filter: 'Filter',
    reversed: 'reversed',
    columns: ['Time (WIB)', 'Type', 'Reference', 'Debit', 'Credit', 'Balance'],
  },
  id: {
    title: 'Laporan mutasi saldo',
    period: 'Periode',
    currency: 'Mata uang',
    idr: 'IDR, rupiah penuh',
    filter: 'Filter',
    reversed: 'dibalik',
    columns: ['Waktu (WIB)', 'Jenis', 'Referensi', 'Debit', 'Kredit', 'Saldo'],
  },
};
const WIDTHS = [92, 112, 132, 56, 56, 67];

const buildColumns = (language: Language) =>
  TEXTS[language].columns.map((header, index) => ({
    header,
    width: WIDTHS[index] ?? 60,
    ...(index > 2 ? { align: 'right' as const } : {}),
  }));

const number = new Intl.NumberFormat('id-ID');
/** Groups digits; the ledger rejects amounts above a safe integer. */
const formatDigits = (digits: string | null | undefined): string => (digits ? number.format(Number(digits)) : '');

/** Yields to other requests after this many rows. */
const YIELD_EVERY_ROWS = 100;

export interface StatementHead {
  account: string;
  brand_name: string;
  /** Both ends, formatted. */
  period: string;
  /** The filter besides the period; null: none. */
  filtered: string | null;
}

/** `rows`: cells of the statement in the order of the CSV. */
export function writeBalanceStatement(
  { account, brand_name, period, filtered }: StatementHead,
  language: Language,
  rows: AsyncIterable<(string | null)[]>,
): PassThrough {
  const t = TEXTS[language];
  return renderPdf({ title: `${t.title}: ${account}` }, async ({ heading, field, gap, table }) => {
    heading(`${t.title}: ${account}`, brand_name);
    field(t.period, period);
    field(t.currency, t.idr);
    if (filtered !== null) field(t.filter, filtered);
    gap();
    const writeRow = table(buildColumns(language));
    let count = 0;
    for await (const cells of rows) {
      const [time, , , kind, status, , reference_id, , debit, credit, balance] = cells;
      const is_end = kind === 'opening_balance' || kind === 'closing_balance';
      const type = `${entryLabel(kind ?? '', language)}${status === 'reversed' ? ` (${t.reversed})` : ''}`;
      writeRow(
        [time ?? '', type, reference_id ?? '', formatDigits(debit), formatDigits(credit), formatDigits(balance)],
        is_end,
      );
      count += 1;
      if (count % YIELD_EVERY_ROWS === 0) await setImmediate();
    }
  });
}
