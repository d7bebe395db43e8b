/**
 * Lists as files. One definition per list names its rows and columns; the list's own route (immediate download) and
 * exports (in the background) both use it, so a file always matches the list.
 */
import { formatCount } from '@dasbor/contract/format';
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import { type Output, XLSX_TYPE, type Params, type Query, type Route } from '@dasbor/contract/route';
import { type TimeZone, toBusinessDay } from '@dasbor/contract/time';
import type { Compilable, Kysely } from 'kysely';
import type { Db } from '../db/connect.ts';
import { type RowsOf, copyCsv } from '../db/copy.ts';
import { countRows } from '../db/count.ts';
import type { DB } from '../db/schema.gen.ts';
import { type FoundIds, type SearchFunction, findSearchIds } from '../db/search-ids.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { getDelimiter } from '../table-file/delimiter.ts';
import { renderXlsx } from '../table-file/xlsx.ts';
import { readTable } from '../table-file/read-table.ts';
import { isMasked } from './principal.ts';
import { Problem } from './problem.ts';
import { type RequestContext, StreamResponse } from './serve.ts';

/** Maximum rows of an XLSX file that is downloaded immediately; exports hold more. */
export const XLSX_ROWS_MAX = 5_000;

/** Parameters of a file of a list. */
export interface FileRequest<R extends Route> {
  merchant_id: string;
  /** Builds the query; does not run it. */
  sql: Kysely<DB>;
  params: Params<R>;
  query: Query<R>;
  /** Whether contact data is masked. */
  is_masked: boolean;
  /** Language of the column headers and of texts in cells. */
  language: Language;
  /** Zone of times; their headers name it. */
  time_zone: TimeZone;
  now: Date;
  /** Base URL of this installation. */
  public_url: string;
  /** The matches of the text that the query searches for; null without one. */
  found: FoundIds;
}

type RowField<R extends Route> = Output<R> extends { data: readonly (infer Row)[] } ? keyof Row & string : never;

export interface ListFile<R extends Route> {
  /** Prefix of file names. */
  name: string;
  /** Names of all columns, in order. */
  columns: readonly string[];
  /** Fields of the list that the file does not have under their name, each with the reason. */
  omits?: Partial<Record<RowField<R>, string>>;
  /** Finds the text `q` of the query, in a list that can be searched. */
  search_function?: SearchFunction;
  /** The same for a list whose filter finds more than a text. */
  findIds?: (tx: MerchantTx, query: Query<R>) => Promise<FoundIds>;
  /** Builds the query of the rows, in the order of the list. Throws the same errors as the list. */
  buildQuery: (request: FileRequest<R>) => Compilable;
}

/** Builds the query of a file, after the search for its text. */
export async function buildFileQuery<R extends Route>(
  db: Db,
  { buildQuery, search_function, findIds }: Pick<ListFile<R>, 'buildQuery' | 'search_function' | 'findIds'>,
  request: Omit<FileRequest<R>, 'found' | 'sql'>,
): Promise<Compilable> {
  const { q } = request.query as { q?: string };
  const find = findIds ?? (search_function && ((tx: MerchantTx) => findSearchIds(tx, search_function, q)));
  const { merchant_id, is_masked: hides_contacts } = request;
  const found =
    find === undefined
      ? null
      : await asMerchant(db, merchant_id, (tx) => find({ ...tx, hides_contacts }, request.query));
  return buildQuery({ ...request, found, sql: db.kysely } as FileRequest<R>);
}

/** Creates the file of a list in the requested format: CSV of any length, or XLSX of up to 5,000 rows. */
export async function createFileResponse<R extends Route>(
  ctx: RequestContext<R>,
  { name, ...file }: ListFile<R>,
  file_name = `${name}-${toBusinessDay(ctx.now)}`,
): Promise<StreamResponse> {
  const { deps, merchant_id, params, query, now } = ctx;
  const rows = await buildFileQuery(deps.db, file, {
    merchant_id,
    params,
    query,
    is_masked: isMasked(ctx.principal),
    language: ctx.language,
    time_zone: ctx.time_zone,
    now,
    public_url: deps.env.PUBLIC_URL,
  });
  const count = () => ctx.tx((tx) => countRows(tx, rows, XLSX_ROWS_MAX + 1));
  const source = { rows_of: merchant_id, count, xlsx_rows_max: XLSX_ROWS_MAX, advice: EXPORT_ADVICE };
  return createRowsResponse(ctx, rows, { ...source, name, file_name });
}

const EXPORT_ADVICE = localized('Create an export or download CSV instead.', 'Buat ekspor atau unduh CSV.');

interface RowsSource {
  rows_of: RowsOf;
  /** Counts the rows, up to one more than `xlsx_rows_max`. */
  count: () => Promise<number>;
  xlsx_rows_max: number;
  /** What to do with more rows than an XLSX file holds. */
  advice: Localized;
  /** Name of the table. */
  name: string;
  file_name: string;
}

/** The file of a query, in the requested format. */
export async function createRowsResponse(
  ctx: Pick<RequestContext<Route>, 'deps' | 'file_format' | 'principal' | 'tx'>,
  rows: Compilable,
  { rows_of, count, xlsx_rows_max, advice, name, file_name }: RowsSource,
): Promise<StreamResponse> {
  const { deps } = ctx;
  if (ctx.file_format === 'csv') {
    const csv = await copyCsv(deps.db, rows_of, rows, { reader: 'client', delimiter: await getDelimiter(ctx) });
    return new StreamResponse(csv, 'text/csv; charset=utf-8', `${file_name}.csv`);
  }
  if ((await count()) > xlsx_rows_max) {
    const detail = localized(
      `An immediate Excel download holds at most ${formatCount(xlsx_rows_max, 'en')} rows. ${advice.en}`,
      `Unduhan Excel langsung memuat paling banyak ${formatCount(xlsx_rows_max, 'id')} baris. ${advice.id}`,
    );
    throw new Problem(422, 'too_many_rows', detail);
  }
  const table = await readTable(deps.db, rows_of, rows, { reader: 'client' });
  return new StreamResponse(renderXlsx({ title: name, sheets: [{ name, table }] }), XLSX_TYPE, `${file_name}.xlsx`);
}
