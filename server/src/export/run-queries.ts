/**
 * SQL of the run of an export. A run holds the export by the number of its attempt: whoever was overtaken by a later
 * run, or cancelled, changes nothing and learns it by the answer.
 */
import type { ExportFormat, ExportList } from '@dasbor/contract/export';
import type { MerchantTx } from '../db/tx.ts';
import type { ListRequest } from './exportable-lists.ts';

export interface BegunRun {
  list: ExportList;
  format: ExportFormat;
  asked: ListRequest;
  created_by: string;
  created_at: string;
  attempts: number;
}

/** Takes an export that waits, or whose run is dead; undefined when there is nothing to do. */
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
    .returning((eb) => [
      ...(['created_by', 'created_at', 'attempts'] as const),
      eb.ref('list').$castTo<ExportList>().as('list'),
      eb.ref('format').$castTo<ExportFormat>().as('format'),
      eb.ref('asked').$castTo<ListRequest>().as('asked'),
    ])
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

/** Changes the export for the run that holds it; false when it does not any more. */
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

/** Whether it was cancelled or removed: no run will finish it. */
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

/** What the mail says of it; undefined when it is not ready, or was removed. */
export const findReadyExport = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('export as e')
    .select((eb) => [
      ...(['e.id', 'e.row_count', 'e.created_by', 'e.expires_at', 'e.message_id', 'e.mailed_at'] as const),
      eb.ref('e.list').$castTo<ExportList>().as('list'),
      eb.ref('e.format').$castTo<ExportFormat>().as('format'),
    ])
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('e.id', '=', id)
    .where('e.status', '=', 'ready')
    .executeTakeFirst();

export const markMailed = (tx: MerchantTx, id: string, now: Date) =>
  tx.sql
    .updateTable('export')
    .set({ mailed_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .execute();
