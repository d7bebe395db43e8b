/** A table as a PDF: fields, then rows, then totals; streamed while the rows are read. */
import type { Readable } from 'node:stream';
import { type PdfColumn, renderPdf } from '../pdf/document.ts';
import type { CellKind, Cells, Table } from './table.ts';

/** Maximum number of rows per document. */
export const PDF_ROWS_MAX = 10_000;

export interface TablePdf {
  title: string;
  /** Subtitle, such as the period and its time zone. */
  context?: string;
  /** Labels and values above the table. */
  fields?: readonly (readonly [name: string, value: string])[];
  table: Table;
  /** Points per column; derived from the column kinds by default. Portrait fits 515 points, landscape 762. */
  widths?: readonly number[];
  landscape?: boolean;
}

const WEIGHTS: Record<CellKind, number> = { text: 1.4, number: 1, day: 0.9, time: 1.3, boolean: 0.6 };

/** The stream fails when the table cannot be read or has more than `PDF_ROWS_MAX` rows. */
export const renderTablePdf = ({ title, context, fields = [], table, widths, landscape }: TablePdf): Readable =>
  renderPdf({ title, layout: landscape ? 'landscape' : 'portrait' }, async (page) => {
    page.heading(title, context);
    for (const [name, value] of fields) page.field(name, value);
    if (fields.length > 0) page.gap();
    const kinds = table.columns.map(({ kind }) => kind);
    const writeRow = page.table(toPdfColumns(table, page.width, widths));
    let count = 0;
    for await (const row of table.rows) {
      count += 1;
      if (count > PDF_ROWS_MAX) throw new Error(`More than ${PDF_ROWS_MAX} rows for one document`);
      writeRow(formatRow(row, kinds));
    }
    if (table.totals) writeRow(formatRow(table.totals, kinds), true);
  });

function toPdfColumns({ columns }: Table, width: number, widths: readonly number[] | undefined): PdfColumn[] {
  const whole = columns.reduce((sum, { kind }) => sum + WEIGHTS[kind], 0);
  return columns.map(({ header, kind }, at) => ({
    header,
    width: widths?.[at] ?? (width * WEIGHTS[kind]) / whole,
    align: kind === 'number' ? 'right' : 'left',
  }));
}

const formatRow = (row: Cells, kinds: readonly CellKind[]): string[] =>
  row.map((cell, at) => (cell === null ? '' : kinds[at] === 'number' ? formatGrouped(cell) : cell));

/** Formats `1234567` as `1.234.567`. */
const formatGrouped = (cell: string): string =>
  /^-?\d+$/.test(cell) ? cell.replaceAll(/\B(?=(\d{3})+$)/g, '.') : cell;
