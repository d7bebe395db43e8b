/** Reads bank statements as CSV with a balance column, and the rules that every format follows. Pure. */
import { parse } from 'csv-parse/sync';
import { type Localized, localized } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import { business_day } from '@dasbor/contract/time';

export interface ParsedLine {
  value_day: string;
  amount: Rupiah;
  /** Sen beyond whole rupiah, with the sign of the line; 0 for nearly all lines. */
  cents: number;
  reference: string;
  description: string;
  /** The description without the line breaks of the file, which may divide a reference. */
  unwrapped?: string;
}
export interface ParsedStatement {
  account_no: string;
  number: string;
  opening_balance: Rupiah;
  opening_cents: number;
  closing_balance: Rupiah;
  closing_cents: number;
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

/** `1.500.000,00`, `1,500,000.00`, `1500000` and `1500000,5` → sen (a hundredth of a rupiah); null for anything else. */
export function parseSen(text: string): number | null {
  const given = text.trim().replace(/^(?:IDR|Rp\.?)\s*/i, '');
  const match = /^([+-]?)(\d[\d.,]*?)(?:[.,](\d{0,2}))?$/.exec(given);
  if (!match) return null;
  const [, sign, whole = '', cents = ''] = match;
  if (!/^\d+$|^\d{1,3}(?:[.,]\d{3})+$/.test(whole)) return null;
  const sen = Number(whole.replaceAll(/[.,]/g, '')) * SEN + Number(cents.padEnd(2, '0'));
  if (!Number.isSafeInteger(sen)) return null;
  return sign === '-' ? 0 - sen : sen;
}

/** Sen of a rupiah. */
const SEN = 100;

/** Whole rupiah and what is beyond, both with the sign of the amount. */
export function splitSen(sen: number): { amount: Rupiah; cents: number } {
  const cents = sen % SEN;
  // Without negative zeros.
  return { amount: (sen - cents) / SEN + 0, cents: cents + 0 };
}
const joinSen = (amount: Rupiah, cents: number): number => amount * SEN + cents;
function formatSen(sen: number): string {
  const cents = Math.abs(sen) % SEN;
  const whole = `${sen < 0 ? '-' : ''}${(Math.abs(sen) - cents) / SEN}`;
  return cents === 0 ? whole : `${whole}.${String(cents).padStart(2, '0')}`;
}

/** Throws unless the lines lead from the opening to the closing balance. */
export function assertComplete(statement: ParsedStatement): ParsedStatement {
  const { lines, opening_balance, opening_cents, closing_balance, closing_cents } = statement;
  if (lines.length === 0) throw new StatementError('The statement has no lines.', 'Rekening koran tidak memuat baris.');
  if (lines.length > LINES_MAX) {
    throw new StatementError(
      `A statement has at most ${LINES_MAX} lines.`,
      `Rekening koran memuat paling banyak ${LINES_MAX} baris.`,
    );
  }
  const opening = joinSen(opening_balance, opening_cents);
  const closing = joinSen(closing_balance, closing_cents);
  const sen = lines.map(({ amount, cents }) => joinSen(amount, cents));
  // Then every balance and every sum of some lines is a safe number too.
  const volume = sen.reduce((total, each) => total + Math.abs(each), Math.abs(opening));
  if (!Number.isSafeInteger(volume)) {
    throw new StatementError(
      'The amounts of the statement are too large.',
      'Jumlah pada rekening koran terlalu besar.',
    );
  }
  const sum = sen.reduce((total, each) => total + each, opening);
  if (sum !== closing) {
    throw new StatementError(
      `The opening balance plus all lines is ${formatSen(sum)}, but the closing balance is ${formatSen(closing)}.`,
      `Saldo awal ditambah semua baris adalah ${formatSen(sum)}, tetapi saldo akhir adalah ${formatSen(closing)}.`,
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

interface CsvRow {
  line: ParsedLine;
  sen: number;
  /** Balance after it, in sen. */
  after: number;
  raw: string;
}

/** Rows in the order of the account or newest first, each with the balance after it. */
export function parseCsvStatement(text: string, account_no: string): ParsedStatement {
  const rows = parse(text, {
    bom: true,
    delimiter: chooseDelimiter(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as string[][];
  const { at, columns } = findHeader(rows);
  const given: CsvRow[] = [];
  for (const row of rows.slice(at + 1)) {
    const cell = (name: CsvColumn): string => (columns[name] === undefined ? '' : (row[columns[name]] ?? '').trim());
    // Banks end files with totals, which have no day.
    if (!/\d/.test(cell('day'))) continue;
    const raw = row.join(' ');
    const sen = readCsvAmount(cell, raw);
    const after = parseSen(cell('balance'));
    if (after === null || sen === 0) throw unreadable(raw);
    const value_day = parseDay(cell('day'), raw);
    const words = { reference: cell('reference'), description: cell('description') };
    given.push({ line: { value_day, ...splitSen(sen), ...words }, sen, after, raw });
  }
  const ordered = orderRows(given);
  const days = ordered.map(({ line }) => line.value_day).toSorted();
  const opening = splitSen((ordered[0]?.after ?? 0) - (ordered[0]?.sen ?? 0));
  const closing = splitSen(ordered.at(-1)?.after ?? 0);
  return assertComplete({
    account_no,
    number: days.length === 0 ? '' : `${days[0]}/${days.at(-1)}`,
    opening_balance: opening.amount,
    opening_cents: opening.cents,
    closing_balance: closing.amount,
    closing_cents: closing.cents,
    lines: ordered.map(({ line }) => line),
  });
}

/** The rows from the oldest on: banks also write the newest first. Throws when neither order leads from balance to balance. */
function orderRows(rows: readonly CsvRow[]): readonly CsvRow[] {
  const broken = findBreak(rows);
  if (broken === undefined) return rows;
  const reversed = rows.toReversed();
  if (findBreak(reversed) === undefined) return reversed;
  throw new StatementError(
    `The balance after this line does not follow from the line before: ${broken.raw.slice(0, 80)}`,
    `Saldo setelah baris ini tidak sesuai dengan baris sebelumnya: ${broken.raw.slice(0, 80)}`,
  );
}

/** The first row whose balance does not follow from the row before. */
const findBreak = (rows: readonly CsvRow[]): CsvRow | undefined =>
  rows.find(({ sen, after }, index) => index > 0 && (rows[index - 1]?.after ?? 0) + sen !== after);

function readCsvAmount(cell: (name: CsvColumn) => string, raw: string): number {
  const read = (text: string): number => {
    const value = text === '' || text === '-' ? 0 : parseSen(text);
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
