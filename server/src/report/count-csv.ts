/**
 * Counts the rows of a CSV and sums its amounts while it is streamed, so that the totals describe exactly that file. Reads each
 * byte once and copies none.
 */
import type { CsvDelimiter } from '@dasbor/contract/file-settings';

const COMMA = 44;
const LINE_END = 10;
const MINUS = 45;
const QUOTE = 34;
const ZERO = 48;
const NINE = 57;

/** Complete when the stream has ended. */
export interface FileTotals {
  row_count: number;
  net_total: number;
}

/** Columns that make up the net total of a report: 1 adds, -1 subtracts. */
export type NetColumns = Readonly<Record<string, 1 | -1>>;

/** Passes a CSV with a header line through; `totals` are complete when it has ended. Amounts are whole numbers. */
export async function* countCsv(
  csv: AsyncIterable<Buffer>,
  delimiter: CsvDelimiter,
  net: NetColumns,
  totals: FileTotals,
): AsyncGenerator<Buffer> {
  const separator = delimiter === ',' ? COMMA : delimiter.charCodeAt(0);
  let signs: number[] | null = null;
  let header = '';
  let column = 0;
  let value = 0;
  let is_negative = false;
  let is_quoted = false;
  let rows = 0;
  let sum = 0;
  for await (const piece of csv) {
    let at = 0;
    if (signs === null) {
      const end = piece.indexOf(LINE_END);
      header += piece.toString('latin1', 0, end === -1 ? piece.length : end);
      if (end !== -1) {
        signs = header.split(delimiter).map((name) => net[name.replaceAll('"', '')] ?? 0);
        at = end + 1;
      } else at = piece.length;
    }
    for (; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (byte === QUOTE) is_quoted = !is_quoted;
      else if (is_quoted) continue;
      else if (byte === separator || byte === LINE_END) {
        const sign = (signs as number[])[column] as number;
        if (sign !== 0) sum += is_negative ? -sign * value : sign * value;
        value = 0;
        is_negative = false;
        column += 1;
        if (byte === LINE_END) {
          rows += 1;
          column = 0;
        }
      } else if ((signs as number[])[column] !== 0) {
        if (byte >= ZERO && byte <= NINE) value = value * 10 + (byte - ZERO);
        else if (byte === MINUS) is_negative = true;
      }
    }
    yield piece;
  }
  if (!Number.isSafeInteger(sum)) throw new Error('The net total of a report exceeds the safe integer range');
  totals.row_count = rows;
  totals.net_total = sum;
}
