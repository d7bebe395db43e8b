/** Tables out of the database. */
import type { Compilable } from 'kysely';
import { type CopyOptions, copyRows, describeColumns } from '../db/copy.ts';
import type { Db } from '../db/connect.ts';
import type { Cells, Table, TableColumn } from './table.ts';

/**
 * The table of a query of the kind that CSV files are made of (csv-cells.ts): its columns with their kinds from the
 * database's own types, its rows as they come. The rows hold a connection until they are read or left.
 */
export async function readTable(
  db: Db,
  merchant_id: string,
  query: Compilable,
  options: CopyOptions = {},
): Promise<Table> {
  const columns = await describeColumns(db, merchant_id, query);
  return { columns, rows: unescapeFormulas(copyRows(db, merchant_id, query, options), columns) };
}

/**
 * Takes away the apostrophe that csv-cells.ts sets before what a spreadsheet would run as a formula: in a file whose
 * cells have types a text is a text.
 */
async function* unescapeFormulas(rows: AsyncIterable<Cells>, columns: readonly TableColumn[]): AsyncGenerator<Cells> {
  for await (const row of rows) {
    yield row.map((cell, at) =>
      cell !== null && columns[at]?.kind === 'text' && /^'+[-=+@\t\r\n]/.test(cell) ? cell.slice(1) : cell,
    );
  }
}
