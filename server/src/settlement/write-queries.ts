/** SQL writes of settlement batches: insert, status transitions, and the status of their payments. */
import { type OperationNodeSource, sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import { FAIR_ORDER } from '../db/fair-order.ts';
import { type Writes, buildTransitionEvents, executeTransition } from '../db/status-transition.ts';
import { executeWriteBatch } from '../db/write-batch.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import { buildNotificationInsertFromRow } from '../notification-email/outbox-queries.ts';
import { createPaidSettlementReport } from '../report/paid-settlement-queries.ts';
import type { Actor } from '../transaction/write-queries.ts';
import { syncApprovalRequest } from './approval-request.ts';
import { canTransition, toPaymentStatus } from './rules.ts';
import type { OpenBatch } from './run-queries.ts';

export async function insertBatch(
  tx: MerchantTx,
  batch: { batch_no: string; settlement_date: string; is_early: boolean; actor: Actor },
  now: Date,
): Promise<OpenBatch> {
  const { merchant_id } = tx;
  const id = newId('settlement_batch', now);
  const { batch_no, settlement_date, is_early, actor } = batch;
  await executeWriteBatch(tx, {
    batch: tx.sql
      .insertInto('settlement_batch')
      .values({
        merchant_id,
        id,
        batch_no,
        settlement_date,
        is_early,
        run_day: settlement_date,
        destination: 'balance',
        status: 'open',
        last_event_seq: 1,
        created_at: now,
        updated_at: now,
      })
      .returning('id'),
    event: buildEventInsert(tx, id, { seq: 1, at: now, from_status: null, to_status: 'open', reason: null, ...actor }),
  });
  await publishLiveEvents(tx, { topic: 'settlement', id, change: 'created' });
  const progress = { run_day: settlement_date, run_paid_at: null, run_transaction_id: null };
  return { id, batch_no, line_count: 0, net_amount: 0, last_event_seq: 1, ...progress };
}

interface NewEvent extends Actor {
  seq: number;
  at: Date;
  from_status: SettlementBatchStatus | null;
  to_status: SettlementBatchStatus;
  reason: string | null;
}

const buildEventInsert = (tx: MerchantTx, batch_id: string, event: NewEvent): OperationNodeSource =>
  tx.sql
    .insertInto('settlement_event')
    .values({ merchant_id: tx.merchant_id, batch_id, ...event })
    .returning('seq');

export interface BatchChange {
  destination?: 'bank' | 'balance';
  bank_account_id?: string | null;
  settlement_date?: string;
  is_early?: boolean;
  attempts?: number;
  partner_reference_no?: string | null;
  rail?: string;
  bank_reference?: string | null;
  sent_at?: Date | null;
  paid_at?: Date | null;
  failure_code?: string | null;
  failure_message?: string | null;
  held_reason?: string | null;
  approved_by?: string | null;
}

/** The fields of a locked batch that a transition needs. */
export interface BatchState {
  id: string;
  status: SettlementBatchStatus;
  last_event_seq: number;
}

interface BatchTransition {
  /** Legal transitions in order. */
  path: SettlementBatchStatus[];
  change: BatchChange;
  /** Further writes of the same statement. */
  more?: Writes;
}

/** Transitions a locked batch together with its timeline. Fails if the status changed meanwhile. */
export async function transitionBatch(
  tx: MerchantTx,
  batch: BatchState,
  { path, change, more }: BatchTransition,
  context: { now: Date; actor: Actor; reason: string | null },
): Promise<BatchState> {
  const { id, status: from } = batch;
  const { now } = context;
  for (const [step, to] of path.entries()) {
    const previous = path[step - 1] ?? from;
    if (!canTransition(previous, to)) throw new Error(`Illegal transition of ${id} from ${previous} to ${to}`);
  }
  const { status, last_event_seq, events } = buildTransitionEvents(batch, { path, ...context });
  await executeTransition(tx, {
    table: 'settlement_batch',
    id,
    from,
    change: { ...change, status, last_event_seq, updated_at: now },
    more: {
      ...Object.fromEntries(events.map((event, step) => [`event_${step}`, buildEventInsert(tx, id, event)])),
      ...buildNotification(tx, { id, to: status, seq: last_event_seq }, change, now),
      ...more,
    },
  });
  if (from === 'closed' || status === 'closed') {
    await syncApprovalRequest(tx, { ...(await getApprovalSubject(tx, id)), from }, now);
  }
  if (status === 'paid') await createPaidSettlementReport(tx, id, now);
  await publishLiveEvents(tx, { topic: 'settlement', id, change: 'updated' });
  return { id, status, last_event_seq };
}

const getApprovalSubject = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('settlement_batch')
    .select(['id', 'batch_no', 'net_amount', 'bank_account_id', 'status'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Notification emails of a batch: 1004 paid, 1005 failed or returned (domain 1.21). */
const NOTIFICATION_CODES: Partial<Record<SettlementBatchStatus, 1004 | 1005>> = {
  paid: 1004,
  failed: 1005,
  returned: 1005,
};

function buildNotification(
  tx: MerchantTx,
  { id, to, seq }: { id: string; to: SettlementBatchStatus; seq: number },
  { destination, settlement_date, failure_message }: BatchChange,
  at: Date,
): Record<string, OperationNodeSource> {
  const code = NOTIFICATION_CODES[to];
  if (code === undefined) return {};
  const action = sql<number>`${sql.lit(code)}::int`;
  const of = { event_id: `${id}.${seq}`, object_type: 'settlement_batch', object_id: id };
  const changed = { outcome: to, destination, settlement_date, failure_message };
  const columns = ['batch_no', 'net_amount', 'transaction_count', ...Object.keys(changed).slice(1)];
  return {
    notification: buildNotificationInsertFromRow(
      tx,
      { ...of, action, at },
      { table: 'settlement_batch', columns, changed },
    ),
  };
}

export interface LockedBatch extends BatchState {
  batch_no: string;
  net_amount: Rupiah;
  destination: 'bank' | 'balance';
  bank_account_id: string | null;
  settlement_date: string;
  line_count: number;
  attempts: number;
  partner_reference_no: string | null;
  sent_at: string | null;
  synced_status: string | null;
  synced_line_no: number;
  is_early: boolean;
}

export const lockBatch = (tx: MerchantTx, id: string): Promise<LockedBatch | undefined> =>
  tx.sql
    .selectFrom('settlement_batch')
    .select(['id', 'status', 'last_event_seq', 'batch_no', 'net_amount', 'destination', 'bank_account_id'])
    .select([
      'settlement_date',
      'line_count',
      'attempts',
      'partner_reference_no',
      'sent_at',
      'synced_status',
      'synced_line_no',
      'is_early',
    ])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<LockedBatch | undefined>;

/**
 * Updates the payments of the next lines to the status of the batch; reversed payments stay unchanged. Returns whether
 * there are more lines. The caller holds the lock of the batch.
 */
export async function updatePaymentStatuses(
  tx: MerchantTx,
  batch: LockedBatch,
  limit: number,
  now: Date,
): Promise<boolean> {
  const { merchant_id } = tx;
  const first = batch.synced_status === batch.status ? batch.synced_line_no : 0;
  const last = Math.min(first + limit, batch.line_count);
  const status = toPaymentStatus(batch.status, batch.is_early);
  await sql`
    with updated as (
      update app.transaction t set settlement_status = ${status}, settlement_date = ${batch.settlement_date}::date,
        settled_at = case when ${batch.status} = 'paid' then coalesce(t.settled_at, ${now}::timestamptz) end, updated_at = ${now}
      from app.settlement_line l
      where l.merchant_id = ${merchant_id} and l.batch_id = ${batch.id} and l.line_no > ${first} and l.line_no <= ${last}
        and l.line_type = 'payment' and t.merchant_id = ${merchant_id} and t.id = l.transaction_id
        and t.settlement_status in ('unsettled', 'scheduled', 'on_hold', 'settled', 'early_settled')
      returning t.id)
    update app.settlement_batch b set synced_status = ${batch.status}, synced_line_no = ${last}
    where b.merchant_id = ${merchant_id} and b.id = ${batch.id}`.execute(tx.sql);
  return last < batch.line_count;
}

export interface DueBatch {
  merchant_id: string;
  id: string;
}

/** Batches of every merchant whose payments are not up to date. */
export const listUnsynced = (tx: PlatformTx, limit: number): Promise<DueBatch[]> =>
  tx.sql
    .selectFrom('settlement_batch')
    .select(['merchant_id', 'id'])
    .where((eb) =>
      eb.or([
        eb('synced_status', 'is distinct from', eb.ref('status')),
        eb('synced_line_no', '<', eb.ref('line_count')),
      ]),
    )
    .orderBy(FAIR_ORDER)
    .limit(limit)
    .execute();
