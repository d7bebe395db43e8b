/** The files of batches: the template, the rows with errors, and the result of every row. */
import { formatAccountNumber } from '@dasbor/contract/account-number';
import { Readable } from 'node:stream';
import { BANKS } from '@dasbor/contract/bank';
import { BATCH_COLUMNS } from '@dasbor/contract/disbursement-batch-fields';
import { type DisbursementStatus, disbursementStatusLabel } from '@dasbor/contract/disbursement-fields';
import type { CsvDelimiter } from '@dasbor/contract/file-settings';
import { type Language, localized } from '@dasbor/contract/language';
import { XLSX_TYPE } from '@dasbor/contract/route';
import { escapeFormula } from '../db/csv-cells.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { StreamResponse } from '../http/serve.ts';
import { type StoredFile, storeFile } from '../storage/stored-file.ts';
import { writeCsv } from '../table-file/csv.ts';
import { renderXlsx } from '../table-file/xlsx.ts';
import { toCells } from './cells.ts';
import { formatIssue } from '@dasbor/contract/disbursement-batch-issues';
import { type BatchRowView, listRowViews } from './list-queries.ts';
import { formatNotPaidReason } from './not-paid.ts';
import { listRowsAfter } from './row-queries.ts';

const PAGE_ROWS = 500;
const CSV_TYPE = 'text/csv; charset=utf-8';

const EXAMPLES = [
  [
    'PAYROLL-2026-11-001',
    '1500000',
    '014',
    'Sari Pratiwi',
    '8010000001',
    'Salary November',
    'sari@example.com',
    '',
    '',
  ],
  ['INVOICE-4711', '250000', 'BCA', 'Budi Santoso', '8010000002', 'Invoice 4711', '', '', ''],
];

/** The template with two examples. Account numbers are texts, so that spreadsheets keep their zeros. */
export function createTemplate(format: 'csv' | 'xlsx', delimiter: CsvDelimiter): StreamResponse {
  const name = `disbursement-template.${format}`;
  if (format === 'csv') {
    return new StreamResponse(Readable.from(writeCsv(BATCH_COLUMNS, toAsync(EXAMPLES), delimiter)), CSV_TYPE, name);
  }
  const columns = BATCH_COLUMNS.map((header) => ({
    header,
    kind: header === 'amount' ? ('number' as const) : ('text' as const),
  }));
  const table = { columns, rows: EXAMPLES };
  return new StreamResponse(
    renderXlsx({ title: 'Disbursements', sheets: [{ name: 'Disbursements', table }] }),
    XLSX_TYPE,
    name,
  );
}

// oxlint-disable-next-line require-await
async function* toAsync<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

/** Name of the column with the errors of a row; it is ignored when the file is uploaded again. */
const ERROR_HEADER = localized('errors', 'kesalahan');

interface BatchFile {
  merchant_id: string;
  id: string;
  language: Language;
  delimiter: CsvDelimiter;
}

/** The rows with errors as they were sent, with what is wrong: to be corrected and uploaded again. */
export function createErrorFile(
  deps: Pick<Deps, 'db' | 'vault'>,
  { merchant_id, id, language, delimiter }: BatchFile,
): StreamResponse {
  const readRows = async function* () {
    for (let after = 0; ;) {
      const page = { after, status: 'error', limit: PAGE_ROWS } as const;
      const rows = await asMerchant(deps.db, merchant_id, (tx) => listRowsAfter(tx, id, page));
      for (const row of rows) {
        const cells = toCells(deps, merchant_id, row);
        const errors = row.issues.map((issue) => `${issue.field}: ${formatIssue(issue, language).detail}`).join(' ');
        yield [...BATCH_COLUMNS.map((column) => escapeFormula(cells[column])), errors];
      }
      if (rows.length < PAGE_ROWS) return;
      after = rows.at(-1)?.row_no ?? after;
    }
  };
  const csv = writeCsv([...BATCH_COLUMNS, ERROR_HEADER[language]], readRows(), delimiter);
  return new StreamResponse(Readable.from(csv), CSV_TYPE, `${id}-errors.csv`);
}

const RESULT_HEADERS: Record<Language, readonly string[]> = {
  en: [
    'row',
    'reference_id',
    'amount',
    'bank',
    'account_last4',
    'account_name',
    'verified_name',
    'disbursement_id',
    'status',
    'fee',
    'fee_vat',
    'completed_at',
    'bank_reference',
    'failure',
  ],
  id: [
    'Baris',
    'Referensi',
    'Jumlah',
    'Bank',
    'Rekening',
    'Nama rekening',
    'Nama di bank',
    'ID disbursement',
    'Status',
    'Biaya',
    'PPN biaya',
    'Selesai',
    'Referensi bank',
    'Alasan gagal',
  ],
};

/** The result of every row of a batch that has ended, as of now: transfers that were returned later are included. */
export const createResultFile = (deps: Pick<Deps, 'db'>, file: BatchFile): StreamResponse =>
  new StreamResponse(Readable.from(writeResult(deps, file)), CSV_TYPE, `${file.id}-result.csv`);

/** Stores the result of every row. */
export const storeResultFile = (deps: Pick<Deps, 'db' | 'clock'>, file: BatchFile): Promise<StoredFile> =>
  storeFile(
    deps,
    file.merchant_id,
    { name: `${file.id}-result.csv`, content_type: CSV_TYPE, expires_at: null },
    writeResult(deps, file),
  );

function writeResult(
  { db }: Pick<Deps, 'db'>,
  { merchant_id, id, language, delimiter }: BatchFile,
): AsyncGenerator<string> {
  const readRows = async function* () {
    for (let after = 0; ;) {
      const rows = await asMerchant(db, merchant_id, (tx) => listRowViews(tx, id, { limit: PAGE_ROWS }, after));
      for (const row of rows.slice(0, PAGE_ROWS)) yield toResultCells(row, language);
      if (rows.length <= PAGE_ROWS) return;
      after = rows[PAGE_ROWS - 1]?.row_no ?? after;
    }
  };
  return writeCsv(RESULT_HEADERS[language], readRows(), delimiter);
}

const NOT_PAID = localized('Not paid', 'Tidak dibayar');
const text = (value: string | number | null): string | null => (value === null ? null : String(value));

const toResultCells = (row: BatchRowView, language: Language): (string | null)[] => [
  text(row.row_no),
  escapeFormula(row.reference_id),
  text(row.amount),
  BANKS.find(({ code }) => code === row.bank_code)?.short_name ?? escapeFormula(row.bank_text),
  formatAccountNumber(row.account_last4),
  escapeFormula(row.account_name),
  row.verified_name && escapeFormula(row.verified_name),
  row.disbursement_id,
  row.disbursement_status === null
    ? NOT_PAID[language]
    : disbursementStatusLabel(row.disbursement_status as DisbursementStatus, language),
  text(row.fee_amount),
  text(row.fee_vat_amount),
  row.completed_at,
  row.bank_reference && escapeFormula(row.bank_reference),
  formatNotPaidReason(row, language),
];
