/** Carries a decision out: the number, its waiting payment and what belongs to them in one statement, then the news. */
import type { OperationNodeSource } from 'kysely';
import type { LiveEvent } from '@dasbor/contract/live';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { VaStatus } from '@dasbor/contract/virtual-account-fields';
import { executeWriteBatch } from '../db/write-batch.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { RailMessage } from '../rails/rail-message.ts';
import { buildRailLogInsert } from '../rails/queries.ts';
import {
  type Actor,
  type LockedTransaction,
  type TransactionChange,
  transitionTransaction,
} from '../transaction/write-queries.ts';
import { type LockedVa, type NewVaEvent, type VaChange, buildVaEventsInsert, buildVaUpdate } from './queries.ts';

/** Why and by whom something is moved. */
export interface ActionContext {
  now: Date;
  actor: Actor;
  reason: string | null;
  /** The message to or from the bank, kept with what it is about; null when there was none. */
  message: RailMessage | null;
}

/** What happens to a locked number, and to its waiting payment if it has one. */
export interface VaTransition {
  /** Legal moves (rules.ts); empty: it stays as it is, and the timeline tells the reason. */
  path: VaStatus[];
  change?: VaChange;
  payment?: { locked: LockedTransaction; path: TransactionStatus[]; change: TransactionChange } | null;
  /** More writes of the same statement. */
  more?: Record<string, OperationNodeSource>;
}

export const toRailLogObject = ({ id }: Pick<LockedVa, 'id'>) => ({ object_type: 'virtual_account', object_id: id });

export const buildLiveEvent = ({ id }: Pick<LockedVa, 'id'>): LiveEvent => ({
  topic: 'virtual-account',
  id,
  change: 'updated',
});

/** The two writes of a number that moves: its row, guarded by its state, and its timeline. */
export function buildTransitionWrites(
  tx: MerchantTx,
  va: LockedVa,
  path: VaStatus[],
  change: VaChange,
  { now, actor, reason }: Pick<ActionContext, 'now' | 'actor' | 'reason'>,
): { va_moved: OperationNodeSource; va_events: OperationNodeSource } {
  const steps = path.length > 0 ? path : [va.status];
  const events = steps.map((to_status, step): NewVaEvent => ({
    seq: va.last_event_seq + 1 + step,
    at: now,
    from_status: step === 0 ? va.status : (steps[step - 1] ?? va.status),
    to_status,
    reason: step === steps.length - 1 ? reason : null,
    ...actor,
  }));
  const status = steps.at(-1) ?? va.status;
  const last_event_seq = va.last_event_seq + events.length;
  return {
    va_moved: buildVaUpdate(tx, va.id, va.status, { status, last_event_seq, updated_at: now, ...change }),
    va_events: buildVaEventsInsert(tx, va.id, events),
  };
}

/** Moves a locked number, and its waiting payment with it. */
export async function transitionVa(
  tx: MerchantTx,
  va: LockedVa,
  step: VaTransition,
  occasion: ActionContext,
): Promise<void> {
  const { va_moved, va_events } = buildTransitionWrites(tx, va, step.path, step.change ?? {}, occasion);
  const logged: Record<string, OperationNodeSource> = occasion.message
    ? { message: buildRailLogInsert(tx, toRailLogObject(va), occasion.message) }
    : {};
  const more = { va_events, ...step.more, ...logged };
  if (step.payment && step.payment.path.length > 0) {
    const { locked, path, change } = step.payment;
    return transitionTransaction(tx, locked, path, change, occasion, { guarded: { va_moved }, more }, [
      buildLiveEvent(va),
    ]);
  }
  const touched = await executeWriteBatch<string>(tx, { va_moved, ...more });
  if (touched.va_moved !== 1) throw new Error(`${va.id} is no longer ${va.status}`);
  return publishLiveEvents(tx, buildLiveEvent(va));
}
