/**
 * Makes the files of an export: one reading of the list, cut into files of 50,000 rows, each streamed into the storage.
 * A run that dies is begun anew and leaves nothing behind; one that was cancelled or overtaken stops at the next row.
 */
import { FILE_ROWS_MAX } from '@dasbor/contract/export';
import { XLSX_TYPE } from '@dasbor/contract/route';
import type { Compilable } from 'kysely';
import { copyRows, describeColumns } from '../db/copy.ts';
import { countRows } from '../db/count.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isMasked, isAllowed } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { deleteStoredFile, storeFile } from '../storage/stored-file.ts';
import { readTable } from '../table-file/read-table.ts';
import type { Cells } from '../table-file/table.ts';
import { renderXlsx } from '../table-file/xlsx.ts';
import { writeCsv } from './csv-file.ts';
import { EXPORTABLE, parseListRequest } from './exportable-lists.ts';
import { splitRows } from './split-rows.ts';
import { findRequester } from './requester.ts';
import { getExpiry, formatFileName } from './rules.ts';
import { type BegunRun, type RunLease, type ExportFileRow, updateRun, insertFileRow } from './run-queries.ts';

/** Longest time that the reading of a list may take; nobody waits for it. */
const TIMEOUT = '1800s';
/** Counted at most; the lists' own queries end there. */
const COUNT_MAX = 1_000_000;

/** The run is not to go on: somebody cancelled the export, or another run has taken it over. */
export class RunStoppedError extends Error {}

export interface RunProgress {
  /** Told of every row. Throws Stopped. */
  onRow: () => void;
  /** Told how many rows there are, and whether contact data in them is masked. Throws Stopped. */
  onCounted: (row_count: number, is_masked: boolean) => Promise<void>;
}

/** Answers rows and bytes of what was made. Throws a Problem when its requester may not have it. */
export async function writeFiles(
  deps: Deps,
  merchant_id: string,
  id: string,
  run: BegunRun,
  watch: RunProgress,
  file_rows_max: number = FILE_ROWS_MAX,
): Promise<{ row_count: number; size_bytes: number }> {
  const { rows, is_masked } = await buildRows(deps, merchant_id, run);
  const counted = await asMerchant(deps.db, merchant_id, (tx) => countRows(tx, rows, COUNT_MAX, { timeout: TIMEOUT }));
  await watch.onCounted(counted, is_masked);
  const table = await openTable(deps, merchant_id, rows, run.format);
  const { name } = EXPORTABLE[run.list];
  const expires_at = getExpiry(deps.clock.now());
  const made = { row_count: 0, size_bytes: 0 };
  let part_no = 0;
  for await (const part of splitRows(reportProgress(table.rows, watch.onRow), file_rows_max)) {
    part_no += 1;
    const counter = { count: 0 };
    const place = { no: part_no, is_one_of_many: counted > file_rows_max || part_no > 1 };
    const file_name = formatFileName(name, new Date(run.created_at), run.format, place);
    const file = {
      name: file_name,
      content_type: run.format === 'csv' ? 'text/csv; charset=utf-8' : XLSX_TYPE,
      expires_at,
    };
    const stored = await storeFile(deps, merchant_id, file, table.write(countWhileReading(part, counter), name));
    const { count } = counter;
    const { size_bytes } = stored;
    await storeFileRow(
      deps,
      merchant_id,
      { id, attempts: run.attempts },
      { part_no, file_id: stored.id, name: file_name, row_count: count, size_bytes },
    );
    made.row_count += count;
    made.size_bytes += size_bytes;
  }
  return made;
}

/** Lists a file for the run that holds the export; a file of any other run is deleted again. */
async function storeFileRow(
  { db, clock }: Deps,
  merchant_id: string,
  holder: RunLease,
  file: ExportFileRow,
): Promise<void> {
  const is_kept = await asMerchant(db, merchant_id, async (tx) => {
    if (!(await updateRun(tx, holder, { seen_at: clock.now() }))) return false;
    await insertFileRow(tx, holder.id, file);
    return true;
  });
  if (is_kept) return;
  await deleteStoredFile(db, merchant_id, file.file_id);
  throw new RunStoppedError();
}

/** The rows that the requester would see in the list now. */
async function buildRows(
  deps: Deps,
  merchant_id: string,
  { list, asked, created_by }: BegunRun,
): Promise<{ rows: Compilable; is_masked: boolean }> {
  const { route, rowsOf } = EXPORTABLE[list];
  const requester = await findRequester(deps, merchant_id, created_by);
  if (requester === null || !isAllowed(route.access, requester)) {
    throw new Problem(403, 'forbidden', 'Who asked for it has no access to this list any more.');
  }
  const is_masked = isMasked(requester);
  const language = requester.type === 'user' ? requester.locale : 'en';
  const reader = { merchant_id, sql: deps.db.kysely, is_masked, language };
  const about = { ...parseListRequest(route, asked), now: deps.clock.now(), public_url: deps.env.PUBLIC_URL };
  return { rows: rowsOf({ ...reader, ...about }), is_masked };
}

interface TableToWrite {
  rows: AsyncIterable<Cells>;
  /** A file of some of the rows. */
  write: (rows: AsyncIterable<Cells>, name: string) => AsyncIterable<Buffer | string>;
}

/** CSV keeps the apostrophe before what a spreadsheet would run; in an Excel file a text is a text. */
async function openTable(
  { db }: Deps,
  merchant_id: string,
  query: Compilable,
  format: 'csv' | 'xlsx',
): Promise<TableToWrite> {
  const options = { timeout: TIMEOUT } as const;
  if (format === 'csv') {
    const columns = await describeColumns(db, merchant_id, query);
    const headers = columns.map(({ header }) => header);
    return { rows: copyRows(db, merchant_id, query, options), write: (rows) => writeCsv(headers, rows) };
  }
  const { columns, rows } = await readTable(db, merchant_id, query, options);
  return {
    rows: rows as AsyncIterable<Cells>,
    write: (part, name) => renderXlsx({ title: name, sheets: [{ name, table: { columns, rows: part } }] }),
  };
}

async function* reportProgress(rows: AsyncIterable<Cells>, onRow: () => void): AsyncGenerator<Cells> {
  for await (const row of rows) {
    onRow();
    yield row;
  }
}

async function* countWhileReading(rows: AsyncIterable<Cells>, counter: { count: number }): AsyncGenerator<Cells> {
  for await (const row of rows) {
    counter.count += 1;
    yield row;
  }
}
