/** Rows of a list as a file, for lists that are read as objects and not copied from a query. */
import type { Language } from '@dasbor/contract/language';
import type { Route } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import { listFields } from '../db/columns.ts';
import {
  type CsvFields,
  escapeFormula,
  formatTimeCell,
  getCellKind,
  getColumnKind,
  listCsvHeaders,
} from '../db/csv-cells.ts';
import type { FileStyle } from './file-style.ts';
import type { RequestContext, StreamResponse } from './serve.ts';
import { createTableResponse } from './table-response.ts';

/** Conversion of the rows of a list to cells. */
export interface RowFile<Field extends string> {
  /** Name of the list; also of its file. */
  name: string;
  /** Type of each field, in the order of the columns. */
  shape: CsvFields<Field>;
  formatHeader: (field: Field, language: Language) => string;
}

type Rows<Field extends string> =
  | Iterable<Partial<Record<Field, unknown>>>
  | AsyncIterable<Partial<Record<Field, unknown>>>;

/** The file of the rows of a list. Lists in a cell are joined by commas. */
export function createRowFileResponse<R extends Route, Field extends string>(
  ctx: RequestContext<R>,
  { name: title, shape, formatHeader }: RowFile<Field>,
  rows: Rows<Field>,
): Promise<StreamResponse> {
  const names = listFields(shape);
  const headers = listCsvHeaders(shape, names, (name) => formatHeader(name, ctx.language), ctx.time_zone);
  const table = {
    columns: headers.map((header, at) => ({ header, kind: getColumnKind(shape[names[at] as Field]) })),
    rows: toCells(shape, rows, ctx),
  };
  return createTableResponse(ctx, table, { title, file_name: `${title}-${toBusinessDay(ctx.now)}` });
}

async function* toCells<Field extends string>(
  shape: CsvFields<Field>,
  rows: Rows<Field>,
  { time_zone }: Pick<FileStyle, 'time_zone'>,
) {
  const names = listFields(shape);
  for await (const row of rows) {
    yield names.map((name) => {
      const value = row[name];
      if (value === null || value === undefined) return null;
      const kind = getCellKind(shape[name]);
      if (kind === 'time') return formatTimeCell(String(value), time_zone);
      const text = Array.isArray(value) ? value.join(', ') : String(value);
      return kind === 'safe' ? text : escapeFormula(text);
    });
  }
}
