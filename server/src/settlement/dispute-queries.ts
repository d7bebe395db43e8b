/** SQL of settlement line disputes. */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import { type SettlementDispute, settlementDispute } from '@dasbor/contract/settlement-dispute';
import type { SettlementDisputeStatus } from '@dasbor/contract/settlement-fields';
import { buildColumns } from '../db/columns.ts';
import { executeWriteBatch } from '../db/write-batch.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { Actor } from '../transaction/write-queries.ts';

export async function insertDispute(
  tx: MerchantTx,
  dispute: { id: string; batch_id: string; line_no: number; reason: string; created_by: string; created_at: Date },
): Promise<void> {
  await tx.sql
    .insertInto('settlement_dispute')
    .values({ merchant_id: tx.merchant_id, status: 'open', ...dispute })
    .execute();
}

const COLUMNS = buildColumns(
  'd',
  settlementDispute.omit({ batch_no: true, transaction_id: true, line_net_amount: true }).shape,
);

const disputes = ({ merchant_id, sql: kysely }: MerchantTx) =>
  kysely
    .selectFrom('settlement_dispute as d')
    .innerJoin('settlement_batch as b', (join) =>
      join.on('b.merchant_id', '=', merchant_id).onRef('b.id', '=', 'd.batch_id'),
    )
    .innerJoin('settlement_line as l', (join) =>
      join
        .on('l.merchant_id', '=', merchant_id)
        .onRef('l.batch_id', '=', 'd.batch_id')
        .onRef('l.line_no', '=', 'd.line_no'),
    )
    .where('d.merchant_id', '=', merchant_id)
    .select(COLUMNS)
    .select(['b.batch_no', 'l.transaction_id', 'l.net_amount as line_net_amount']);

/** Newest first after the cursor; one extra row when there is a next page. */
export function listDisputes(
  tx: MerchantTx,
  { status, limit }: { status?: SettlementDisputeStatus[] | undefined; limit: number },
  after: Cursor | null,
): Promise<SettlementDispute[]> {
  let rows = disputes(tx);
  if (status?.length) rows = rows.where('d.status', 'in', status);
  if (after !== null) rows = rows.where(sql<boolean>`(d.created_at, d.id) < (${after.at}, ${after.id})`);
  return rows
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const findDispute = (tx: MerchantTx, id: string): Promise<SettlementDispute | undefined> =>
  disputes(tx).where('d.id', '=', id).executeTakeFirst();

/** The largest amount of the line of a dispute: no adjustment is larger. */
export async function getLineLimit(tx: MerchantTx, id: string): Promise<Rupiah> {
  const { merchant_id } = tx;
  const { rows } = await sql<{ amount: Rupiah }>`
    select greatest(l.gross_amount, l.refund_amount, abs(l.adjustment_amount), abs(l.net_amount))::bigint as amount
    from app.settlement_dispute d
    join app.settlement_line l on l.merchant_id = ${merchant_id} and l.batch_id = d.batch_id and l.line_no = d.line_no
    where d.merchant_id = ${merchant_id} and d.id = ${id}`.execute(tx.sql);
  return rows[0]?.amount ?? 0;
}

export interface Proposal {
  proposed_amount: Rupiah;
  proposed_answer: string;
  proposed_by: string;
  proposed_by_id: string;
  proposed_at: Date;
}

/** Stores the proposed adjustment of an open dispute. Returns false if it is not open any more. */
export async function storeProposal(tx: MerchantTx, id: string, proposal: Proposal): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable('settlement_dispute')
    .set(proposal)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes the proposed adjustment of an open dispute. */
export const clearProposal = (tx: MerchantTx, id: string) =>
  tx.sql
    .updateTable('settlement_dispute')
    .set({ proposed_amount: null, proposed_answer: null, proposed_by: null, proposed_by_id: null, proposed_at: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();

/** Reads the proposal of a dispute and locks its row until the end of the transaction. */
export const lockProposal = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('settlement_dispute')
    .select(['status', 'proposed_amount', 'proposed_answer'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Closes an open dispute. Returns false if it is not open any more. */
export async function updateOpenDispute(
  tx: MerchantTx,
  id: string,
  change: {
    status: SettlementDisputeStatus;
    answer: string;
    adjustment_amount: Rupiah | null;
    answered_by: string;
    answered_at: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable('settlement_dispute')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Adds a note to the timeline of a batch without changing its status. */
export async function insertBatchNote(
  tx: MerchantTx,
  batch_id: string,
  { now, actor, reason }: { now: Date; actor: Actor; reason: string },
): Promise<void> {
  const { merchant_id } = tx;
  const batch = await tx.sql
    .selectFrom('settlement_batch')
    .select(['status', 'last_event_seq'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', batch_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { status } = batch;
  const seq = batch.last_event_seq + 1;
  await executeWriteBatch(tx, {
    batch: tx.sql
      .updateTable('settlement_batch')
      .set({ last_event_seq: seq, updated_at: now })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', batch_id)
      .returning('id'),
    event: tx.sql
      .insertInto('settlement_event')
      .values({ merchant_id, batch_id, seq, at: now, from_status: status, to_status: status, reason, ...actor })
      .returning('seq'),
  });
  await publishLiveEvents(tx, { topic: 'settlement', id: batch_id, change: 'updated' });
}
