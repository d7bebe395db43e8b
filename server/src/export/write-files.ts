/**
 * Writes the files of an export: one read of the list, split into files of 50,000 rows and streamed to storage. A crashed
 * run is restarted and its files are deleted; a cancelled or superseded run stops at the next row.
 */
import { FILE_ROWS_MAX } from '@dasbor/contract/export';
import type { CsvDelimiter } from '@dasbor/contract/file-settings';
import { XLSX_TYPE } from '@dasbor/contract/route';
import { TIME_ZONE } from '@dasbor/contract/time';
import type { Compilable } from 'kysely';
import { copyRows, describeColumns } from '../db/copy.ts';
import { countRows } from '../db/count.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { buildFileQuery } from '../http/list-file.ts';
import { isMasked, isAllowed } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import { deleteStoredFile, storeFile } from '../storage/stored-file.ts';
import { readTable } from '../table-file/read-table.ts';
import type { Cells } from '../table-file/table.ts';
import { renderXlsx } from '../table-file/xlsx.ts';
import { EXPORT_FAILURES } from './failures.ts';
import { writeCsv } from '../table-file/csv.ts';
import { DEFAULT_DELIMITER, getMerchantDelimiter } from '../table-file/delimiter.ts';
import { EXPORTABLE, parseListRequest } from './exportable-lists.ts';
import { splitRows } from './split-rows.ts';
import { findRequester } from './requester.ts';
import { calculateExpiry, formatFileName } from './rules.ts';
import { type BegunRun, type RunLease, type ExportFileRow, updateRun, insertFileRow } from './run-queries.ts';

/** Timeout for reading a list in the background. */
const TIMEOUT = '1800s';
/** Counting limit; the queries of the lists have the same one. */
const COUNT_MAX = 1_000_000;

/** The run must stop: the export was cancelled, or another run holds the lease. */
export class RunStoppedError extends Error {}

export interface RunProgress {
  /** Called for every row. Throws RunStoppedError. */
  onRow: () => void;
  /** Called with the number of rows and whether contact data is masked. Throws RunStoppedError. */
  onCounted: (row_count: number, is_masked: boolean) => Promise<void>;
}

/** Returns the rows and bytes written. Throws a Problem if the requester has no access any more. */
export async function writeFiles(
  deps: Deps,
  { merchant_id, id }: { merchant_id: string; id: string },
  run: BegunRun,
  { progress, file_rows_max = FILE_ROWS_MAX }: { progress: RunProgress; file_rows_max: number | undefined },
): Promise<{ row_count: number; size_bytes: number }> {
  const { rows, is_masked, is_for_program } = await buildRows(deps, merchant_id, run);
  const counted = await asMerchant(deps.db, merchant_id, (tx) => countRows(tx, rows, COUNT_MAX, { timeout: TIMEOUT }));
  await progress.onCounted(counted, is_masked);
  const delimiter = is_for_program ? DEFAULT_DELIMITER : await asMerchant(deps.db, merchant_id, getMerchantDelimiter);
  const table = await openTable(deps, merchant_id, rows, { format: run.format, delimiter });
  const { name } = EXPORTABLE[run.list];
  const expires_at = calculateExpiry(deps.clock.now());
  const written = { row_count: 0, size_bytes: 0 };
  let part_no = 0;
  for await (const part of splitRows(reportProgress(table.rows, progress.onRow), file_rows_max)) {
    part_no += 1;
    const counter = { count: 0 };
    const part_name = { no: part_no, is_one_of_many: counted > file_rows_max || part_no > 1 };
    const file_name = formatFileName(name, new Date(run.created_at), run.format, part_name);
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
    written.row_count += count;
    written.size_bytes += size_bytes;
  }
  return written;
}

/** Inserts the row of a file if the run holds the lease; otherwise deletes the file. */
async function storeFileRow(
  { db, clock }: Deps,
  merchant_id: string,
  lease: RunLease,
  file: ExportFileRow,
): Promise<void> {
  const is_stored = await asMerchant(db, merchant_id, async (tx) => {
    if (!(await updateRun(tx, lease, { seen_at: clock.now() }))) return false;
    await insertFileRow(tx, lease.id, file);
    return true;
  });
  if (is_stored) return;
  await deleteStoredFile(db, merchant_id, file.file_id);
  throw new RunStoppedError();
}

/** The rows that the requester sees in the list at this time. */
async function buildRows(
  deps: Deps,
  merchant_id: string,
  { list, request, created_by }: BegunRun,
): Promise<{ rows: Compilable; is_masked: boolean; is_for_program: boolean }> {
  const exportable = EXPORTABLE[list];
  const { route } = exportable;
  const requester = await findRequester(deps, merchant_id, created_by);
  if (requester === null || !isAllowed(route.access, requester)) {
    throw new Problem(403, 'forbidden', EXPORT_FAILURES.forbidden);
  }
  const is_masked = isMasked(requester);
  const language = request.language ?? (requester.type === 'user' ? requester.locale : 'en');
  const reader = { merchant_id, is_masked, language, time_zone: request.time_zone ?? TIME_ZONE };
  const about = { ...parseListRequest(route, request), now: deps.clock.now(), public_url: deps.env.PUBLIC_URL };
  const rows = await buildFileQuery(deps.db, exportable, { ...reader, ...about });
  return { rows, is_masked, is_for_program: requester.type === 'api_key' };
}

interface TableToWrite {
  rows: AsyncIterable<Cells>;
  /** Streams a file with some of the rows. */
  write: (rows: AsyncIterable<Cells>, name: string) => AsyncIterable<Buffer | string>;
}

/** CSV keeps the apostrophe that prevents formula injection; Excel cells are typed and do not need it. */
async function openTable(
  { db }: Deps,
  merchant_id: string,
  query: Compilable,
  { format, delimiter }: { format: 'csv' | 'xlsx'; delimiter: CsvDelimiter },
): Promise<TableToWrite> {
  const options = { timeout: TIMEOUT, reader: 'process' } as const;
  if (format === 'csv') {
    const columns = await describeColumns(db, merchant_id, query);
    const headers = columns.map(({ header }) => header);
    return { rows: copyRows(db, merchant_id, query, options), write: (rows) => writeCsv(headers, rows, delimiter) };
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
