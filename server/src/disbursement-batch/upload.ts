/** Creates a batch from an uploaded file. What concerns the whole file is refused at once; its rows are validated later. */
import type { Readable } from 'node:stream';
import { BATCH_ROWS_MAX } from '@dasbor/contract/disbursement-batch-fields';
import { formatCount } from '@dasbor/contract/format';
import { type Language, localized } from '@dasbor/contract/language';
import { type ActionContext, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, isUniqueViolation } from '../db/tx.ts';
import { type Principal, getPersonId } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import type { UploadedFile } from '../http/upload.ts';
import { retainFile } from '../storage/queries.ts';
import { readSheetRows } from '../table-file/read-sheet.ts';
import { UnreadableFileError } from '../table-file/sheet-row.ts';
import { parseHeader } from './columns.ts';
import { countUnvalidated, findBatchOfFile, insertBatch } from './queries.ts';

/** Batches of a merchant that are validated at the same time. */
const UNVALIDATED_MAX = 5;

/** Counts the rows of a file. Throws 422 when it cannot become a batch. */
export async function countFileRows(content: Readable): Promise<number> {
  let count = -1;
  try {
    for await (const row of readSheetRows(content)) {
      count += 1;
      if (count === 0) assertColumns(row);
      if (count > BATCH_ROWS_MAX) throw tooManyRows();
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    throw new Problem(422, 'unreadable_file', UNREADABLE);
  }
  if (count < 1) throw new Problem(422, 'no_rows', NO_ROWS);
  return count;
}

function assertColumns(header: readonly string[]): void {
  const { missing } = parseHeader(header);
  if (missing.length === 0) return;
  const names = missing.join(', ');
  throw new Problem(
    422,
    'missing_columns',
    localized(
      `The first row must name the columns. Missing: ${names}. Download the template to see all columns.`,
      `Baris pertama harus memuat nama kolom. Tidak ditemukan: ${names}. Unduh templat untuk melihat semua kolom.`,
    ),
  );
}

const UNREADABLE = localized(
  'This file cannot be read. Save it as CSV (UTF-8) or XLSX and upload it again.',
  'Berkas ini tidak dapat dibaca. Simpan sebagai CSV (UTF-8) atau XLSX lalu unggah kembali.',
);
const NO_ROWS = localized(
  'This file has no rows below its header. Add disbursements and upload it again.',
  'Berkas ini tidak memiliki baris di bawah judul kolom. Tambahkan disbursement lalu unggah kembali.',
);
const tooManyRows = () =>
  new Problem(
    422,
    'too_many_rows',
    localized(
      `A file has at most ${formatCount(BATCH_ROWS_MAX, 'en')} rows. Split it into several files.`,
      `Satu berkas memuat paling banyak ${formatCount(BATCH_ROWS_MAX, 'id')} baris. Bagi menjadi beberapa berkas.`,
    ),
  );

interface BatchInput {
  file: UploadedFile;
  file_rows: number;
  batch_reference: string | undefined;
  note: string | undefined;
  /** Language of the stored result. */
  language: Language;
}

/** Creates the batch of a stored file and returns its id. Throws 409 `duplicate_file` and 429 `too_many_batches`. */
export async function createBatch(
  tx: MerchantTx,
  { file, file_rows, batch_reference, note, language }: BatchInput,
  context: ActionContext,
): Promise<string> {
  const { principal, now } = context;
  const earlier = await findBatchOfFile(tx, file.sha256);
  if (earlier !== undefined) throw duplicateFile(earlier);
  if ((await countUnvalidated(tx)) >= UNVALIDATED_MAX) throw tooManyBatches();
  await retainFile(tx, file.id);
  const id = newId('disbursement_batch', now);
  const batch = {
    id,
    batch_reference: batch_reference ?? file.name.replace(/\.(?:csv|xlsx)$/i, ''),
    note: note || null,
    file_id: file.id,
    file_name: file.name,
    sha256: file.sha256,
    file_rows,
    language,
    created_by_id: principal.id,
    created_by: principal.name,
    created_at: now,
    maker_ids: listMakerIds(principal),
  };
  try {
    await insertBatch(tx, batch, { actor_type: principal.type, actor_name: principal.name });
  } catch (error) {
    // Sent twice at the same time: the transaction has failed, and the other one names the batch.
    if (isUniqueViolation(error, 'disbursement_batch_file')) throw duplicateFile(null);
    throw error;
  }
  await enqueueValidation(tx, id);
  await recordAudit(context, tx, {
    action: 'disbursement_batch.uploaded',
    object_type: 'disbursement_batch',
    object_id: id,
    after: { file_name: file.name, sha256: file.sha256, rows: file_rows },
  });
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'created' });
  return id;
}

/** The principal and the person behind it: none of them approves a batch whose data they made. */
export const listMakerIds = (principal: Principal): string[] => [...new Set([principal.id, getPersonId(principal)])];

export const enqueueValidation = (tx: MerchantTx, id: string): Promise<void> =>
  enqueue(
    tx,
    'validate_disbursement_batch',
    { merchant_id: tx.merchant_id, id },
    { job_key: `validate_disbursement_batch:${id}` },
  );

const duplicateFile = (earlier: { id: string; batch_reference: string } | null) => {
  const name = earlier === null ? '' : ` ${earlier.batch_reference} (${earlier.id})`;
  return new Problem(
    409,
    'duplicate_file',
    localized(
      `This file was already uploaded${name && ` as batch${name}`}. Open that batch, or cancel it to upload the file again.`,
      `Berkas ini sudah diunggah${name && ` sebagai batch${name}`}. Buka batch itu, atau batalkan untuk mengunggah berkas ini lagi.`,
    ),
  );
};

const tooManyBatches = () =>
  new Problem(
    429,
    'too_many_batches',
    localized(
      `At most ${UNVALIDATED_MAX} files are validated at the same time. Wait until one is finished.`,
      `Paling banyak ${UNVALIDATED_MAX} berkas diperiksa bersamaan. Tunggu sampai salah satu selesai.`,
    ),
  );
