/** SQL of the report history. */
import type { ReportType, listReportRuns } from '@dasbor/contract/report';
import type { Query } from '@dasbor/contract/route';
import { sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

type Filter = Omit<Query<typeof listReportRuns>, 'cursor' | 'limit'>;

const buildRunQuery = ({ merchant_id, sql: db }: MerchantTx, types: readonly ReportType[]) =>
  db
    .selectFrom('report_run as r')
    .leftJoin('settlement_batch as b', (join) =>
      join.on('b.merchant_id', '=', merchant_id).onRef('b.id', '=', 'r.settlement_batch_id'),
    )
    .leftJoin('stored_file as f', (join) =>
      join.on('f.merchant_id', '=', merchant_id).onRef('f.id', '=', 'r.file_id').on('f.status', '=', 'stored'),
    )
    .leftJoin('stored_file as s', (join) =>
      join.on('s.merchant_id', '=', merchant_id).onRef('s.id', '=', 'r.totals_file_id').on('s.status', '=', 'stored'),
    )
    .select(['r.id', 'r.business_day', 'r.settlement_batch_id', 'b.batch_no', 'r.sequence', 'r.requested_by'])
    .select(['r.row_count', 'r.net_total', 'r.file_name', 'r.sha256', 'r.email_attempts', 'r.email_error'])
    .select(['r.sftp_attempts', 'r.sftp_error', 'r.attempts', 'r.error', 'r.created_at', 'r.finished_at'])
    .select(['r.email_retry_at', 'r.email_delivered_at', 'r.sftp_retry_at', 'r.sftp_delivered_at'])
    .select(['s.name as totals_file_name'])
    .select([
      sql<string>`coalesce(r.period_from, r.business_day)`.as('period_from'),
      sql<string>`coalesce(r.period_to, r.business_day)`.as('period_to'),
      // Older runs store their file in the row.
      sql<number | null>`coalesce(f.size_bytes, octet_length(r.content))::bigint`.as('file_size_bytes'),
      'r.report_type',
      'r.trigger',
      'r.format',
      'r.delimiter',
      'r.status',
      'r.email_status',
      'r.sftp_status',
    ])
    .where('r.merchant_id', '=', merchant_id)
    .where('r.report_type', 'in', types);
export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** undefined also for a type that the reader cannot see. */
export const findRun = (tx: MerchantTx, id: string, types: readonly ReportType[]) =>
  buildRunQuery(tx, types).where('r.id', '=', id).executeTakeFirst();

/** Newest first after a cursor; one extra row when there is a next page. */
export function listRuns(
  tx: MerchantTx,
  types: readonly ReportType[],
  { report_type, status, settlement_batch_id, from, to }: Filter,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<RunRow[]> {
  let rows = buildRunQuery(tx, types);
  if (report_type?.length) rows = rows.where('r.report_type', 'in', report_type);
  if (status?.length) rows = rows.where('r.status', 'in', status);
  if (settlement_batch_id !== undefined) rows = rows.where('r.settlement_batch_id', '=', settlement_batch_id);
  if (from !== undefined) rows = rows.where(sql<boolean>`coalesce(r.period_to, r.business_day) >= ${from}::date`);
  if (to !== undefined) rows = rows.where(sql<boolean>`coalesce(r.period_from, r.business_day) <= ${to}::date`);
  if (after !== null) {
    rows = rows.where(sql<boolean>`(r.created_at, r.id) < (${after.at}::timestamptz, ${after.id})`);
  }
  return rows
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** The files of a run; undefined for a type that the reader cannot see. */
export const findFiles = (tx: MerchantTx, id: string, types: readonly ReportType[]) =>
  tx.sql
    .selectFrom('report_run')
    .select(['file_id', 'totals_file_id', 'file_name', 'content'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('report_type', 'in', types)
    .executeTakeFirst();
