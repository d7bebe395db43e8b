/** Reads tables from the database. */
import type { Compilable } from 'kysely';
import { type CopyOptions, type RowsOf, copyRows, describeColumns, openRows } from '../db/copy.ts';
import type { Db } from '../db/connect.ts';
import { isFormula } from '../db/csv-cells.ts';
import type { Cells, Table, TableColumn } from './table.ts';

/**
 * Runs a query built for CSV files (csv-cells.ts) as a table: column kinds come from the database types, and rows are
 * streamed. The rows hold a connection until they are consumed or abandoned.
 */
export async function readTable(db: Db, rows_of: RowsOf, query: Compilable, options: CopyOptions): Promise<Table> {
  const columns = await describeColumns(db, rows_of, query);
  const rows =
    options.reader === 'client' ? await openRows(db, rows_of, query, options) : copyRows(db, rows_of, query, options);
  return { columns, rows: unescapeFormulas(rows, columns) };
}

/** Removes the apostrophe by which csv-cells.ts escapes formulas; typed cells do not need it. */
async function* unescapeFormulas(rows: AsyncIterable<Cells>, columns: readonly TableColumn[]): AsyncGenerator<Cells> {
  for await (const row of rows) {
    yield row.map((cell, at) =>
      cell !== null && columns[at]?.kind === 'text' && cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell,
    );
  }
}

/** As readTable, with all rows of a small table read at once, so that it holds no connection afterwards. */
export async function readSmallTable(...table_of: Parameters<typeof readTable>): Promise<Table> {
  const table = await readTable(...table_of);
  const rows: Cells[] = [];
  for await (const row of table.rows) rows.push(row);
  return { ...table, rows };
}
