/** The columns of a batch file by its header. Names of other providers and Indonesian names are accepted. */
import { type BatchColumn, BATCH_COLUMNS, REQUIRED_BATCH_COLUMNS } from '@dasbor/contract/disbursement-batch-fields';
import type { SheetRow } from '../table-file/sheet-row.ts';

const ALIASES: Record<BatchColumn, readonly string[]> = {
  reference_id: ['reference', 'merchant_reference', 'external_id', 'referensi', 'nomor_referensi', 'no_referensi'],
  amount: ['jumlah', 'nominal', 'nilai'],
  bank_code: ['bank', 'kode_bank', 'channel_code', 'nama_bank'],
  account_name: [
    'bank_account_name',
    'account_holder_name',
    'account_holder',
    'beneficiary_name',
    'name',
    'nama_rekening',
    'nama_pemilik_rekening',
    'nama_penerima',
    'nama',
  ],
  account_number: [
    'account_no',
    'bank_account_number',
    'bank_account_no',
    'beneficiary_account_no',
    'nomor_rekening',
    'no_rekening',
    'rekening',
  ],
  description: ['remark', 'remarks', 'note', 'keterangan', 'deskripsi', 'catatan'],
  email: ['email_to', 'beneficiary_email', 'email_penerima'],
  email_cc: ['cc'],
  email_bcc: ['bcc'],
};

/** `Account Number *` → `account_number`. */
const normalise = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');

/** Position of each column in the rows of a file. */
export type ColumnPositions = Readonly<Partial<Record<BatchColumn, number>>>;

export function parseHeader(header: SheetRow): { positions: ColumnPositions; missing: BatchColumn[] } {
  const names = header.map(normalise);
  const positions: Partial<Record<BatchColumn, number>> = {};
  for (const column of BATCH_COLUMNS) {
    const position = [column, ...ALIASES[column]].map((name) => names.indexOf(name)).find((found) => found >= 0);
    if (position !== undefined) positions[column] = position;
  }
  return { positions, missing: REQUIRED_BATCH_COLUMNS.filter((column) => positions[column] === undefined) };
}

/** The cells of a row by their column, as texts. */
export type RowCells = Readonly<Record<BatchColumn, string>>;

/** An apostrophe that exports add before a formula is removed, so that a downloaded file can be uploaded again. */
const restoreText = (cell: string): string => cell.replace(/^'(?='*[-=+@＝＋－＠\t\r\n])/, '');

export const readCells = (row: SheetRow, positions: ColumnPositions): RowCells =>
  Object.fromEntries(
    BATCH_COLUMNS.map((column) => [column, restoreText(row[positions[column] ?? -1] ?? '')]),
  ) as unknown as RowCells;
