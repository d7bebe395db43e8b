/** Reads bank statements as CSV with a balance column, and the rules that every format follows. Pure. */
import { parse } from 'csv-parse/sync';
import { type Localized, localized } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import { business_day } from '@dasbor/contract/time';

export interface ParsedLine {
  value_day: string;
  amount: Rupiah;
  reference: string;
  description: string;
  /** The description without the line breaks of the file, which may divide a reference. */
  unwrapped?: string;
}
export interface ParsedStatement {
  account_no: string;
  number: string;
  opening_balance: Rupiah;
  closing_balance: Rupiah;
  lines: ParsedLine[];
}

/** Why a file cannot be read. */
export class StatementError extends Error {
  readonly detail: Localized;
  constructor(en: string, id: string) {
    super(en);
    this.detail = localized(en, id);
  }
}

const LINES_MAX = 50_000;

/** Text in UTF-8, or else in the single-byte encoding of Windows that banks use. */
export function decodeStatement(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** `1.500.000,00`, `1,500,000.00`, `1500000` and `1500000,00` → whole rupiah; null for anything else, cents included. */
export function parseAmount(text: string): Rupiah | null {
  const given = text.trim().replace(/^(?:IDR|Rp\.?)\s*/i, '');
  const match = /^([+-]?)(\d[\d.,]*?)(?:[.,](\d{0,2}))?$/.exec(given);
  if (!match) return null;
  const [, sign, whole = '', cents = ''] = match;
  if (Number(cents || 0) !== 0) return null;
  if (!/^\d+$|^\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return null;
  const amount = Number(whole.replaceAll(/[.,]/g, ''));
  if (!Number.isSafeInteger(amount)) return null;
  return sign === '-' ? 0 - amount : amount;
}

/** Throws unless the lines lead from the opening to the closing balance. */
export function assertComplete(statement: ParsedStatement): ParsedStatement {
  const { lines, opening_balance, closing_balance } = statement;
  if (lines.length === 0) throw new StatementError('The statement has no lines.', 'Rekening koran tidak memuat baris.');
  if (lines.length > LINES_MAX) {
    throw new StatementError(
      `A statement has at most ${LINES_MAX} lines.`,
      `Rekening koran memuat paling banyak ${LINES_MAX} baris.`,
    );
  }
  // Then every balance and every sum of some lines is a safe number too.
  const volume = lines.reduce((total, { amount }) => total + Math.abs(amount), Math.abs(opening_balance));
  if (!Number.isSafeInteger(volume)) {
    throw new StatementError(
      'The amounts of the statement are too large.',
      'Jumlah pada rekening koran terlalu besar.',
    );
  }
  const sum = lines.reduce((total, { amount }) => total + amount, opening_balance);
  if (sum !== closing_balance) {
    throw new StatementError(
      `The opening balance plus all lines is ${sum}, but the closing balance is ${closing_balance}.`,
      `Saldo awal ditambah semua baris adalah ${sum}, tetapi saldo akhir adalah ${closing_balance}.`,
    );
  }
  return statement;
}

export const unreadable = (line: string): StatementError =>
  new StatementError(
    `This line cannot be read: ${line.slice(0, 80)}`,
    `Baris ini tidak dapat dibaca: ${line.slice(0, 80)}`,
  );

/** Throws for a day that does not exist, and for a year that the API could not answer. */
export function assertDay(day: string, line: string): string {
  if (!business_day.safeParse(day).success) throw unreadable(line);
  return day;
}

/** Rows in which the headings are looked for. */
const HEAD_ROWS = 20;

const HEADERS = {
  day: ['date', 'value date', 'tanggal', 'tgl', 'tanggal transaksi', 'transaction date', 'posting date'],
  description: ['description', 'keterangan', 'remark', 'remarks', 'uraian', 'deskripsi'],
  reference: ['reference', 'reference no', 'referensi', 'no referensi', 'no. referensi', 'ref'],
  debit: ['debit', 'debet'],
  credit: ['credit', 'kredit'],
  amount: ['amount', 'jumlah', 'nominal', 'mutasi'],
  side: ['type', 'd/c', 'd/k', 'db/cr', 'dc', 'dk', 'jenis'],
  balance: ['balance', 'saldo'],
} as const;
type CsvColumn = keyof typeof HEADERS;

/** The delimiter that is most frequent in the head of the file. */
const chooseDelimiter = (text: string): string => {
  const head = text.split('\n').slice(0, HEAD_ROWS).join('\n');
  const count = (each: string): number => head.split(each).length;
  return [';', '\t', '|', ','].reduce((best, each) => (count(each) > count(best) ? each : best));
};

function findHeader(rows: readonly string[][]): { at: number; columns: Partial<Record<CsvColumn, number>> } {
  for (const [at, row] of rows.slice(0, HEAD_ROWS).entries()) {
    const cells = row.map((cell) => cell.trim().toLowerCase());
    const columns: Partial<Record<CsvColumn, number>> = {};
    for (const [name, labels] of Object.entries(HEADERS) as [CsvColumn, readonly string[]][]) {
      const index = cells.findIndex((cell) => labels.includes(cell));
      if (index >= 0) columns[name] = index;
    }
    const has_amount = columns.amount !== undefined || (columns.debit !== undefined && columns.credit !== undefined);
    if (columns.day !== undefined && columns.balance !== undefined && has_amount) return { at, columns };
  }
  throw new StatementError(
    'The file needs a row of headings with date, balance, and amount or debit and credit.',
    'Berkas memerlukan baris judul dengan tanggal, saldo, dan jumlah atau debit dan kredit.',
  );
}

/** First letters of the months in English and Indonesian. */
const MONTHS = [
  'jan',
  'feb',
  'mar',
  'apr',
  'ma[yi]',
  'jun',
  'jul',
  'a[gu][tgus]',
  'sep',
  'o[ck]t',
  'no[vp]',
  'de[cs]',
].map((start) => new RegExp(`^${start}`, 'i'));

/** `20/11/2026`, `20 Nov 2026`, `2026-11-20`, `2026/11/20` or `2026-Nov-20`, with or without a time. */
function parseDay(text: string, line: string): string {
  const given = text.trim();
  const first_year = /^(\d{4})[/. -](\d{1,2}|[a-z]{3,9})[/. -](\d{1,2})(?!\d)/i.exec(given);
  const last_year = /^(\d{1,2})[/. -](\d{1,2}|[a-z]{3,9})[/. -](\d{4})(?!\d)/i.exec(given);
  const [year, month = '', day = ''] = first_year?.slice(1) ?? last_year?.slice(1).toReversed() ?? [];
  const number = /^\d/.test(month) ? month : String(MONTHS.findIndex((start) => start.test(month)) + 1);
  return assertDay(`${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`, line);
}

/** Rows in the order of the account, each with the balance after it. */
export function parseCsvStatement(text: string, account_no: string): ParsedStatement {
  const rows = parse(text, {
    bom: true,
    delimiter: chooseDelimiter(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as string[][];
  const { at, columns } = findHeader(rows);
  const lines: ParsedLine[] = [];
  let opening_balance: Rupiah | null = null;
  let balance: Rupiah = 0;
  for (const row of rows.slice(at + 1)) {
    const cell = (name: CsvColumn): string => (columns[name] === undefined ? '' : (row[columns[name]] ?? '').trim());
    // Banks end files with totals, which have no day.
    if (!/\d/.test(cell('day'))) continue;
    const raw = row.join(' ');
    const amount = readCsvAmount(cell, raw);
    const after = parseAmount(cell('balance'));
    if (after === null || amount === 0) throw unreadable(raw);
    opening_balance ??= after - amount;
    if (lines.length > 0 && balance + amount !== after) {
      throw new StatementError(
        `The balance after this line does not follow from the line before: ${raw.slice(0, 80)}`,
        `Saldo setelah baris ini tidak sesuai dengan baris sebelumnya: ${raw.slice(0, 80)}`,
      );
    }
    balance = after;
    lines.push({
      value_day: parseDay(cell('day'), raw),
      amount,
      reference: cell('reference'),
      description: cell('description'),
    });
  }
  const days = lines.map(({ value_day }) => value_day).toSorted();
  const number = days.length === 0 ? '' : `${days[0]}/${days.at(-1)}`;
  return assertComplete({ account_no, number, opening_balance: opening_balance ?? 0, closing_balance: balance, lines });
}

function readCsvAmount(cell: (name: CsvColumn) => string, raw: string): Rupiah {
  const read = (text: string): Rupiah => {
    const value = text === '' || text === '-' ? 0 : parseAmount(text);
    if (value === null) throw unreadable(raw);
    return value;
  };
  const given = cell('amount');
  if (given === '') return Math.abs(read(cell('credit'))) - Math.abs(read(cell('debit')));
  // `1,500.00 DB`: some banks write the side behind the amount.
  const [, text = given, behind = ''] = /^(.*?)\s*(CR|DB|C|D|K)?$/i.exec(given) ?? [];
  const side = (cell('side') || behind).toUpperCase();
  const value = read(text);
  return /^(?:D|DB|DEBIT|DEBET)$/.test(side) ? 0 - Math.abs(value) : value;
}
