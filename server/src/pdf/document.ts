/** PDF documents with one typeface and a common layout for headings, fields and tables; streamed while they are written. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';

/** Digits of one width, so that figures align; no ligatures, because they turn an x between digits (as in ids) into ×. */
const TYPESETTING = { features: { calt: false, liga: false, tnum: true } } as unknown as PDFKit.Mixins.TextOptions;

/** In points, 72 per inch. */
const MARGIN = 40;
const INK = '#1c2434';
const DIM = '#5c636b';
const LINE = '#d8dde6';

const resolve = createRequire(import.meta.url).resolve;
/** TrueType, because every document opens its fonts again: the compressed tables of WOFF take half of a receipt's time. */
const readFont = (file: string): Buffer => readFileSync(resolve(`@expo-google-fonts/plus-jakarta-sans/${file}`));
let fonts: { regular: Buffer; bold: Buffer } | undefined;

export interface PdfColumn {
  header: string;
  /** Points. */
  width: number;
  align?: 'left' | 'right';
}

export interface PdfPage {
  doc: PDFKit.PDFDocument;
  /** Usable width, in points. */
  width: number;
  heading: (title: string, context?: string) => void;
  /** Writes one line with a label and its value. */
  field: (name: string, value: string) => void;
  gap: (points?: number) => void;
  /** Writes the header of a table and returns a function that writes a row; the header repeats on every page. */
  table: (columns: readonly PdfColumn[]) => (cells: readonly string[], strong?: boolean) => void;
}

/** Renders a PDF as a stream. `write` may be asynchronous, so that a long document is never held in memory as a whole. */
export function renderPdf(
  options: { title: string; size?: 'A4' | 'A6'; layout?: 'portrait' | 'landscape'; author?: string },
  write: (page: PdfPage) => void | Promise<void>,
): PassThrough {
  const { title, size = 'A4', layout = 'portrait', author = 'Dasbor' } = options;
  const margin = size === 'A6' ? 20 : MARGIN;
  const out = new PassThrough();
  void writeDocument();
  return out;

  async function writeDocument(): Promise<void> {
    try {
      // Loaded with the first document: the library takes 20 MB.
      const { default: PDFDocument } = await import('pdfkit');
      fonts ??= {
        regular: readFont('400Regular/PlusJakartaSans_400Regular.ttf'),
        bold: readFont('700Bold/PlusJakartaSans_700Bold.ttf'),
      };
      const doc = new PDFDocument({
        size,
        layout,
        margin,
        info: { Title: title, Author: author },
        autoFirstPage: true,
      });
      doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
      doc.font('regular').fontSize(10).fillColor(INK);
      doc.on('error', (error: Error) => out.destroy(error));
      doc.pipe(out);
      await write(buildPage(doc, margin));
      doc.end();
    } catch (error) {
      out.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function buildPage(doc: PDFKit.PDFDocument, margin: number): PdfPage {
  const width = doc.page.width - 2 * margin;
  return {
    doc,
    width,
    heading: (title, context) => {
      doc
        .font('bold')
        .fontSize(16)
        .text(title, margin, doc.y, { width, ...TYPESETTING });
      if (context)
        doc
          .font('regular')
          .fontSize(9)
          .fillColor(DIM)
          .text(context, { width, ...TYPESETTING })
          .fillColor(INK);
      doc.moveDown(0.8).font('regular').fontSize(10);
    },
    field: (name, value) => {
      const { y } = doc;
      doc
        .font('regular')
        .fontSize(FIELD_SIZE)
        .fillColor(DIM)
        .text(name, margin, y, { width: width * 0.36 });
      const after_name = doc.y;
      const value_width = width * 0.62;
      doc
        .fillColor(INK)
        .fontSize(getFittingSize(doc, value, { width: value_width, size: FIELD_SIZE }))
        .text(value, margin + width * 0.38, y, { width: value_width, align: 'right', ...TYPESETTING })
        .fontSize(FIELD_SIZE);
      doc.y = Math.max(doc.y, after_name) + 3;
      doc.x = margin;
    },
    gap: (points = 10) => {
      doc.y += points;
    },
    table: (columns) => startTable(doc, margin, columns),
  };
}

/** Font sizes of fields and tables, the smallest size of any text, and the gap between cells, in points. */
const FIELD_SIZE = 10;
const TABLE_SIZE = 8;
const MIN_SIZE = 5;
const CELL_GAP = 6;

/** Text that is not broken over lines: a time such as `2026-11-21 14:05:00`, or a word. */
const UNBREAKABLE = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|\S+/g;

/** The font size at which the longest word fits: an id is written smaller rather than split over two lines. */
function getFittingSize(
  doc: PDFKit.PDFDocument,
  text: string,
  { width, size }: { width: number; size: number },
): number {
  doc.fontSize(size);
  const longest = Math.max(0, ...(text.match(UNBREAKABLE) ?? []).map((word) => doc.widthOfString(word, TYPESETTING)));
  return longest <= width ? size : Math.max(MIN_SIZE, Math.floor(((size * width) / longest) * 20) / 20);
}

function startTable(doc: PDFKit.PDFDocument, margin: number, columns: readonly PdfColumn[]) {
  const bottom = doc.page.height - margin;
  const writeCells = (cells: readonly string[], font: 'regular' | 'bold'): void => {
    doc.font(font);
    const sizes = cells.map((cell, at) =>
      getFittingSize(doc, cell, { width: (columns[at]?.width ?? 0) - CELL_GAP, size: TABLE_SIZE }),
    );
    const heights = cells.map((cell, at) =>
      doc
        .fontSize(sizes[at] ?? TABLE_SIZE)
        .heightOfString(cell, { width: (columns[at]?.width ?? 0) - CELL_GAP, ...TYPESETTING }),
    );
    const height = Math.max(10, ...heights) + 5;
    if (doc.y + height > bottom) {
      doc.addPage();
      if (font === 'regular') writeHead();
      doc.font(font);
    }
    const { y } = doc;
    let x = margin;
    for (const [at, { width, align = 'left' }] of columns.entries()) {
      doc
        .fontSize(sizes[at] ?? TABLE_SIZE)
        .text(cells[at] ?? '', x, y, { width: width - CELL_GAP, align, ...TYPESETTING });
      x += width;
    }
    doc.y = y + height;
    doc
      .moveTo(margin, doc.y - 3)
      .lineTo(x, doc.y - 3)
      .lineWidth(0.4)
      .strokeColor(LINE)
      .stroke();
    doc.x = margin;
  };
  const writeHead = (): void => {
    doc.fillColor(DIM);
    writeCells(
      columns.map(({ header }) => header),
      'bold',
    );
    doc.fillColor(INK);
  };
  writeHead();
  return (cells: readonly string[], strong = false): void => writeCells(cells, strong ? 'bold' : 'regular');
}
