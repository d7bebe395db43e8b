/** SQL of the lists of batches and their rows. */
import { type DisbursementBatch, disbursementBatch } from '@dasbor/contract/disbursement-batch-fields';
import type { listBatchRows, listDisbursementBatches } from '@dasbor/contract/disbursement-batch';
import type { Query } from '@dasbor/contract/route';
import { sql } from 'kysely';
import { buildColumns } from '../db/columns.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

const selectBatches = (tx: MerchantTx) =>
  tx.sql
    .selectFrom('disbursement_batch as b')
    .select(buildColumns('b', disbursementBatch.shape))
    .where('b.merchant_id', '=', tx.merchant_id);

/** One page, plus one row when there is a next page. */
export async function listBatches(
  tx: MerchantTx,
  { from, to, status, q, limit }: Query<typeof listDisbursementBatches>,
  after: Cursor | null,
): Promise<DisbursementBatch[]> {
  let rows = selectBatches(tx);
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
  if (after !== null) rows = rows.where(sql<boolean>`(b.created_at, b.id) < (${after.at}, ${after.id})`);
  return rows
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const getReadBatch = (tx: MerchantTx, id: string): Promise<DisbursementBatch | undefined> =>
  selectBatches(tx).where('b.id', '=', id).executeTakeFirst();

const selectRows = (tx: MerchantTx, batch_id: string) =>
  tx.sql
    .selectFrom('disbursement_batch_row as r')
    .leftJoin('disbursement as d', (join) =>
      join.on('d.merchant_id', '=', tx.merchant_id).onRef('d.id', '=', 'r.disbursement_id'),
    )
    .select(['r.row_no', 'r.status', 'r.is_excluded', 'r.reference_id', 'r.amount_text', 'r.amount', 'r.bank_text'])
    .select(['r.bank_code', 'r.account_last4 as account', 'r.account_name', 'r.verified_name', 'r.name_match'])
    .select(['r.description', 'r.email', 'r.email_cc', 'r.email_bcc', 'r.issues', 'r.disbursement_id'])
    .select('r.exclusion')
    .select(['d.status as disbursement_status', 'd.failure_code', 'd.failure_message', 'd.completed_at'])
    .select(['d.bank_reference', 'd.fee_amount', 'd.fee_vat_amount'])
    .where('r.merchant_id', '=', tx.merchant_id)
    .where('r.batch_id', '=', batch_id);

export type ReadRow = Awaited<ReturnType<typeof listReadRows>>[number];

/** Rows after a number, in the order of the file, plus one when there is a next page. */
export function listReadRows(
  tx: MerchantTx,
  batch_id: string,
  { status, q, limit }: Pick<Query<typeof listBatchRows>, 'status' | 'q' | 'limit'>,
  after: number,
) {
  let rows = selectRows(tx, batch_id).where('r.row_no', '>', after);
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

export const findReadRow = (tx: MerchantTx, batch_id: string, row_no: number): Promise<ReadRow | undefined> =>
  selectRows(tx, batch_id).where('r.row_no', '=', row_no).executeTakeFirst();

/** The timeline of a batch, oldest first. */
export const listBatchEvents = (tx: MerchantTx, batch_id: string) =>
  tx.sql
    .selectFrom('disbursement_batch_event')
    .select(['seq', 'at', 'from_status', 'to_status', 'actor_type', 'actor_name', 'reason'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_id', '=', batch_id)
    .orderBy('seq')
    .execute();
