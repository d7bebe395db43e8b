/** SQL of the disbursements of a batch: many rows with each statement. */
import { DISBURSEMENT_REASONS } from '@dasbor/contract/disbursement-reasons';
import { toBusinessDay } from '@dasbor/contract/time';
import { insertDayMark } from '../db/day-roll-up-state.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import type { NewDisbursement } from './queries.ts';

interface DecidedBy {
  decided_by_id: string | null;
  decided_by: string | null;
  decided_at: Date;
}

/** Events of a disbursement of a batch: approved with its batch, then queued. */
const EVENTS = 2;

/**
 * Inserts approved disbursements that wait in the queue with their money reserved; the caller reserves it in the same
 * transaction. Returns the ids of those whose reference the merchant has not used before.
 */
export async function insertReserved(
  tx: MerchantTx,
  rows: readonly NewDisbursement[],
  { decided, now }: { decided: DecidedBy; now: Date },
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const { merchant_id } = tx;
  const queued = { status: 'queued', due_at: now, reserved_at: now, last_event_seq: EVENTS, updated_at: now } as const;
  const inserted = await tx.sql
    .insertInto('disbursement')
    .values(rows.map((row) => ({ merchant_id, ...row, ...queued, ...decided })))
    .onConflict((conflict) => conflict.columns(['merchant_id', 'merchant_reference']).doNothing())
    .returning('id')
    .execute();
  const ids = new Set(inserted.map(({ id }) => id));
  await insertDayMark(tx, 'disbursement', toBusinessDay(now), now);
  await publishLiveEvents(tx, ...[...ids].map((id) => ({ topic: 'disbursement', id, change: 'created' }) as const));
  return ids;
}

/** Inserts the timeline of disbursements of a batch, and marks those whose money could not be reserved. */
export async function insertQueueEvents(
  tx: MerchantTx,
  { reserved, unreserved }: { reserved: readonly string[]; unreserved: readonly string[] },
  now: Date,
): Promise<void> {
  const { merchant_id } = tx;
  const build = (disbursement_id: string, queue_reason: string | null) => {
    const event = { merchant_id, disbursement_id, at: now, ...SYSTEM_ACTOR };
    return [
      { ...event, seq: 1, from_status: null, to_status: 'approved' as const, reason: DISBURSEMENT_REASONS.approved },
      { ...event, seq: EVENTS, from_status: 'approved' as const, to_status: 'queued' as const, reason: queue_reason },
    ];
  };
  const events = [
    ...reserved.flatMap((id) => build(id, null)),
    ...unreserved.flatMap((id) => build(id, DISBURSEMENT_REASONS.insufficient_balance)),
  ];
  if (events.length === 0) return;
  await tx.sql.insertInto('disbursement_event').values(events).execute();
  if (unreserved.length === 0) return;
  await tx.sql
    .updateTable('disbursement')
    .set({ reserved_at: null, queue_reason: 'insufficient_balance' })
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', unreserved)
    .execute();
}
