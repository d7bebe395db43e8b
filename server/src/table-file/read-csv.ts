/** Reads CSV files as people save them: with commas, semicolons or tabs, with or without a byte order mark. */
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CELL_CHARS_MAX, COLUMNS_MAX, type SheetRow, UnreadableFileError, isBlankRow } from './sheet-row.ts';

const CHUNK_BYTES = 64 * 1024;
/** One row: all its cells, each with its quotes. */
const RECORD_CHARS_MAX = COLUMNS_MAX * 200;
const DELIMITERS = [',', ';', '\t'] as const;

/** Reads a file part by part: memory does not grow with its size. The first part holds the header. */
export async function* readCsvRows(
  first: Buffer,
  rest: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<SheetRow> {
  const delimiter = findDelimiter(first);
  const parser = parse({
    delimiter,
    bom: true,
    trim: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_CHARS_MAX,
  });
  const source = Readable.from(decodeParts(first, rest), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      if (row.length > COLUMNS_MAX || row.some((cell) => cell.length > CELL_CHARS_MAX)) {
        throw new UnreadableFileError('A row is too long');
      }
      if (!isBlankRow(row)) yield row;
    }
  } catch (error) {
    if (error instanceof CsvError || error instanceof TypeError) throw new UnreadableFileError(error.message);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Decodes chunk by chunk. Throws a TypeError for bytes that are not UTF-8. */
async function* decodeParts(first: Buffer, rest: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = function* (part: Buffer): Generator<string> {
    for (let at = 0; at < part.length; at += CHUNK_BYTES) {
      const text = decoder.decode(part.subarray(at, at + CHUNK_BYTES), { stream: true });
      if (text.includes('\u0000')) throw new UnreadableFileError('The file is not text');
      if (text !== '') yield text;
    }
  };
  yield* decode(first);
  for await (const part of rest) yield* decode(part);
  const end = decoder.decode();
  if (end !== '') yield end;
}

/** The delimiter that separates the header into most columns. */
function findDelimiter(first: Buffer): string {
  const end = first.indexOf('\n');
  const header = first.subarray(0, Math.min(end === -1 ? first.length : end, CHUNK_BYTES)).toString('utf8');
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
