/** A report on paper: facts, the sums of a settlement, every row, and at the end whether it all adds up. */
import { setImmediate } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { renderPdf } from '../pdf/document.ts';
import type { Cells, Table } from '../table-file/table.ts';
import type { FileTotals } from './count-csv.ts';
import type { ReportSource } from './source.ts';

/** Rows between two breaths, so that other work gets its turn. */
const ROWS_PER_YIELD = 100;

const SUMMARY = [
  ['line_type', 'Type', 76],
  ['method', 'Method', 96],
  ['fee_rule', 'Price', 150],
  ['lines', 'Lines', 50],
  ['gross_amount', 'Gross', 80],
  ['fee_amount', 'Fees', 66],
  ['fee_vat_amount', 'VAT', 60],
  ['refund_amount', 'Refunds', 70],
  ['net_amount', 'Net', 80],
] as const;

type Columns = ReportSource['pdf_columns'];

/** `totals` are those of `table`, filled in as it is read. */
export const buildReportPdf = (
  source: ReportSource,
  table: Table,
  summary: Table | null,
  totals: FileTotals,
): Readable =>
  renderPdf({ title: source.title, layout: 'landscape' }, async (page) => {
    const { heading, field: fact, gap } = page;
    heading(source.title, source.context);
    for (const [name, value] of source.facts) fact(name, value);
    if (source.facts.length > 0) gap();
    const write = async (columns: Columns, of: Table): Promise<(cells: Cells, strong?: boolean) => void> => {
      const { project, kinds } = buildProjection(columns, of);
      const writeRow = page.table(
        columns.map(([, header, width], at) => ({
          header,
          width,
          align: kinds[at] === 'number' ? ('right' as const) : ('left' as const),
        })),
      );
      const writeCells = (cells: Cells, strong = false) =>
        writeRow(
          cells.map((cell, at) => formatCell(cell, kinds[at])),
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
    fact('Rows', formatCell(String(totals.row_count), 'number'));
    fact('Net total', `Rp ${formatCell(String(totals.net_total), 'number')}`);
    const batch = source.summary?.batch;
    if (batch)
      fact('Check: sum of the lines equals the net amount of the settlement', formatCheck(batch.net_amount, totals));
  });

const formatCheck = (net_amount: number, { net_total }: FileTotals): string =>
  net_amount === net_total
    ? `Equal: Rp ${formatCell(String(net_amount), 'number')}`
    : `DIFFERENT: lines Rp ${net_total}, settlement Rp ${net_amount}`;

function buildProjection(columns: Columns, { columns: all }: Table) {
  const places = columns.map(([name]) => all.findIndex(({ header }) => header === name));
  if (places.includes(-1)) throw new Error('A PDF shows columns that its report has');
  return {
    kinds: places.map((place) => all[place]?.kind),
    project: (row: Cells): Cells => places.map((place) => row[place] ?? null),
  };
}

/** The net total under its column; where several make it up, under the last column. */
function buildTotalsRow({ pdf_columns, net }: ReportSource, { net_total }: FileTotals): Cells {
  const column = pdf_columns.findIndex(([name]) => Object.keys(net).length === 1 && name in net);
  const at = column === -1 ? pdf_columns.length - 1 : column;
  if (column === -1) return pdf_columns.map(() => null);
  return pdf_columns.map((_column, place) => (place === 0 ? 'Total' : place === at ? String(net_total) : null));
}

/** `1234567` as people read it here: `1.234.567`. */
const formatCell = (cell: string | null, kind: string | undefined): string =>
  cell === null ? '' : kind === 'number' && /^-?\d+$/.test(cell) ? cell.replaceAll(/\B(?=(\d{3})+$)/g, '.') : cell;
