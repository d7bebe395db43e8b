/** A table that is read while it is downloaded, as CSV or XLSX. */
import { Readable } from 'node:stream';
import { type Route, XLSX_TYPE } from '@dasbor/contract/route';
import { type RequestContext, StreamResponse } from './serve.ts';
import { writeCsv } from '../table-file/csv.ts';
import { getDelimiter } from '../table-file/delimiter.ts';
import type { Table } from '../table-file/table.ts';
import { renderXlsx } from '../table-file/xlsx.ts';

/** `file_name`: without the extension. */
export async function createTableResponse(
  ctx: Pick<RequestContext<Route>, 'file_format' | 'principal' | 'tx'>,
  table: Table,
  { title, file_name }: { title: string; file_name: string },
): Promise<StreamResponse> {
  if (ctx.file_format === 'xlsx') {
    const content = renderXlsx({ title, sheets: [{ name: title, table }] });
    return new StreamResponse(content, XLSX_TYPE, `${file_name}.xlsx`);
  }
  const headers = table.columns.map(({ header }) => header);
  const csv = Readable.from(writeCsv(headers, Readable.from(table.rows), await getDelimiter(ctx)));
  return new StreamResponse(csv, 'text/csv; charset=utf-8', `${file_name}.csv`);
}
