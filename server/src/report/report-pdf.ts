/** A report as PDF: details, the summary of a settlement, every row, and a check of the totals. */
import { setImmediate } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { formatCount, formatRupiah } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import { renderPdf } from '../pdf/document.ts';
import type { Cells, Table } from '../table-file/table.ts';
import type { FileTotals } from './count-csv.ts';
import { formatCode } from './pdf-labels.ts';
import { type PdfMessages, getPdfMessages } from './pdf-messages.ts';
import type { ReportSource } from './source.ts';

/** Rows between two yields to the event loop. */
const ROWS_PER_YIELD = 100;

const SUMMARY: ReportSource['pdf_columns'] = [
  ['line_type', 76],
  ['method', 96],
  ['fee_rule', 150],
  ['lines', 50],
  ['gross_amount', 80],
  ['fee_amount', 66],
  ['fee_vat_amount', 60],
  ['refund_amount', 70],
  ['net_amount', 80],
];

type Columns = ReportSource['pdf_columns'];

/** `totals` belong to `table` and are complete when it has been read. */
export const buildReportPdf = (
  source: ReportSource,
  table: Table,
  summary: Table | null,
  totals: FileTotals,
): Readable =>
  renderPdf({ title: source.title, layout: 'landscape' }, async (page) => {
    const { heading, field, gap } = page;
    const { columns: headings, totals: labels } = getPdfMessages(source.language);
    heading(source.title, source.context);
    for (const [name, value] of source.details) field(name, value);
    if (source.details.length > 0) gap();
    const write = async (columns: Columns, of: Table): Promise<(cells: Cells, strong?: boolean) => void> => {
      const { project, kinds } = buildProjection(columns, of);
      const writeRow = page.table(
        columns.map(([column, width], at) => ({
          header: headings[column],
          width,
          align: kinds[at] === 'number' ? ('right' as const) : ('left' as const),
        })),
      );
      const writeCells = (cells: Cells, strong = false) =>
        writeRow(
          cells.map((cell, at) => {
            const column = columns[at]?.[0];
            if (cell === null || column === undefined) return '';
            return kinds[at] === 'number'
              ? formatNumber(cell, source.language)
              : strong
                ? cell
                : formatCode(column, cell, source.language);
          }),
          strong,
        );
      let count = 0;
      for await (const row of of.rows) {
        writeCells(project(row));
        count += 1;
        if (count % ROWS_PER_YIELD === 0) await setImmediate();
      }
      return writeCells;
    };
    if (summary !== null) {
      await write(SUMMARY, summary);
      gap();
    }
    const writeCells = await write(source.pdf_columns, table);
    writeCells(buildTotalsRow(source, totals), true);
    gap();
    field(labels.rows, formatCount(totals.row_count, source.language));
    field(labels.net_total, formatRupiah(totals.net_total));
    const batch = source.summary?.batch;
    if (batch) field(labels.check, formatCheck(batch.net_amount, totals, labels));
  });

const formatCheck = (net_amount: number, { net_total }: FileTotals, labels: PdfMessages['totals']): string =>
  net_amount === net_total
    ? labels.equal(formatRupiah(net_amount))
    : labels.different(formatRupiah(net_total), formatRupiah(net_amount));

function buildProjection(columns: Columns, { columns: all }: Table) {
  const indexes = columns.map(([name]) => all.findIndex(({ header }) => header === name));
  if (indexes.includes(-1)) throw new Error('A PDF column does not exist in its report');
  return {
    kinds: indexes.map((index) => all[index]?.kind),
    project: (row: Cells): Cells => indexes.map((index) => row[index] ?? null),
  };
}

/** The net total under its column; empty where several columns make it up. */
function buildTotalsRow({ pdf_columns, net, language }: ReportSource, { net_total }: FileTotals): Cells {
  const column = pdf_columns.findIndex(([name]) => Object.keys(net).length === 1 && name in net);
  const at = column === -1 ? pdf_columns.length - 1 : column;
  if (column === -1) return pdf_columns.map(() => null);
  return pdf_columns.map((_column, index) =>
    index === 0 ? getPdfMessages(language).totals.total : index === at ? String(net_total) : null,
  );
}

/** `1234567` → `1.234.567`, and a rate `0.7000` → `0.7`, in Indonesian `0,7`. */
function formatNumber(cell: string, language: Language): string {
  if (/^-?\d+$/.test(cell)) return cell.replaceAll(/\B(?=(\d{3})+$)/g, '.');
  const short = cell.replace(/\.?0+$/, '');
  return language === 'id' ? short.replace('.', ',') : short;
}
