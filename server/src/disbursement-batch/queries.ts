/** SQL of disbursement batches. Whatever changes rows locks their batch first. */
import type { BatchStatus } from '@dasbor/contract/disbursement-batch-fields';
import type { Language } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import { type Updateable, sql } from 'kysely';
import { FAIR_ORDER } from '../db/fair-order.ts';
import type { DB } from '../db/schema.gen.ts';
import { buildTransitionEvents, executeTransition } from '../db/status-transition.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Actor } from '../transaction/write-queries.ts';
import { RUN_EXCLUSIONS } from './not-paid.ts';
import { canTransitionBatch } from './rules.ts';

export interface NewBatch {
  id: string;
  batch_reference: string;
  note: string | null;
  file_id: string;
  file_name: string;
  sha256: string;
  file_rows: number;
  language: Language;
  created_by_id: string;
  created_by: string;
  created_at: Date;
  maker_ids: string[];
}

/** Inserts a batch with its first event. Fails with the constraint `disbursement_batch_file` for a known file. */
export async function insertBatch(tx: MerchantTx, batch: NewBatch, actor: Actor): Promise<void> {
  const { merchant_id } = tx;
  await tx.sql
    .insertInto('disbursement_batch')
    .values({
      merchant_id,
      ...batch,
      status: 'uploaded',
      total_rows: batch.file_rows,
      last_event_seq: 1,
      updated_at: batch.created_at,
    })
    .execute();
  await tx.sql
    .insertInto('disbursement_batch_event')
    .values({ merchant_id, batch_id: batch.id, seq: 1, at: batch.created_at, to_status: 'uploaded', ...actor })
    .execute();
}

/** Final statuses of a batch that pays nothing; its file may be uploaded again. */
const GIVEN_UP = ['failed', 'rejected', 'cancelled'] as const satisfies readonly BatchStatus[];

/** The newest batch of a file that was not given up. */
export const findBatchOfFile = (tx: MerchantTx, sha256: string) =>
  tx.sql
    .selectFrom('disbursement_batch')
    .select(['id', 'batch_reference', 'created_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('sha256', '=', sha256)
    .where('status', 'not in', GIVEN_UP)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function countUnvalidated(tx: MerchantTx): Promise<number> {
  const { count } = await tx.sql
    .selectFrom('disbursement_batch')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', 'in', ['uploaded', 'validating'])
    .executeTakeFirstOrThrow();
  return count;
}

/** Fields of a batch that its processing needs. */
const COLUMNS = [
  'id',
  'batch_reference',
  'note',
  'status',
  'file_id',
  'file_rows',
  'language',
  'read_rows',
  'total_rows',
  'checked_rows',
  'valid_rows',
  'invalid_rows',
  'total_amount',
  'total_fee',
  'submitted_by_type',
  'submitted_by_id',
  'submitted_by',
  'submitted_by_owner',
  'maker_ids',
  'created_by_id',
  'created_by',
  'decided_by_id',
  'decided_by',
  'decided_at',
  'last_event_seq',
] as const;
const buildBatchQuery = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('disbursement_batch')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id);

export const findBatch = (tx: MerchantTx, id: string) => buildBatchQuery(tx, id).executeTakeFirst();
export type LockedBatch = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** Locks a batch until the end of the transaction. */
export const lockBatch = (tx: MerchantTx, id: string): Promise<LockedBatch | undefined> =>
  buildBatchQuery(tx, id).forNoKeyUpdate().executeTakeFirst();

/** Changes columns of a locked batch without a transition. */
export const updateBatch = (tx: MerchantTx, id: string, change: Updateable<DB['disbursement_batch']>) =>
  tx.sql
    .updateTable('disbursement_batch')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();

interface BatchTransition {
  to: BatchStatus;
  change?: Omit<Updateable<DB['disbursement_batch']>, 'status' | 'holds_file' | 'last_event_seq' | 'updated_at'>;
  actor: Actor;
  reason?: string | null;
  now: Date;
}

/**
 * Moves a locked batch to another status, with an event of its timeline. One that is given up releases its file for good.
 * Throws for an illegal transition.
 */
export async function transitionBatch(
  tx: MerchantTx,
  batch: Pick<LockedBatch, 'id' | 'status' | 'last_event_seq'>,
  { to, change = {}, actor, reason = null, now }: BatchTransition,
): Promise<void> {
  const { id, status: from } = batch;
  if (!canTransitionBatch(from, to)) throw new Error(`${id} cannot change from ${from} to ${to}`);
  const { last_event_seq, events } = buildTransitionEvents(batch, { path: [to], now, actor, reason });
  const rows = events.map((event) => ({ merchant_id: tx.merchant_id, batch_id: id, ...event }));
  const released = GIVEN_UP.some((status) => status === to) ? { holds_file: false } : {};
  await executeTransition(tx, {
    table: 'disbursement_batch',
    id,
    from,
    change: { ...change, ...released, status: to, last_event_seq, updated_at: now },
    more: { event: tx.sql.insertInto('disbursement_batch_event').values(rows).returning('seq') },
  });
}

export interface BatchCounts {
  total_rows: number;
  checked_rows: number;
  valid_rows: number;
  warning_rows: number;
  invalid_rows: number;
  excluded_rows: number;
  total_amount: Rupiah;
  total_fee: Rupiah;
}

/** Whether a row that nobody excluded could not be paid when the batch was. */
const wasDropped = sql`(r.is_excluded and coalesce(r.exclusion, '') = any (${[...RUN_EXCLUSIONS]}::text[]))`;

/** Counts the stored rows of a locked batch. Rows that were not read yet are not counted. */
export async function countBatchRows(tx: MerchantTx, id: string): Promise<BatchCounts> {
  const is_paid = sql`not r.is_excluded and r.status in ('valid', 'warning')`;
  const { rows } = await sql<BatchCounts>`
    select count(*)::int as total_rows,
      (count(*) filter (where r.status <> 'unchecked'))::int as checked_rows,
      (count(*) filter (where r.status in ('valid', 'warning')))::int as valid_rows,
      (count(*) filter (where r.status = 'warning'))::int as warning_rows,
      (count(*) filter (where r.status = 'error'))::int as invalid_rows,
      (count(*) filter (where r.is_excluded and not ${wasDropped}))::int as excluded_rows,
      coalesce(sum(r.amount) filter (where ${is_paid}), 0)::bigint as total_amount,
      coalesce(sum(r.fee_amount) filter (where ${is_paid}), 0)::bigint as total_fee
    from app.disbursement_batch_row r
    where r.merchant_id = ${tx.merchant_id} and r.batch_id = ${id}`.execute(tx.sql);
  const [counts] = rows;
  if (counts === undefined) throw new Error('A count returns a row');
  return counts;
}

/** Stores the fees of rows, with VAT. */
export async function updateRowFees(
  tx: MerchantTx,
  batch_id: string,
  fees: readonly { row_no: number; fee_amount: Rupiah }[],
): Promise<void> {
  if (fees.length === 0) return;
  await sql`
    update app.disbursement_batch_row r set fee_amount = f.fee_amount
    from unnest(${fees.map(({ row_no }) => row_no)}::int[], ${fees.map(({ fee_amount }) => fee_amount)}::bigint[])
      as f (row_no, fee_amount)
    where r.merchant_id = ${tx.merchant_id} and r.batch_id = ${batch_id} and r.row_no = f.row_no`.execute(tx.sql);
}

/** Batches in work that nothing has touched for a while, of all merchants. */
export const listStaleBatches = (tx: PlatformTx, touched_before: Date, limit: number) =>
  tx.sql
    .selectFrom('disbursement_batch')
    .select(['merchant_id', 'id', 'status'])
    .where('status', 'in', ['uploaded', 'validating', 'approved', 'processing'])
    .where('updated_at', '<', touched_before.toISOString())
    .orderBy(FAIR_ORDER)
    .limit(limit)
    .execute();

/** The outcome of the disbursements of a batch so far. */
export interface BatchOutcome {
  paid_rows: number;
  failed_rows: number;
  open_rows: number;
  paid_amount: Rupiah;
}

/**
 * Outcomes of the disbursements of a batch so far. Rows that a person excluded do not count; rows that could not be paid when
 * the batch was have failed; other rows are open until theirs has ended.
 */
export async function countDisbursements(tx: MerchantTx, batch_id: string): Promise<BatchOutcome> {
  const { merchant_id } = tx;
  const has_failed = sql`d.status in ('failed', 'rejected', 'cancelled', 'reversed')`;
  const { rows } = await sql<BatchOutcome>`
    select (count(*) filter (where d.status = 'success'))::int as paid_rows,
      (count(*) filter (where ${has_failed} or r.is_excluded))::int as failed_rows,
      (count(*) filter (where not r.is_excluded
        and (d.id is null or not (d.status = 'success' or ${has_failed}))))::int as open_rows,
      coalesce(sum(d.amount) filter (where d.status = 'success'), 0)::bigint as paid_amount
    from app.disbursement_batch_row r
    left join app.disbursement d on d.merchant_id = ${merchant_id} and d.id = r.disbursement_id
    where r.merchant_id = ${merchant_id} and r.batch_id = ${batch_id} and (not r.is_excluded or ${wasDropped})`.execute(
    tx.sql,
  );
  const [outcome] = rows;
  if (outcome === undefined) throw new Error('A count returns a row');
  return outcome;
}
