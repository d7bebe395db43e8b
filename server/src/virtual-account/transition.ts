/** Transitions a number and its pending payment in one statement, then publishes a live event. */
import type { OperationNodeSource } from 'kysely';
import type { LiveEvent } from '@dasbor/contract/live';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { VaStatus } from '@dasbor/contract/virtual-account-fields';
import { buildStatusUpdate, buildTransitionEvents, executeTransition } from '../db/status-transition.ts';
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
import { type LockedVa, type VaChange, buildVaEventsInsert } from './queries.ts';

/** When, by whom and why a number changes. */
export interface TransitionContext {
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

/** The update of a locked number and its timeline events. */
export function buildVaTransition(
  tx: MerchantTx,
  va: LockedVa,
  { path, change }: { path: VaStatus[]; change: VaChange },
  { now, actor, reason }: Pick<TransitionContext, 'now' | 'actor' | 'reason'>,
) {
  const { status, last_event_seq, events } = buildTransitionEvents(va, { path, now, actor, reason });
  const update = {
    table: 'virtual_account',
    id: va.id,
    from: va.status,
    change: { status, last_event_seq, updated_at: now, ...change },
  } as const;
  return { update, va_events: buildVaEventsInsert(tx, va.id, events) };
}

/** Transitions a locked number and its pending payment. */
export async function transitionVa(
  tx: MerchantTx,
  va: LockedVa,
  transition: VaTransition,
  context: TransitionContext,
): Promise<void> {
  const { update, va_events } = buildVaTransition(tx, va, { change: {}, ...transition }, context);
  const logged: Record<string, OperationNodeSource> = context.message
    ? { message: buildRailLogInsert(tx, toRailLogObject(va), context.message) }
    : {};
  const more = { va_events, ...transition.more, ...logged };
  if (transition.payment && transition.payment.path.length > 0) {
    const { locked, path, change } = transition.payment;
    const guarded = { va_moved: buildStatusUpdate(tx, update) };
    const live_events = [buildLiveEvent(va)];
    return transitionTransaction(tx, locked, { path, change, guarded, more, live_events }, context);
  }
  await executeTransition(tx, { ...update, more });
  return publishLiveEvents(tx, buildLiveEvent(va));
}
