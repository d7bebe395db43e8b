/** SQL of the lists of batches and their rows. */
import { type DisbursementBatch, disbursementBatch } from '@dasbor/contract/disbursement-batch-fields';
import type { listBatchRows, listDisbursementBatches } from '@dasbor/contract/disbursement-batch';
import type { Query } from '@dasbor/contract/route';
import { sql } from 'kysely';
import { buildColumns, listFields } from '../db/columns.ts';
import { buildCsvCells, createHeaderFormat } from '../db/csv-cells.ts';
import type { MerchantTx, QueryScope } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { ListFile } from '../http/list-file.ts';

const COLUMNS = buildColumns('b', disbursementBatch.shape);

const buildBatchListQuery = (tx: MerchantTx) =>
  tx.sql.selectFrom('disbursement_batch as b').select(COLUMNS).where('b.merchant_id', '=', tx.merchant_id);

type BatchFilter = Pick<Query<typeof listDisbursementBatches>, 'from' | 'to' | 'status' | 'q'>;

function buildFilteredQuery({ merchant_id, sql: kysely }: QueryScope, { from, to, status, q }: BatchFilter) {
  let rows = kysely.selectFrom('disbursement_batch as b').where('b.merchant_id', '=', merchant_id);
  if (from !== undefined) rows = rows.where('b.created_at', '>=', from);
  if (to !== undefined) rows = rows.where('b.created_at', '<', to);
  if (status?.length) rows = rows.where('b.status', 'in', status);
  if (q) {
    const start = q.toLowerCase();
    rows = rows.where((eb) =>
      eb.or([
        eb('b.id', '=', start),
        sql<boolean>`starts_with(lower(b.batch_reference), ${start})`,
        sql<boolean>`starts_with(lower(b.file_name), ${start})`,
      ]),
    );
  }
  return rows;
}

/** Count and total amount per status. */
export const summariseBatches = (tx: MerchantTx, filter: BatchFilter) =>
  buildFilteredQuery(tx, filter)
    .select(['b.status', sql<number>`count(*)`.as('count'), sql<number>`sum(b.total_amount)::bigint`.as('amount')])
    .groupBy('b.status')
    .execute();

/** One page, plus one row when there is a next page. */
export async function listBatches(
  tx: MerchantTx,
  query: Query<typeof listDisbursementBatches>,
  after: Cursor | null,
): Promise<DisbursementBatch[]> {
  let rows = buildFilteredQuery(tx, query).select(COLUMNS);
  if (after !== null) rows = rows.where(sql<boolean>`(b.created_at, b.id) < (${after.at}, ${after.id})`);
  return rows
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(query.limit + 1)
    .execute();
}

const INDONESIAN_HEADERS: Record<keyof DisbursementBatch, string> = {
  id: 'ID',
  created_at: 'Diunggah',
  batch_reference: 'Referensi batch',
  note: 'Catatan',
  file_name: 'Nama berkas',
  sha256: 'SHA-256',
  status: 'Status',
  total_rows: 'Jumlah baris',
  checked_rows: 'Baris divalidasi',
  valid_rows: 'Baris valid',
  warning_rows: 'Baris dengan peringatan',
  invalid_rows: 'Baris dengan kesalahan',
  excluded_rows: 'Baris dikecualikan',
  total_amount: 'Total jumlah',
  total_fee: 'Total biaya',
  paid_rows: 'Baris dibayar',
  failed_rows: 'Baris gagal',
  paid_amount: 'Jumlah dibayar',
  created_by: 'Diunggah oleh',
  submitted_by: 'Diajukan oleh',
  submitted_at: 'Diajukan',
  decided_by: 'Diputuskan oleh',
  decided_at: 'Diputuskan',
  rejected_reason: 'Alasan penolakan',
  completed_at: 'Selesai',
  updated_at: 'Diperbarui',
};
const formatFileHeader = createHeaderFormat(INDONESIAN_HEADERS);
const FIELDS = listFields(disbursementBatch.shape);
/** Maximum rows of a file. */
const ROWS_MAX = 1_000_000;

export const batchFile: ListFile<typeof listDisbursementBatches> = {
  name: 'disbursement-batches',
  columns: FIELDS,
  omits: { may_decide: 'depends on the reader', approvals_missing: 'belongs to the approvals' },
  buildQuery: ({ query, language, time_zone, ...reader }) =>
    buildFilteredQuery(reader, query)
      .select(() =>
        buildCsvCells({
          shape: disbursementBatch.shape,
          names: parseColumns(FIELDS, query.columns),
          getColumn: (field) => sql.ref(`b.${field}`),
          formatHeader: (field) => formatFileHeader(field, language),
          time_zone,
        }),
      )
      .orderBy('b.created_at', 'desc')
      .orderBy('b.id', 'desc')
      .limit(ROWS_MAX),
};

export const findBatchView = (tx: MerchantTx, id: string): Promise<DisbursementBatch | undefined> =>
  buildBatchListQuery(tx).where('b.id', '=', id).executeTakeFirst();

const buildRowQuery = (tx: MerchantTx, batch_id: string) =>
  tx.sql
    .selectFrom('disbursement_batch_row as r')
    .leftJoin('disbursement as d', (join) =>
      join.on('d.merchant_id', '=', tx.merchant_id).onRef('d.id', '=', 'r.disbursement_id'),
    )
    .select(['r.row_no', 'r.status', 'r.is_excluded', 'r.reference_id', 'r.amount_text', 'r.amount', 'r.bank_text'])
    .select(['r.bank_code', 'r.account_last4', 'r.account_name', 'r.verified_name', 'r.name_match'])
    .select(['r.description', 'r.email', 'r.email_cc', 'r.email_bcc', 'r.issues', 'r.disbursement_id'])
    .select('r.exclusion')
    .select(['d.status as disbursement_status', 'd.failure_code', 'd.failure_message', 'd.completed_at'])
    .select(['d.bank_reference', 'd.fee_amount', 'd.fee_vat_amount'])
    .where('r.merchant_id', '=', tx.merchant_id)
    .where('r.batch_id', '=', batch_id);

export type BatchRowView = Awaited<ReturnType<typeof listRowViews>>[number];

/** Rows after a number, in the order of the file, plus one when there is a next page. */
export function listRowViews(
  tx: MerchantTx,
  batch_id: string,
  { status, q, limit }: Pick<Query<typeof listBatchRows>, 'status' | 'q' | 'limit'>,
  after: number,
) {
  let rows = buildRowQuery(tx, batch_id).where('r.row_no', '>', after);
  if (status?.length) rows = rows.where('r.status', 'in', status);
  if (q) {
    rows = rows.where((eb) =>
      eb.or([
        sql<boolean>`starts_with(lower(r.reference_id), ${q.toLowerCase()})`,
        eb('r.account_last4', '=', q.slice(-4)),
        eb('r.row_no', '=', /^\d{1,5}$/.test(q) ? Number(q) : 0),
      ]),
    );
  }
  return rows
    .orderBy('r.row_no')
    .limit(limit + 1)
    .execute();
}

export const findRowView = (tx: MerchantTx, batch_id: string, row_no: number): Promise<BatchRowView | undefined> =>
  buildRowQuery(tx, batch_id).where('r.row_no', '=', row_no).executeTakeFirst();

/** The timeline of a batch, oldest first. */
export const listBatchEvents = (tx: MerchantTx, batch_id: string) =>
  tx.sql
    .selectFrom('disbursement_batch_event')
    .select(['seq', 'at', 'from_status', 'to_status', 'actor_type', 'actor_name', 'reason'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .orderBy('seq')
    .execute();
