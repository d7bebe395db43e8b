/**
 * Reads the rows of a CSV or XLSX file that a user uploaded, one row at a time. Every size is limited, because the file
 * comes from outside: text per cell, columns, and what a compressed workbook expands to.
 */
import type { Readable } from 'node:stream';
import { readCsvRows } from './read-csv.ts';
import { readXlsxRows } from './read-xlsx.ts';
import type { SheetRow } from './sheet-row.ts';

/** A workbook is a zip archive, which starts with these bytes. */
const ZIP_SIGNATURE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/**
 * The rows of a file, its header included, without blank rows. Text is read as it arrives; a workbook, whose directory is at
 * its end, is held in memory. Throws `UnreadableFileError`.
 */
export async function* readSheetRows(file: Readable): AsyncGenerator<SheetRow> {
  const parts = file[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined, undefined>;
  const rest: AsyncIterable<Buffer> = { [Symbol.asyncIterator]: () => parts };
  try {
    const { value: first = Buffer.alloc(0) } = await parts.next();
    if (first.subarray(0, ZIP_SIGNATURE.length).equals(ZIP_SIGNATURE)) {
      const all = [first];
      for await (const part of rest) all.push(part);
      yield* readXlsxRows(Buffer.concat(all));
    } else {
      yield* readCsvRows(first, rest);
    }
  } finally {
    file.destroy();
  }
}
