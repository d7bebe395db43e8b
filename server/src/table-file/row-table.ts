/** Rows of a contract schema as the table of a file. */
import type { z } from 'zod';
import type { Language } from '@dasbor/contract/language';
import { toSnapTime } from '@dasbor/contract/time';
import { getCellKind, isFormula } from '../db/csv-cells.ts';
import type { CellKind, Table } from './table.ts';

interface RowTable<Name extends string> {
  /** Type of each field. */
  shape: Readonly<Record<Name, z.ZodType>>;
  /** The selected fields, in order. */
  names: readonly Name[];
  formatHeader: (name: Name, language: Language) => string;
  language: Language;
}

/** A time has its zone in the header; cells are written as in every file. */
export function buildRowTable<Name extends string>(
  rows: AsyncIterable<Record<Name, unknown>> | Iterable<Record<Name, unknown>>,
  { shape, names, formatHeader, language }: RowTable<Name>,
): Table {
  return {
    columns: names.map((name) => ({
      header: `${formatHeader(name, language)}${getCellKind(shape[name]) === 'time' ? ' (WIB)' : ''}`,
      kind: getTableKind(shape[name]),
    })),
    rows: writeRows(rows, names, shape),
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
  names: readonly Name[],
  shape: Readonly<Record<Name, z.ZodType>>,
) {
  for await (const row of rows) yield names.map((name) => writeCell(row[name], shape[name]));
}

function writeCell(value: unknown, field: z.ZodType): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
  // `2026-11-21 14:05:00`.
  if (getCellKind(field) === 'time') return toSnapTime(new Date(text)).slice(0, 19).replace('T', ' ');
  // An apostrophe prevents spreadsheets from running a text as a formula.
  return typeof value === 'string' && isFormula(text) ? `'${text}` : text;
}
