/** Changes of rows before a batch is submitted. Every change validates the row, and rows with the same reference, again. */
import { localized } from '@dasbor/contract/language';
import { BATCH_COLUMNS, type BatchRowChange } from '@dasbor/contract/disbursement-batch-fields';
import { type ActionContext, recordAudit } from '../audit/record.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem, notFound } from '../http/problem.ts';
import { toCells } from './cells.ts';
import type { RowCells } from './columns.ts';
import { type LockedBatch, countBatchRows, lockBatch, transitionBatch, updateBatch } from './queries.ts';
import { buildRow } from './read-file.ts';
import {
  type StoredRow,
  deleteRow,
  findRow,
  markErrorsForValidation,
  markReferencesForValidation,
  updateRowValues,
} from './row-queries.ts';
import { isEditable } from './rules.ts';
import { enqueueValidation, listMakerIds } from './upload.ts';

export async function changeBatchRow(
  { vault }: Pick<Deps, 'vault'>,
  tx: MerchantTx,
  { id, row_no, change }: { id: string; row_no: number; change: BatchRowChange },
  context: ActionContext,
): Promise<void> {
  const { batch, row } = await lockRow(tx, id, row_no);
  const before = toCells({ vault }, tx.merchant_id, row);
  const cells: RowCells = { ...before, ...change };
  const {
    id: _,
    row_no: __,
    ...values
  } = buildRow({ vault }, { merchant_id: tx.merchant_id, batch_id: id }, row_no, cells);
  await updateRowValues(tx, id, row_no, values);
  await markReferencesForValidation(tx, id, references(before.reference_id, cells.reference_id));
  const fields = BATCH_COLUMNS.filter((column) => before[column] !== cells[column]);
  await recordRowAudit(tx, context, { action: 'row_changed', id, row_no, after: { fields } });
  await restartValidation(tx, batch, context);
}

export async function deleteBatchRow(
  tx: MerchantTx,
  { id, row_no }: { id: string; row_no: number },
  context: ActionContext,
): Promise<void> {
  const { batch, row } = await lockRow(tx, id, row_no);
  await deleteRow(tx, id, row_no);
  await markReferencesForValidation(tx, id, references(row.reference_id));
  const after = { reference_id: row.reference_id, amount: row.amount_text };
  await recordRowAudit(tx, context, { action: 'row_deleted', id, row_no, after });
  await restartValidation(tx, batch, context);
}

/** Validates the rows with errors again, for example after a bank did not respond. */
export async function revalidateBatch(tx: MerchantTx, id: string, context: ActionContext): Promise<void> {
  const batch = await lockEditable(tx, id);
  await markErrorsForValidation(tx, id);
  await restartValidation(tx, batch, context);
}

const references = (...texts: string[]): string[] => [...new Set(texts)].filter((text) => text !== '');

async function lockEditable(tx: MerchantTx, id: string): Promise<LockedBatch> {
  const batch = await lockBatch(tx, id);
  if (batch === undefined) throw notFound();
  if (!isEditable(batch.status)) throw new Problem(409, 'not_editable', NOT_EDITABLE);
  return batch;
}

export const NOT_EDITABLE = localized(
  'This batch was already submitted or cancelled, so its rows can no longer be changed.',
  'Batch ini sudah diajukan atau dibatalkan, sehingga barisnya tidak dapat diubah lagi.',
);

async function lockRow(tx: MerchantTx, id: string, row_no: number): Promise<{ batch: LockedBatch; row: StoredRow }> {
  const batch = await lockEditable(tx, id);
  const row = await findRow(tx, id, row_no);
  if (row === undefined) throw notFound();
  return { batch, row };
}

async function restartValidation(tx: MerchantTx, batch: LockedBatch, { principal, now }: ActionContext): Promise<void> {
  const { id } = batch;
  const maker_ids = [...new Set([...batch.maker_ids, ...listMakerIds(principal)])];
  const change = { ...(await countBatchRows(tx, id)), maker_ids };
  if (batch.status === 'validating') await updateBatch(tx, id, { ...change, updated_at: now });
  else {
    const actor = { actor_type: principal.type, actor_name: principal.name };
    await transitionBatch(tx, batch, { to: 'validating', change, actor, now });
  }
  await enqueueValidation(tx, id);
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
}

const recordRowAudit = (
  tx: MerchantTx,
  context: ActionContext,
  { action, id, row_no, after }: { action: 'row_changed' | 'row_deleted'; id: string; row_no: number; after: object },
) =>
  recordAudit(context, tx, {
    action: `disbursement_batch.${action}`,
    object_type: 'disbursement_batch',
    object_id: id,
    after: { row_no, ...after },
  });
