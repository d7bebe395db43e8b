/**
 * A list as a file: one value per list says which rows and columns, and is read by the list's own route (at once) and
 * by exports (in the background), so that both hold exactly what the list answers to the same query.
 */
import { XLSX_TYPE, type Params, type Query, type Route } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import type { Compilable, Kysely } from 'kysely';
import { copyCsv } from '../db/copy.ts';
import { countRows } from '../db/count.ts';
import type { DB } from '../db/schema.gen.ts';
import { renderXlsx } from '../table-file/xlsx.ts';
import { readTable } from '../table-file/read-table.ts';
import { isMasked } from './principal.ts';
import { Problem } from './problem.ts';
import { type RequestContext, StreamResponse } from './serve.ts';

/** Rows of an XLSX file that is asked for and waited for; an export holds more. */
const XLSX_ROWS_MAX = 5_000;

/** What a list is asked for. */
export interface FileRequest<R extends Route> {
  merchant_id: string;
  /** Only for writing the query, not for running it. */
  sql: Kysely<DB>;
  params: Params<R>;
  query: Query<R>;
  /** Whether contact data is masked for the reader. */
  is_masked: boolean;
  now: Date;
  /** Address of this installation. */
  public_url: string;
}

export interface ListFile<R extends Route> {
  /** How file names begin. */
  name: string;
  /** The rows in the order of the list. Throws what the list itself refuses. */
  buildQuery: (request: FileRequest<R>) => Compilable;
}

/** Answers a list in the kind of file that was asked for: CSV of any length, XLSX of up to 5,000 rows. */
export async function createFileResponse<R extends Route>(
  ctx: RequestContext<R>,
  { name, buildQuery: rowsOf }: ListFile<R>,
  file_name = `${name}-${toBusinessDay(ctx.now)}`,
): Promise<StreamResponse> {
  const { deps, merchant_id, params, query, now } = ctx;
  const about = { params, query, now, is_masked: isMasked(ctx.principal), public_url: deps.env.PUBLIC_URL };
  const rows = rowsOf({ merchant_id, sql: deps.db.kysely, ...about });
  if (ctx.file_format === 'csv') {
    return new StreamResponse(await copyCsv(deps.db, merchant_id, rows), 'text/csv; charset=utf-8', `${file_name}.csv`);
  }
  const count = await ctx.tx((tx) => countRows(tx, rows, XLSX_ROWS_MAX + 1));
  if (count > XLSX_ROWS_MAX) {
    const detail = `An Excel file at once holds at most ${XLSX_ROWS_MAX} rows. Make an export, or take the CSV.`;
    throw new Problem(422, 'too_many_rows', detail);
  }
  const table = await readTable(deps.db, merchant_id, rows);
  return new StreamResponse(renderXlsx({ title: name, sheets: [{ name, table }] }), XLSX_TYPE, `${file_name}.xlsx`);
}
