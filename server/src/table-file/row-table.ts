/** Rows of a contract schema as the table of a file. */
import type { z } from 'zod';
import type { Language } from '@dasbor/contract/language';
import { TIME_ZONE, type TimeZone } from '@dasbor/contract/time';
import { escapeFormula, formatTimeCell, formatTimeHeader, getCellKind } from '../db/csv-cells.ts';
import type { CellKind, Table } from './table.ts';

interface RowTable<Name extends string> {
  /** Type of each field. */
  shape: Readonly<Record<Name, z.ZodType>>;
  /** The selected fields, in order. */
  names: readonly Name[];
  formatHeader: (name: Name, language: Language) => string;
  language: Language;
  /** Zone of times: that of the reader of a list; WIB in documents. */
  time_zone?: TimeZone;
}

/** A time has its zone in the header; cells are written as in every file. */
export function buildRowTable<Name extends string>(
  rows: AsyncIterable<Record<Name, unknown>> | Iterable<Record<Name, unknown>>,
  { shape, names, formatHeader, language, time_zone = TIME_ZONE }: RowTable<Name>,
): Table {
  return {
    columns: names.map((name) => {
      const header = formatHeader(name, language);
      const is_time = getCellKind(shape[name]) === 'time';
      return { header: is_time ? formatTimeHeader(header, time_zone) : header, kind: getTableKind(shape[name]) };
    }),
    rows: writeRows(rows, { names, shape, time_zone }),
  };
}

const isNumber = (field: z.ZodType): boolean => {
  const inner = 'unwrap' in field ? (field.unwrap as () => z.ZodType)() : field;
  return inner.type === 'number';
};
const getTableKind = (field: z.ZodType): CellKind =>
  isNumber(field) ? 'number' : getCellKind(field) === 'time' ? 'time' : 'text';

async function* writeRows<Name extends string>(
  rows: AsyncIterable<Record<Name, unknown>> | Iterable<Record<Name, unknown>>,
  { names, shape, time_zone }: Pick<RowTable<Name>, 'names' | 'shape'> & { time_zone: TimeZone },
) {
  for await (const row of rows) yield names.map((name) => writeCell(row[name], shape[name], time_zone));
}

function writeCell(value: unknown, field: z.ZodType, time_zone: TimeZone): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  if (getCellKind(field) === 'time') return formatTimeCell(text, time_zone);
  return typeof value === 'string' ? escapeFormula(text) : text;
}
