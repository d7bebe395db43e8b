/** CSV in the format of PostgreSQL's COPY, for rows that are split into several files. */

const CHUNK_CHARS = 64 * 1024;

/** NULL is an empty cell, an empty text is quoted, and quotes are doubled. */
const formatCell = (cell: string | null): string => {
  if (cell === null) return '';
  return cell === '' || cell === String.raw`\.` || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

export const formatCsvLine = (cells: readonly (string | null)[]): string => `${cells.map(formatCell).join(',')}\n`;

/** Streams a file with its header line in chunks. */
export async function* writeCsv(
  headers: readonly string[],
  rows: AsyncIterable<readonly (string | null)[]>,
): AsyncGenerator<string> {
  let chunk = formatCsvLine(headers);
  for await (const row of rows) {
    chunk += formatCsvLine(row);
    if (chunk.length < CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
