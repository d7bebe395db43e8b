/** Stores the rows of an uploaded file, in chunks: one transaction each, continued after a crash. */
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { findStoredFile, readStoredFile } from '../storage/stored-file.ts';
import { readSheetRows } from '../table-file/read-sheet.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type ColumnPositions, type RowCells, parseHeader, readCells } from './columns.ts';
import { type LockedBatch, lockBatch, updateBatch } from './queries.ts';
import { type NewRow, insertRows } from './row-queries.ts';
import { isUnvalidated } from './rules.ts';

const CHUNK_ROWS = 500;
/** A cell that no rule accepts is not kept in full. */
const CELL_MAX = 300;

type ReadDeps = Pick<Deps, 'db' | 'clock' | 'vault'>;
type BatchToRead = Pick<LockedBatch, 'id' | 'file_id' | 'read_rows' | 'file_rows'>;

/** Reads the rest of the file of a batch. Idempotent: rows that are stored are skipped. */
export async function readBatchFile(deps: ReadDeps, merchant_id: string, batch: BatchToRead): Promise<void> {
  if (batch.read_rows >= batch.file_rows) return;
  const file = await findStoredFile(deps, merchant_id, batch.file_id);
  if (file === null) throw new Error(`The file of ${batch.id} is missing`);
  let positions: ColumnPositions | null = null;
  let row_no = 0;
  let waiting: NewRow[] = [];
  for await (const row of readSheetRows(readStoredFile(deps.db, merchant_id, file))) {
    if (positions === null) {
      ({ positions } = parseHeader(row));
      continue;
    }
    row_no += 1;
    if (row_no <= batch.read_rows) continue;
    waiting.push(buildRow(deps, { merchant_id, batch_id: batch.id }, row_no, readCells(row, positions)));
    if (waiting.length < CHUNK_ROWS) continue;
    if (!(await storeRows(deps, merchant_id, batch.id, waiting))) return;
    waiting = [];
  }
  if (waiting.length > 0) await storeRows(deps, merchant_id, batch.id, waiting);
}

/** The texts of a row as they are stored: the account number encrypted for its row. */
export function buildRow(
  { vault }: Pick<Deps, 'vault'>,
  { merchant_id, batch_id }: { merchant_id: string; batch_id: string },
  row_no: number,
  cells: RowCells,
): NewRow {
  const id = `${batch_id}.${row_no}`;
  const short = (cell: string): string => cell.slice(0, CELL_MAX);
  return {
    id,
    row_no,
    reference_id: short(cells.reference_id),
    amount_text: short(cells.amount),
    bank_text: short(cells.bank_code),
    account_no_sealed: vault.seal(buildRowContext(merchant_id, id), short(cells.account_number)),
    account_last4: cells.account_number.slice(-4),
    account_name: short(cells.account_name),
    description: short(cells.description),
    email: cells.email,
    email_cc: cells.email_cc,
    email_bcc: cells.email_bcc,
  };
}

/** The place of an encrypted account number. */
export const buildRowContext = (merchant_id: string, row_id: string) => ({
  table: 'disbursement_batch_row',
  column: 'account_no_sealed',
  merchant_id,
  row_id,
});

/** Returns false when the batch has ended meanwhile. */
const storeRows = (deps: ReadDeps, merchant_id: string, id: string, rows: readonly NewRow[]): Promise<boolean> =>
  asMerchant(deps.db, merchant_id, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch === undefined || !isUnvalidated(batch.status)) return false;
    await insertRows(tx, id, rows);
    const read_rows = Math.max(batch.read_rows, rows.at(-1)?.row_no ?? 0);
    await updateBatch(tx, id, { read_rows, updated_at: deps.clock.now() });
    await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
    return true;
  });
