/** CSV in the format of PostgreSQL's COPY, for rows that are split into several files. */
import type { CsvDelimiter } from '@dasbor/contract/file-settings';

const CHUNK_CHARS = 64 * 1024;

/** NULL is an empty cell, an empty text is quoted, and quotes are doubled. */
const formatCell = (cell: string | null, delimiter: CsvDelimiter): string => {
  if (cell === null) return '';
  const is_quoted = cell === '' || cell === String.raw`\.` || cell.includes(delimiter) || /["\r\n]/.test(cell);
  return is_quoted ? `"${cell.replaceAll('"', '""')}"` : cell;
};

export const formatCsvLine = (cells: readonly (string | null)[], delimiter: CsvDelimiter): string =>
  `${cells.map((cell) => formatCell(cell, delimiter)).join(delimiter)}\n`;

/** Streams a file with its header line in chunks. */
export async function* writeCsv(
  headers: readonly string[],
  rows: AsyncIterable<readonly (string | null)[]>,
  delimiter: CsvDelimiter,
): AsyncGenerator<string> {
  let chunk = formatCsvLine(headers, delimiter);
  for await (const row of rows) {
    chunk += formatCsvLine(row, delimiter);
    if (chunk.length < CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
