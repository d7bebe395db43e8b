/** Writes a report as CSV, XLSX or PDF, streamed from the database, and computes its totals. */
import type { CsvDelimiter, ReportFormat } from '@dasbor/contract/file-settings';
import { type CopyOptions, copyCsv } from '../db/copy.ts';
import { countRows } from '../db/count.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { PDF_ROWS_MAX } from '../table-file/pdf.ts';
import { readSmallTable, readTable } from '../table-file/read-table.ts';
import type { Cells, Table } from '../table-file/table.ts';
import { XLSX_ROWS_MAX, renderXlsx } from '../table-file/xlsx.ts';
import { type FileTotals, type NetColumns, countCsv } from './count-csv.ts';
import { buildReportPdf } from './report-pdf.ts';
import type { ReportSource } from './source.ts';

type Db = Pick<Deps, 'db'>;

export interface ReportFile {
  /** The file, streamed while it is written. */
  content: AsyncIterable<Buffer>;
  /** Complete when the content has been read to its end. */
  totals: FileTotals;
}

const ROWS_MAX: Record<ReportFormat, number> = { csv: Infinity, xlsx: XLSX_ROWS_MAX, pdf: PDF_ROWS_MAX };

/** Whether the report has more rows than the format can hold. */
export async function isTooLong({ db }: Db, merchant_id: string, source: ReportSource, format: ReportFormat) {
  const most = ROWS_MAX[format];
  if (most === Infinity) return false;
  return (await asMerchant(db, merchant_id, (tx) => countRows(tx, source.rows, most + 1))) > most;
}

export async function buildFile(
  { db }: Db,
  merchant_id: string,
  source: ReportSource,
  { format, delimiter, reader }: { format: ReportFormat; delimiter: CsvDelimiter } & Pick<CopyOptions, 'reader'>,
): Promise<ReportFile> {
  const totals: FileTotals = { row_count: 0, net_total: 0 };
  if (format === 'csv') {
    const csv = await copyCsv(db, merchant_id, source.rows, { reader, delimiter });
    return { totals, content: countCsv(csv, delimiter, source.net, totals) };
  }
  // Before the rows are opened: a download that waits for another table would count as one that is not read.
  const summary = source.summary && (await readSmallTable(db, merchant_id, source.summary.rows, { reader }));
  const table = countTable(await readTable(db, merchant_id, source.rows, { reader }), source.net, totals);
  if (format === 'pdf') return { totals, content: buildReportPdf(source, table, summary ?? null, totals) };
  const sheets = [{ name: summary ? 'Lines' : 'Report', table }];
  if (summary) sheets.push({ name: 'Summary', table: summary });
  return { totals, content: renderXlsx({ title: source.title, sheets }) };
}

/** Passes a table through and adds up its totals. */
function countTable(table: Table, net: NetColumns, totals: FileTotals): Table {
  const signs = table.columns.map(({ header }) => net[header] ?? 0);
  async function* rows(): AsyncGenerator<Cells> {
    for await (const row of table.rows) {
      totals.row_count += 1;
      for (const [at, sign] of signs.entries()) if (sign !== 0) totals.net_total += sign * Number(row[at] ?? 0);
      yield row;
    }
    if (!Number.isSafeInteger(totals.net_total)) throw new Error('The net total of a report is too large');
  }
  return { columns: table.columns, rows: rows() };
}
