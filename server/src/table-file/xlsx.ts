/**
 * Excel workbooks, streamed row by row into the zip in constant memory (decision 0029). Numbers are written as numbers, days
 * and times as dates, and texts as texts, never as formulas.
 */
import * as duration from '@dasbor/contract/duration';
import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import type { CellKind, Cells, Table } from './table.ts';
import {
  XLSX_PARTS,
  buildContentTypes,
  buildProperties,
  buildWorkbook,
  buildWorkbookRelations,
  escapeXml,
} from './xlsx-parts.ts';

/** Maximum number of rows per sheet, slightly below Excel's own limit. */
export const XLSX_ROWS_MAX = 1_000_000;
/** Excel's limit for the length of a cell. */
const TEXT_MAX = 32_767;
/** Rows are emitted in chunks of about this many characters. */
const CHUNK_CHARS = 64 * 1024;

export interface Sheet {
  /** At most 31 characters, without `\ / ? * [ ] :`. */
  name: string;
  table: Table;
}

/** Indexes of the formats in styles.xml (xlsx-parts.ts). */
const STYLE = { plain: 0, header: 1, number: 2, day: 3, time: 4, strong: 5, strong_number: 6 } as const;
const STYLES: Record<CellKind, number> = {
  text: STYLE.plain,
  boolean: STYLE.plain,
  number: STYLE.number,
  day: STYLE.day,
  time: STYLE.time,
};
const WIDTHS: Record<CellKind, number> = { text: 24, boolean: 10, number: 16, day: 12, time: 20 };

/** Renders a workbook as a stream, which fails when a table cannot be read. */
export function renderXlsx({ title, sheets }: { title: string; sheets: readonly Sheet[] }): Readable {
  const zip = new yazl.ZipFile();
  const out = new PassThrough();
  const names = sheets.map(({ name }) => name);
  zip.on('error', (error: Error) => out.destroy(error));
  for (const [path, text] of Object.entries(XLSX_PARTS)) zip.addBuffer(Buffer.from(text, 'utf8'), path);
  zip.addBuffer(Buffer.from(buildProperties(title), 'utf8'), 'docProps/core.xml');
  zip.addBuffer(Buffer.from(buildContentTypes(names.length), 'utf8'), '[Content_Types].xml');
  zip.addBuffer(Buffer.from(buildWorkbook(names), 'utf8'), 'xl/workbook.xml');
  zip.addBuffer(Buffer.from(buildWorkbookRelations(names.length), 'utf8'), 'xl/_rels/workbook.xml.rels');
  for (const [at, { table }] of sheets.entries()) {
    // Opened lazily, so that a waiting table holds no connection.
    zip.addReadStreamLazy(`xl/worksheets/sheet${at + 1}.xml`, { compressionLevel: 4 }, (give) => {
      const stream = Readable.from(sheetXml(table), { objectMode: false });
      stream.on('error', (error) => out.destroy(error));
      out.once('close', () => stream.destroy());
      give(null, stream);
    });
  }
  zip.end();
  zip.outputStream.pipe(out);
  return out;
}

async function* sheetXml({ columns, rows, totals }: Table): AsyncGenerator<string> {
  const kinds = columns.map(({ kind }) => kind);
  const letters = columns.map((_, at) => toColumnLetters(at));
  const shape = { kinds, letters };
  const widths = columns.map(
    ({ header, kind }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${Math.max(WIDTHS[kind], header.length + 2)}" customWidth="1"/>`,
  );
  const headers = columns.map(({ header }, at) => textCell(`${letters[at]}1`, header, STYLE.header)).join('');
  let chunk =
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews>' +
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
    `</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headers}</row>`;
  let count = 0;
  for await (const row of rows) {
    count += 1;
    if (count > XLSX_ROWS_MAX) throw new Error(`More than ${XLSX_ROWS_MAX} rows for one sheet`);
    chunk += rowXml(row, count + 1, shape, false);
    if (chunk.length < CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}${totals ? rowXml(totals, count + 2, shape, true) : ''}</sheetData></worksheet>`;
}

interface SheetLayout {
  kinds: readonly CellKind[];
  letters: readonly string[];
}

const rowXml = (cells: Cells, n: number, { kinds, letters }: SheetLayout, strong: boolean): string =>
  `<row r="${n}">${cells.map((cell, at) => cellXml(`${letters[at]}${n}`, cell, kinds[at] ?? 'text', strong)).join('')}</row>`;

/** Empty cells are omitted, because every cell has its own reference. */
function cellXml(ref: string, cell: string | null, kind: CellKind, strong: boolean): string {
  if (cell === null || cell === '') return '';
  const style = strong ? (kind === 'number' ? STYLE.strong_number : STYLE.strong) : STYLES[kind];
  if (kind === 'number' && isExact(cell)) return `<c r="${ref}" s="${style}"><v>${cell}</v></c>`;
  if (kind === 'boolean') return `<c r="${ref}" t="b"><v>${cell === 't' || cell === 'true' ? 1 : 0}</v></c>`;
  const serial = kind === 'day' || kind === 'time' ? toExcelSerial(cell) : null;
  if (serial !== null) return `<c r="${ref}" s="${style}"><v>${serial}</v></c>`;
  return textCell(ref, cell, strong ? STYLE.strong : STYLE.plain);
}

/** 0 is A, 25 is Z, 26 is AA. */
const toColumnLetters = (at: number): string =>
  (at >= 26 ? toColumnLetters(Math.floor(at / 26) - 1) : '') + String.fromCodePoint(65 + (at % 26));

/** Excel keeps 15 digits; longer numbers are written as text so that they are not rounded. */
const isExact = (cell: string): boolean => /^-?\d+(\.\d+)?$/.test(cell) && cell.replaceAll(/\D/g, '').length <= 15;

const textCell = (ref: string, text: string, style: number): string =>
  `<c r="${ref}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(text.slice(0, TEXT_MAX))}</t></is></c>`;

/** Excel's epoch. Its dates have no time zone; the column header names it. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** Converts `2026-11-21` or `2026-11-21 14:05:00` to an Excel serial number; null for anything else. */
function toExcelSerial(cell: string): number | null {
  if (!/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(cell)) return null;
  const ms = Date.parse(`${cell.slice(0, 10)}T${cell.slice(11) || '00:00:00'}Z`);
  return Number.isNaN(ms) ? null : (ms - EPOCH_MS) / duration.days(1);
}
