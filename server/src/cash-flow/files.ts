/** The cash flow of a period as CSV, XLSX and PDF: the columns of the screen in the same order, oldest day first. */
import {
  CASH_FLOW_CATEGORIES,
  type CashFlow,
  type CashFlowCategory,
  type CashFlowDay,
  categoryLabel,
} from '@dasbor/contract/cash-flow';
import { formatDay, formatInstant, formatRupiah } from '@dasbor/contract/format';
import { accountLabel } from '@dasbor/contract/balance-labels';
import type { CsvDelimiter } from '@dasbor/contract/file-settings';
import type { Language } from '@dasbor/contract/language';
import { type Rupiah, add } from '@dasbor/contract/money';
import type { Readable } from 'node:stream';
import { formatCsvLine } from '../table-file/csv.ts';
import { renderTablePdf } from '../table-file/pdf.ts';
import type { Cells, Table } from '../table-file/table.ts';

const TEXTS = {
  en: {
    title: 'Cash flow',
    day: 'Day (WIB)',
    opening: 'Opening',
    other: 'Other',
    closing: 'Closing',
    difference: 'Difference',
    total: 'Total',
    period: 'Period (WIB)',
    range: (from: string, to: string) => `${from} to ${to}`,
    account: 'Account',
    currency: 'Currency',
    whole_rupiah: 'IDR, whole rupiah',
    as_of: 'As of',
    opening_balance: 'Opening balance',
    movements: 'Movements',
    closing_balance: 'Closing balance',
    check: 'Check',
    balanced: (sum: string) => `${sum}: matches the ledger`,
    unbalanced: (difference: string) => `DOES NOT MATCH: the movements differ from the ledger by ${difference}`,
  },
  id: {
    title: 'Arus kas',
    day: 'Tanggal (WIB)',
    opening: 'Saldo awal',
    other: 'Lainnya',
    closing: 'Saldo akhir',
    difference: 'Selisih',
    total: 'Total',
    period: 'Periode (WIB)',
    range: (from: string, to: string) => `${from} sampai ${to}`,
    account: 'Akun',
    currency: 'Mata uang',
    whole_rupiah: 'IDR, rupiah penuh',
    as_of: 'Per',
    opening_balance: 'Saldo awal',
    movements: 'Mutasi',
    closing_balance: 'Saldo akhir',
    check: 'Pemeriksaan',
    balanced: (sum: string) => `${sum}: sesuai dengan buku besar`,
    unbalanced: (difference: string) => `TIDAK SESUAI: mutasi berselisih ${difference} dengan buku besar`,
  },
} as const;

/** Title of the document and name of the XLSX sheet. */
export const getCashFlowTitle = (language: Language): string => TEXTS[language].title;

type Row = Pick<CashFlowDay, 'opening' | 'closing' | 'difference' | CashFlowCategory>;
type AmountColumn = [header: string, getAmount: (row: Row) => Rupiah];

/** Categories that are not selected are summed up in one column, so that every row still adds up. */
export function buildCashFlowTable(
  flow: CashFlow,
  selected: readonly CashFlowCategory[] | undefined,
  language: Language,
): Table {
  const texts = TEXTS[language];
  const shown = selected?.length
    ? CASH_FLOW_CATEGORIES.filter((category) => selected.includes(category))
    : CASH_FLOW_CATEGORIES;
  const others = CASH_FLOW_CATEGORIES.filter((category) => !shown.includes(category));
  const amounts: AmountColumn[] = [
    [texts.opening, (row) => row.opening],
    ...shown.map((category): AmountColumn => [categoryLabel(category, language), (row) => row[category]]),
    ...(others.length > 0 ? [[texts.other, (row) => add(...others.map((each) => row[each]))] as AmountColumn] : []),
    [texts.closing, (row) => row.closing],
    [texts.difference, (row) => row.difference],
  ];
  const toCells = (head: string, row: Row): Cells => [head, ...amounts.map(([, getAmount]) => String(getAmount(row)))];
  return {
    columns: [{ header: texts.day, kind: 'day' }, ...amounts.map(([header]) => ({ header, kind: 'number' as const }))],
    rows: flow.days.map((row) => toCells(row.day, row)),
    totals: toCells(texts.total, flow.total),
  };
}

export const formatCashFlowCsv = ({ columns, rows }: Table, delimiter: CsvDelimiter): string =>
  [columns.map(({ header }) => header), ...(rows as Iterable<Cells>)]
    .map((cells) => formatCsvLine(cells, delimiter))
    .join('');

/** The PDF states both balances and the reconciliation check above the table. */
export function buildCashFlowPdf(flow: CashFlow, table: Table, brand_name: string, language: Language): Readable {
  const texts = TEXTS[language];
  const { opening, closing, difference } = flow.total;
  const movements = add(closing, -opening, -difference);
  const wrong_days = flow.days.filter((each) => each.difference !== 0).map(({ day }) => formatDay(day, language));
  const check =
    difference === 0 && wrong_days.length === 0
      ? texts.balanced(`${formatRupiah(opening)} + ${formatRupiah(movements)} = ${formatRupiah(closing)}`)
      : texts.unbalanced(formatRupiah(difference)) + (wrong_days.length > 0 ? ` (${wrong_days.join(', ')})` : '');
  return renderTablePdf({
    title: texts.title,
    context: brand_name,
    fields: [
      [texts.period, texts.range(formatDay(flow.from, language), formatDay(flow.to, language))],
      [texts.account, accountLabel(flow.account, language)],
      [texts.currency, texts.whole_rupiah],
      [texts.as_of, formatInstant(flow.as_of, language)],
      [texts.opening_balance, formatRupiah(opening)],
      [texts.movements, formatRupiah(movements)],
      [texts.closing_balance, formatRupiah(closing)],
      [texts.check, check],
    ],
    table: { ...table, rows: formatDays(table.rows as Iterable<Cells>, language) },
    landscape: true,
  });
}

const formatDays = (rows: Iterable<Cells>, language: Language): Cells[] =>
  [...rows].map(([day, ...amounts]) => [formatDay(day ?? '', language), ...amounts]);
