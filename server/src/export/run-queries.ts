/**
 * SQL of an export run. The attempt number is the lease of a run: updates of a superseded or cancelled run affect no row
 * and return false.
 */
import type { ExportFormat, ExportList } from '@dasbor/contract/export';
import type { MerchantTx } from '../db/tx.ts';
import type { ListRequest } from '../db/column-types.ts';

export interface BegunRun {
  list: ExportList;
  format: ExportFormat;
  request: ListRequest;
  created_by: string;
  created_at: string;
  attempts: number;
}

/** Starts an attempt of a waiting or crashed export; undefined when it is finished or deleted. */
export const beginRun = (tx: MerchantTx, id: string, now: Date): Promise<BegunRun | undefined> =>
  tx.sql
    .updateTable('export')
    .set((eb) => ({
      status: 'running',
      attempts: eb('attempts', '+', 1),
      started_at: now,
      seen_at: now,
      rows_done: 0,
      error: null,
    }))
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .returning([...(['created_by', 'created_at', 'attempts'] as const), 'list', 'format', 'request'])
    .executeTakeFirst();

export interface RunLease {
  id: string;
  attempts: number;
}

export interface RunChange {
  status?: 'waiting' | 'ready' | 'failed';
  seen_at?: Date;
  finished_at?: Date;
  expires_at?: Date;
  row_count?: number;
  rows_done?: number;
  size_bytes?: number;
  is_masked?: boolean;
  error?: string | null;
}

/** Updates the export if the run still holds the lease; otherwise returns false. */
export async function updateRun(tx: MerchantTx, { id, attempts }: RunLease, change: RunChange): Promise<boolean> {
  const row = await tx.sql
    .updateTable('export')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the export was cancelled or deleted, so that no run will finish it. */
export async function isAbandoned(tx: MerchantTx, id: string): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('export')
    .select('status')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined || row.status === 'cancelled';
}

export interface ExportFileRow {
  part_no: number;
  file_id: string;
  name: string;
  row_count: number;
  size_bytes: number;
}

export const insertFileRow = (tx: MerchantTx, export_id: string, file: ExportFileRow) =>
  tx.sql
    .insertInto('export_file')
    .values({ merchant_id: tx.merchant_id, export_id, ...file })
    .execute();

/** The export for the notification email; undefined if it is not ready or was deleted. */
export const findReadyExport = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('export as e')
    .select([
      ...(['e.id', 'e.row_count', 'e.created_by', 'e.expires_at', 'e.message_id', 'e.mailed_at'] as const),
      'e.list',
      'e.format',
    ])
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('e.id', '=', id)
    .where('e.status', '=', 'ready')
    .executeTakeFirst();

export const markEmailed = (tx: MerchantTx, id: string, now: Date) =>
  tx.sql
    .updateTable('export')
    .set({ mailed_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .execute();
