/**
 * Writes of payments, for all payment methods. A status transition and the rows that belong to it (code, number, ledger
 * entries, provider log) are one statement, which fails if the status changed meanwhile.
 */
import type { OperationNodeSource } from 'kysely';
import type { LiveEvent } from '@dasbor/contract/live';
import type { Rupiah } from '@dasbor/contract/money';
import type { Transaction, TransactionEventCode, TransactionStatus } from '@dasbor/contract/transaction';
import { enqueue } from '../db/enqueue.ts';
import { type Writes, buildTransitionEvents, executeTransition } from '../db/status-transition.ts';
import { executeWriteBatch } from '../db/write-batch.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, isUniqueViolation } from '../db/tx.ts';
import { localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';
import { buildMarkForChanged, buildMarkForNew } from './roll-up-queries.ts';
import { buildTransitionNotification, buildCreatedNotification } from './notification-queries.ts';

/** Actor of a transition. */
export interface Actor {
  actor_type: 'system' | 'user' | 'provider' | 'api_key';
  actor_name: string | null;
}
export const BANK_ACTOR: Actor = { actor_type: 'provider', actor_name: 'Bank' };
export const SYSTEM_ACTOR: Actor = { actor_type: 'system', actor_name: null };

/** Subject of a timeline event other than the status of the payment. */
export interface EventDetails {
  code: TransactionEventCode;
  refund_id?: string;
  refund_amount?: Rupiah;
  /** Reason given by a person or the bank. */
  note?: string | null;
}

export interface NewEvent extends Actor, Partial<EventDetails> {
  seq: number;
  at: Date;
  from_status: TransactionStatus | null;
  to_status: TransactionStatus;
  reason: string | null;
}

/** A new payment: created in advance, or received on a reusable code or number. */
export interface NewTransaction {
  id: string;
  method: Transaction['method'];
  channel_code: string | null;
  source: Transaction['source'];
  provider: string;
  amount: Rupiah;
  merchant_reference: string | null;
  description: string | null;
  customer_name: string | null;
  customer_email: string | null;
  customer_phone?: string | null;
  metadata?: string | null;
  qris_payment_id?: string;
  virtual_account_id?: string;
  payment_link_id?: string | null;
  va_number?: string;
  expires_at: Date | null;
  created_at: Date;
}

/** Columns that a transition updates in addition to the status. */
export interface TransactionChange {
  fee_rule_id?: string;
  /** Only where the payer chose the amount or added a tip, or paid under former terms of the number. */
  amount?: Rupiah;
  tip_amount?: Rupiah;
  fee_amount?: Rupiah;
  fee_vat_amount?: Rupiah;
  net_amount?: Rupiah;
  settlement_status?: 'unsettled' | 'reversed';
  settlement_date?: string | null;
  /** Journal of the payment, required with `unsettled`. */
  journal_id?: string;
  issuer?: string | null;
  issuer_code?: string | null;
  payer_name?: string | null;
  approval_code?: string | null;
  rrn?: string | null;
  provider_reference?: string | null;
  failure_code?: string;
  failure_message?: string;
  late_payment?: boolean;
  duplicate_payment?: boolean;
  expired_at?: Date;
  paid_at?: Date;
  refunded_amount?: Rupiah;
  refund_status?: 'none' | 'partial' | 'full';
}

/** Constraint: merchant references are unique per merchant. */
const REFERENCE_CONSTRAINT = 'transaction_merchant_id_merchant_reference_key';

export function buildTransactionInsert(
  tx: MerchantTx,
  payment: NewTransaction,
  status: TransactionStatus = 'created',
  change: TransactionChange = {},
): OperationNodeSource {
  return tx.sql
    .insertInto('transaction')
    .values({
      merchant_id: tx.merchant_id,
      status,
      net_amount: payment.amount,
      updated_at: payment.created_at,
      last_event_seq: 1,
      ...payment,
      ...change,
    })
    .returning('id');
}

export const buildEventsInsert = (tx: MerchantTx, transaction_id: string, events: NewEvent[]): OperationNodeSource =>
  tx.sql
    .insertInto('transaction_event')
    .values(events.map((event) => ({ merchant_id: tx.merchant_id, transaction_id, ...event })))
    .returning('seq');

/** Initial values of a payment. */
export interface TransactionBegin {
  status: 'created' | 'success';
  actor: Actor;
  reason: string | null;
  change?: TransactionChange;
  /** Further writes of the same statement, run after the payment in order. */
  more?: Writes;
  /** Further live events. */
  live_events?: LiveEvent[];
}

/**
 * Inserts a payment with its first event and the rows that belong to it. `status` is `success` for payments on reusable codes and numbers. Throws 409 `duplicate_reference` for a used merchant reference.
 */
export async function insertTransaction(
  tx: MerchantTx,
  payment: NewTransaction,
  { status, actor, reason, change, more, live_events }: TransactionBegin,
): Promise<void> {
  const first = { seq: 1, at: payment.created_at, from_status: null, to_status: status, reason, ...actor };
  try {
    await executeWriteBatch(tx, {
      payment: buildTransactionInsert(tx, payment, status, change),
      events: buildEventsInsert(tx, payment.id, [first]),
      mark: buildMarkForNew(tx, payment.created_at),
      ...buildCreatedNotification(tx, payment, status, change),
      ...more,
    });
  } catch (error) {
    if (!isUniqueViolation(error, REFERENCE_CONSTRAINT)) throw error;
    throw new Problem(
      409,
      'duplicate_reference',
      localized(
        'A payment with this merchant reference already exists. Use another reference.',
        'Pembayaran dengan referensi merchant ini sudah ada. Gunakan referensi lain.',
      ),
    );
  }
  await publishTransactionChange(tx, { id: payment.id, change: 'created', ...toLink(payment) }, live_events);
}

/** When, by whom and why a payment changes. */
export interface TransitionContext {
  now: Date;
  actor: Actor;
  /** Description for the timeline, in English. */
  reason: string | null;
  details?: EventDetails;
}

/** Columns of a locked payment that a transition needs. */
export interface LockedTransaction {
  transaction_id: string;
  status: TransactionStatus;
  last_event_seq: number;
  payment_link_id: string | null;
}

/** Change of a locked payment. */
export interface TransactionTransition {
  /** Valid transitions (rules.ts); the last one can repeat the status. */
  path: TransactionStatus[];
  change: TransactionChange;
  /** Further writes that must each touch exactly one row. */
  guarded?: Writes;
  /** Further writes of the same statement. */
  more?: Writes;
  /** Further live events. */
  live_events?: LiveEvent[];
}

/**
 * Transitions a locked payment. Throws, so that everything rolls back, unless each guarded write and the payment itself
 * touch exactly one row.
 */
export async function transitionTransaction(
  tx: MerchantTx,
  payment: LockedTransaction,
  { path, change, guarded, more, live_events }: TransactionTransition,
  context: TransitionContext,
): Promise<void> {
  const { transaction_id: id, status: from } = payment;
  const { now } = context;
  if (path.length === 0) throw new Error(`No valid transition of ${id} from ${from}`);
  const { status, last_event_seq, events } = buildTransitionEvents(payment, { path, ...context });
  await executeTransition(tx, {
    table: 'transaction',
    id,
    from,
    change: {
      status,
      last_event_seq,
      updated_at: now,
      ...(status === 'expired' ? { expired_at: now } : {}),
      ...change,
    },
    guarded,
    more: {
      events: buildEventsInsert(tx, id, events),
      mark: buildMarkForChanged(tx, id, now),
      ...buildTransitionNotification(tx, { id, from, to: status, seq: last_event_seq }, change, now),
      ...more,
    },
  });
  await publishTransactionChange(tx, { id, change: 'updated', ...toLink(payment) }, live_events);
}

/** Adds a timeline event without a status change. Idempotent by reason. */
export async function recordTransactionEvent(
  tx: MerchantTx,
  payment: LockedTransaction,
  { now, actor, reason, details }: TransitionContext & { reason: string },
  live_events: LiveEvent[] = [],
): Promise<void> {
  const { transaction_id, status } = payment;
  if (await hasEvent(tx, transaction_id, reason)) return;
  const step = buildTransitionEvents(payment, { path: [], now, actor, reason, details });
  await executeTransition(tx, {
    table: 'transaction',
    id: transaction_id,
    from: status,
    change: { status, last_event_seq: step.last_event_seq, updated_at: now },
    more: { events: buildEventsInsert(tx, transaction_id, step.events) },
  });
  await publishTransactionChange(tx, { id: transaction_id, change: 'updated', payment_link_id: null }, live_events);
}

const toLink = ({ payment_link_id = null }: { payment_link_id?: string | null }) => ({ payment_link_id });

/** Publishes a live event and refreshes the payment link after the commit. */
async function publishTransactionChange(
  tx: MerchantTx,
  { id, change, payment_link_id }: { id: string; change: LiveEvent['change']; payment_link_id: string | null },
  live_events: LiveEvent[] = [],
): Promise<void> {
  await publishLiveEvents(tx, { topic: 'transaction', id, change }, ...live_events);
  if (payment_link_id === null) return;
  const payload = { merchant_id: tx.merchant_id, id: payment_link_id };
  await enqueue(tx, 'refresh_payment_link', payload, { job_key: `refresh_payment_link:${payment_link_id}` });
}

/** Whether the timeline has an event with this reason. */
async function hasEvent(tx: MerchantTx, transaction_id: string, reason: string): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('transaction_event')
    .select('seq')
    .where('merchant_id', '=', tx.merchant_id)
    .where('transaction_id', '=', transaction_id)
    .where('reason', '=', reason)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
