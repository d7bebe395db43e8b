/** CSV lines as PostgreSQL's COPY writes them, for rows that are cut into several files. */

const PIECE_CHARS = 64 * 1024;

/** NULL is nothing, an empty text is quoted, and quotes are doubled. */
const formatCell = (cell: string | null): string => {
  if (cell === null) return '';
  return cell === '' || cell === String.raw`\.` || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

export const formatCsvLine = (cells: readonly (string | null)[]): string => `${cells.map(formatCell).join(',')}\n`;

/** A file with its header line, in pieces of some size. */
export async function* writeCsv(
  headers: readonly string[],
  rows: AsyncIterable<readonly (string | null)[]>,
): AsyncGenerator<string> {
  let piece = formatCsvLine(headers);
  for await (const row of rows) {
    piece += formatCsvLine(row);
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
