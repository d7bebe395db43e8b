/** Transitions a number and its pending payment in one statement, then publishes a live event. */
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

/** When, by whom and why a number changes. */
export interface ActionContext {
  now: Date;
  actor: Actor;
  reason: string | null;
  /** Request to or from the bank, logged with the number; null without one. */
  message: RailMessage | null;
}

/** Change of a locked number and of its pending payment. */
export interface VaTransition {
  /** Valid transitions (rules.ts); empty: the status stays and the timeline records the reason. */
  path: VaStatus[];
  change?: VaChange;
  payment?: { locked: LockedTransaction; path: TransactionStatus[]; change: TransactionChange } | null;
  /** Further writes of the same statement. */
  more?: Record<string, OperationNodeSource>;
}

export const toRailLogObject = ({ id }: Pick<LockedVa, 'id'>) => ({ object_type: 'virtual_account', object_id: id });

export const buildLiveEvent = ({ id }: Pick<LockedVa, 'id'>): LiveEvent => ({
  topic: 'virtual-account',
  id,
  change: 'updated',
});

/** The update of a number, which fails if its status changed meanwhile, and its timeline events. */
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

/** Transitions a locked number and its pending payment. */
export async function transitionVa(
  tx: MerchantTx,
  va: LockedVa,
  transition: VaTransition,
  context: ActionContext,
): Promise<void> {
  const { va_moved, va_events } = buildTransitionWrites(tx, va, transition.path, transition.change ?? {}, context);
  const logged: Record<string, OperationNodeSource> = context.message
    ? { message: buildRailLogInsert(tx, toRailLogObject(va), context.message) }
    : {};
  const more = { va_events, ...transition.more, ...logged };
  if (transition.payment && transition.payment.path.length > 0) {
    const { locked, path, change } = transition.payment;
    return transitionTransaction(tx, locked, path, change, context, { guarded: { va_moved }, more }, [
      buildLiveEvent(va),
    ]);
  }
  const touched = await executeWriteBatch<string>(tx, { va_moved, ...more });
  if (touched.va_moved !== 1) throw new Error(`${va.id} is no longer ${va.status}`);
  return publishLiveEvents(tx, buildLiveEvent(va));
}
