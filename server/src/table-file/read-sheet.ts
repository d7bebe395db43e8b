/**
 * Reads the rows of a CSV or XLSX file that a user uploaded, one row at a time. Every size is limited, because the file
 * comes from outside: text per cell, columns, and what a compressed workbook expands to.
 */
import { readCsvRows } from './read-csv.ts';
import { readXlsxRows } from './read-xlsx.ts';
import type { SheetRow } from './sheet-row.ts';

/** A workbook is a zip archive, which starts with these bytes. */
const ZIP_SIGNATURE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** The rows of a file, its header included, without blank rows. Throws `UnreadableFileError`. */
export const readSheetRows = (file: Buffer): AsyncGenerator<SheetRow> =>
  file.subarray(0, ZIP_SIGNATURE.length).equals(ZIP_SIGNATURE) ? readXlsxRows(file) : readCsvRows(file);
