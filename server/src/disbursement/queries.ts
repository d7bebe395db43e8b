/** SQL of single disbursements: insert, lock, transitions with their timeline, and what is due. */
import type { OperationNodeSource } from 'kysely';
import type { DisbursementFailure, DisbursementStatus, QueueReason } from '@dasbor/contract/disbursement-fields';
import type { Rupiah } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import type { RailChoice, TransferRail } from '@dasbor/contract/transfer-rail';
import { buildDayMark, insertDayMark } from '../db/day-roll-up-state.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type Writes, buildTransitionEvents, executeTransition } from '../db/status-transition.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Actor } from '../transaction/write-queries.ts';
import { PAID_KINDS, type PostedMovement } from './journal.ts';
import { canTransitionDisbursement } from './rules.ts';

export interface NewDisbursement {
  id: string;
  merchant_reference: string;
  batch_id: string | null;
  row_no: number | null;
  beneficiary_id: string | null;
  account_check_id: string;
  bank_code: string;
  account_last4: string;
  verified_name: string;
  account_name: string | null;
  name_match: number | null;
  amount: Rupiah;
  fee_rule_id: string;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
  total_amount: Rupiah;
  rail: TransferRail;
  rail_choice: RailChoice;
  description: string | null;
  emails: string[];
  schedule_at: string | null;
  expected_at: Date;
  partner_reference_no: string;
  requested_by_type: 'user' | 'api_key';
  requested_by_id: string;
  requested_by: string;
  requested_by_owner: string;
  retry_of: string | null;
  created_at: Date;
}

/** Inserts a disbursement with its first event. Returns false when the merchant has used its reference before. */
export async function insertDisbursement(
  tx: MerchantTx,
  row: NewDisbursement,
  { status, actor, reason }: { status: 'draft' | 'pending_approval' | 'approved'; actor: Actor; reason: string },
): Promise<boolean> {
  const { merchant_id } = tx;
  const inserted = await tx.sql
    .insertInto('disbursement')
    .values({ merchant_id, ...row, status, last_event_seq: 1, updated_at: row.created_at })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'merchant_reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) return false;
  const event = { seq: 1, at: row.created_at, from_status: null, to_status: status, reason, ...actor };
  await tx.sql
    .insertInto('disbursement_event')
    .values({ merchant_id, disbursement_id: row.id, ...event })
    .execute();
  await insertDayMark(tx, 'disbursement', toBusinessDay(row.created_at), row.created_at);
  await publishLiveEvents(tx, { topic: 'disbursement', id: row.id, change: 'created' });
  return true;
}

/** A locked disbursement. */
export interface LockedDisbursement {
  id: string;
  merchant_reference: string;
  status: DisbursementStatus;
  last_event_seq: number;
  beneficiary_id: string | null;
  account_check_id: string;
  bank_code: string;
  account_last4: string;
  verified_name: string;
  account_name: string | null;
  name_match: number | null;
  amount: Rupiah;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
  total_amount: Rupiah;
  rail: TransferRail;
  rail_choice: RailChoice;
  description: string | null;
  emails: string[];
  queue_reason: QueueReason | null;
  reserved_at: string | null;
  released_at: string | null;
  schedule_at: string | null;
  partner_reference_no: string;
  requested_by: string;
  requested_by_id: string;
  requested_by_owner: string;
  batch_id: string | null;
  retry_of: string | null;
}

const LOCKED_COLUMNS = [
  'id',
  'merchant_reference',
  'status',
  'last_event_seq',
  'beneficiary_id',
  'account_check_id',
  'bank_code',
  'account_last4',
  'verified_name',
  'account_name',
  'name_match',
  'amount',
  'fee_amount',
  'fee_vat_amount',
  'total_amount',
  'rail',
  'rail_choice',
  'description',
  'emails',
  'queue_reason',
  'reserved_at',
  'released_at',
  'schedule_at',
  'partner_reference_no',
  'requested_by',
  'requested_by_id',
  'requested_by_owner',
  'batch_id',
  'retry_of',
] as const satisfies readonly (keyof LockedDisbursement)[];

export const lockDisbursement = (tx: MerchantTx, id: string): Promise<LockedDisbursement | undefined> =>
  tx.sql
    .selectFrom('disbursement')
    .select(LOCKED_COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export interface DisbursementChange {
  queue_reason?: QueueReason | null;
  reserved_at?: Date | null;
  released_at?: Date;
  expected_at?: Date | null;
  due_at?: Date | null;
  sent_at?: Date;
  completed_at?: Date;
  reversed_at?: Date;
  bank_reference?: string;
  response_code?: string | null;
  failure_code?: DisbursementFailure | null;
  failure_message?: string | null;
  decided_by_id?: string | null;
  decided_by?: string | null;
  decided_at?: Date;
  decision_note?: string | null;
}

interface DisbursementTransition {
  /** Legal transitions in order. */
  path: DisbursementStatus[];
  change: DisbursementChange;
  /** Further writes of the same statement. */
  more?: Writes;
}

/** Transitions a locked disbursement with its timeline in one statement. Fails if the status changed meanwhile. */
export async function transitionDisbursement(
  tx: MerchantTx,
  disbursement: Pick<LockedDisbursement, 'id' | 'status' | 'last_event_seq'>,
  { path, change, more }: DisbursementTransition,
  context: { now: Date; actor: Actor; reason: string | null },
): Promise<void> {
  const { id, status: from } = disbursement;
  for (const [step, to] of path.entries()) {
    const previous = path[step - 1] ?? from;
    if (!canTransitionDisbursement(previous, to)) throw new Error(`${id} cannot go from ${previous} to ${to}`);
  }
  const { status, last_event_seq, events } = buildTransitionEvents(disbursement, { path, ...context });
  await executeTransition(tx, {
    table: 'disbursement',
    id,
    from,
    change: { ...change, status, last_event_seq, updated_at: context.now },
    more: {
      ...Object.fromEntries(events.map((event, step) => [`event_${step}`, buildEventInsert(tx, id, event)])),
      day_mark: buildDayMark(tx, 'disbursement', id, context.now),
      ...more,
    },
  });
  await publishLiveEvents(tx, { topic: 'disbursement', id, change: 'updated' });
}

interface NewEvent extends Actor {
  seq: number;
  at: Date;
  from_status: DisbursementStatus | null;
  to_status: DisbursementStatus;
  reason: string | null;
}

const buildEventInsert = (tx: MerchantTx, disbursement_id: string, event: NewEvent): OperationNodeSource =>
  tx.sql
    .insertInto('disbursement_event')
    .values({ merchant_id: tx.merchant_id, disbursement_id, ...event })
    .returning('seq');

/** Changes what holds a locked disbursement in the queue; its status stays. */
export async function updateQueued(
  tx: MerchantTx,
  id: string,
  change: Pick<DisbursementChange, 'queue_reason' | 'due_at' | 'expected_at' | 'reserved_at'> & { updated_at: Date },
): Promise<void> {
  await tx.sql
    .updateTable('disbursement')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();
  await publishLiveEvents(tx, { topic: 'disbursement', id, change: 'updated' });
}

/** Approved and queued disbursements of all merchants that are due, the longest due first. */
export const listDueDisbursements = (tx: PlatformTx, now: Date, limit: number) =>
  tx.sql
    .selectFrom('disbursement')
    .select(['merchant_id', 'id'])
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .limit(limit)
    .execute();

/** Disbursements of all merchants that wait for a rail or a bank, by id. */
export const listHeldDisbursements = (tx: PlatformTx, { after, limit }: { after: string; limit: number }) =>
  tx.sql
    .selectFrom('disbursement')
    .select(['merchant_id', 'id'])
    .where('due_at', 'is not', null)
    .where('queue_reason', 'in', ['bank_offline', 'outside_cutoff'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Posted entries of an executed transfer. */
export const listPaidMovements = (tx: MerchantTx, id: string): Promise<PostedMovement[]> =>
  tx.sql
    .selectFrom('transfer')
    .select(['id', 'kind', 'credit_account', 'amount'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('reference_type', '=', 'disbursement')
    .where('reference_id', '=', id)
    .where('kind', 'in', PAID_KINDS)
    .orderBy('id')
    .execute();
