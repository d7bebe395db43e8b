/**
 * Status transitions of locked rows. A transition writes its row, its timeline and everything that belongs to it in one
 * statement, and fails if the status changed meanwhile, so that the transaction rolls back.
 */
import type { Kysely, OperationNodeSource, Updateable } from 'kysely';
import type { DB } from './schema.gen.ts';
import type { MerchantTx } from './tx.ts';
import { executeWriteBatch } from './write-batch.ts';

/** Tenant tables with a status. */
type StatusTable =
  | 'balance_adjustment'
  | 'balance_transfer'
  | 'commission_statement'
  | 'credit_note_request'
  | 'deposit'
  | 'deposit_va'
  | 'disbursement'
  | 'disbursement_batch'
  | 'qris_payment'
  | 'refund'
  | 'settlement_batch'
  | 'transaction'
  | 'virtual_account';

/** Named writes of one statement, each with RETURNING. */
export type Writes = Record<string, OperationNodeSource>;

interface Guard<T extends StatusTable> {
  table: T;
  id: string;
  from: DB[T]['status'];
  change: Updateable<DB[T]> & { status: DB[T]['status'] };
}

interface GuardedRow {
  merchant_id: string;
  id: string;
  status: string;
}

/** Builds the update of a row, which touches no row when its status is no longer `from`. */
export const buildStatusUpdate = <T extends StatusTable>(
  tx: MerchantTx,
  { table, id, from, change }: Guard<T>,
): OperationNodeSource =>
  // The builder cannot be typed by a generic table; `Guard` types the columns.
  (tx.sql as unknown as Kysely<Record<StatusTable, GuardedRow>>)
    .updateTable<StatusTable>(table)
    .set(change as Partial<GuardedRow>)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', from as string)
    .returning('id');

interface Transition<T extends StatusTable> extends Guard<T> {
  /** Further writes that must each touch exactly one row. */
  guarded?: Writes;
  /** Further writes, run after them in order. */
  more?: Writes;
}

/** Runs a transition in one statement. Throws unless each guarded write and the row itself touch exactly one row. */
export async function executeTransition<T extends StatusTable>(
  tx: MerchantTx,
  { guarded = {}, more = {}, ...guard }: Transition<T>,
): Promise<void> {
  const all: Writes = { moved: buildStatusUpdate(tx, guard), ...guarded };
  const touched = await executeWriteBatch<string>(tx, { ...all, ...more });
  for (const name of Object.keys(all)) {
    if (touched[name] !== 1) throw new Error(`${guard.id} is no longer ${String(guard.from)} (${name})`);
  }
}

interface Step<Status extends string, Actor, Details> {
  /** Valid transitions in order; empty: the status stays, and the timeline records the reason. */
  path: readonly Status[];
  now: Date;
  actor: Actor;
  /** Description of the last event. */
  reason: string | null;
  /** Further columns of the last event. */
  details?: Details;
}

/** The timeline events of a path, and status and sequence number after it. */
export function buildTransitionEvents<Status extends string, Actor extends object, Details extends object = object>(
  { status: from, last_event_seq }: { status: Status; last_event_seq: number },
  { path, now, actor, reason, details }: Step<Status, Actor, Details>,
) {
  const steps = path.length > 0 ? path : [from];
  const events = steps.map((to_status, step) => {
    const is_last = step === steps.length - 1;
    return {
      seq: last_event_seq + 1 + step,
      at: now,
      from_status: steps[step - 1] ?? from,
      to_status,
      reason: is_last ? reason : null,
      ...actor,
      ...(is_last ? details : undefined),
    };
  });
  return { status: steps.at(-1) ?? from, last_event_seq: last_event_seq + steps.length, events };
}
