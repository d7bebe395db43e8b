/**
 * Sends approved disbursements when they are due: scheduled time, reserved money, an active merchant and an open rail. The
 * order and its reference are committed together with the status `processing`, before the bank is called.
 */
import * as duration from '@dasbor/contract/duration';
import type { QueueReason } from '@dasbor/contract/disbursement-fields';
import { DISBURSEMENT_REASONS } from '@dasbor/contract/disbursement-reasons';
import { findInactiveReason } from '@dasbor/contract/merchant-activity';
import { toBusinessDay } from '@dasbor/contract/time';
import { getMerchantActivity } from '../db/merchant-activity.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { readRailCalendar } from '../rails/rail-queries.ts';
import { type RailCalendar, findSendTime, getTerms } from '../rails/rail-terms.ts';
import { type OrderDeps, createOrder, sendOrder } from '../rails/send-order.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { findBeneficiary } from './beneficiary-queries.ts';
import { DISBURSEMENT_PORT, failUnsent } from './outcome.ts';
import { type LockedDisbursement, lockDisbursement, transitionDisbursement, updateQueued } from './queries.ts';
import { reserve } from './reserve.ts';

/** How long a disbursement that something holds waits before it is tried again. */
const RETRY_AFTER_MS = duration.minutes(1);

/** Advances one approved or queued disbursement. Idempotent and safe to run concurrently: the row lock decides. */
export async function sendDisbursement(deps: OrderDeps, merchant_id: string, id: string): Promise<void> {
  const order_id = await asMerchant(deps.db, merchant_id, (tx) => prepare(tx, deps, id));
  // No lock is held during the call to the bank.
  if (order_id !== null) await sendOrder(deps, DISBURSEMENT_PORT, merchant_id, order_id);
}

/** The order to be sent; null when nothing is due. */
async function prepare(tx: MerchantTx, deps: OrderDeps, id: string): Promise<string | null> {
  const now = deps.clock.now();
  const disbursement = await lockDisbursement(tx, id);
  if (disbursement === undefined) throw new Error(`There is no disbursement ${id}`);
  const { status, schedule_at } = disbursement;
  if (status !== 'approved' && status !== 'queued') return null;
  const due_at = schedule_at === null ? now : new Date(schedule_at);
  if (due_at.getTime() > now.getTime()) return hold(tx, disbursement, { reason: 'scheduled', due_at, now });
  if (await isBlocked(tx, disbursement)) {
    await failUnsent(tx, disbursement, 'beneficiary_blocked', now);
    return null;
  }
  return startWhenPossible(tx, deps, disbursement, now);
}

async function startWhenPossible(
  tx: MerchantTx,
  { bank }: OrderDeps,
  disbursement: LockedDisbursement,
  now: Date,
): Promise<string | null> {
  const later = new Date(now.getTime() + RETRY_AFTER_MS);
  if (findInactiveReason('payouts', await getMerchantActivity(tx)) !== null) {
    return hold(tx, disbursement, { reason: 'payouts_disabled', due_at: later, now });
  }
  if (!(await reserve(tx, disbursement, now))) {
    return hold(tx, disbursement, { reason: 'insufficient_balance', due_at: later, now });
  }
  const reserved = { ...disbursement, reserved_at: disbursement.reserved_at ?? now.toISOString() };
  const calendar = await readRailCalendar(tx);
  const { at: due_at, reason } = findSendTime(calendar, disbursement, now);
  if (reason !== null) return hold(tx, reserved, { reason, due_at, now, calendar });
  // While the bank does not respond, an order would only become unknown.
  if (bank.findReopening() !== null)
    return hold(tx, reserved, { reason: 'bank_offline', due_at: later, now, calendar });
  return start(tx, reserved, { calendar, now });
}

const isBlocked = async (tx: MerchantTx, { beneficiary_id }: LockedDisbursement): Promise<boolean> =>
  beneficiary_id !== null && (await findBeneficiary(tx, beneficiary_id))?.status === 'blocked';

interface Hold {
  reason: QueueReason;
  due_at: Date;
  now: Date;
  calendar?: RailCalendar;
}

/** Keeps it in the queue until `due_at`, with the reason that people see. */
async function hold(
  tx: MerchantTx,
  { id, rail, reserved_at }: LockedDisbursement,
  { reason, due_at, now, calendar }: Hold,
): Promise<null> {
  const expected_at = calendar === undefined ? undefined : getArrival(calendar, rail, due_at);
  const reserved = reserved_at === null ? {} : { reserved_at: new Date(reserved_at) };
  const arrival = expected_at === undefined ? {} : { expected_at };
  await updateQueued(tx, id, { queue_reason: reason, due_at, ...arrival, ...reserved, updated_at: now });
  return null;
}

const getArrival = (calendar: RailCalendar, rail: LockedDisbursement['rail'], sent_at: Date): Date =>
  new Date(
    sent_at.getTime() + duration.minutes(getTerms(calendar.terms, rail, toBusinessDay(sent_at)).arrival_minutes),
  );

async function start(
  tx: MerchantTx,
  disbursement: LockedDisbursement,
  { calendar, now }: { calendar: RailCalendar; now: Date },
): Promise<string> {
  const { id, partner_reference_no, rail, bank_code, account_last4, amount, reserved_at } = disbursement;
  if (reserved_at === null) throw new Error(`${id} is not reserved`);
  const path = disbursement.status === 'approved' ? (['queued', 'processing'] as const) : (['processing'] as const);
  await transitionDisbursement(
    tx,
    disbursement,
    {
      path: [...path],
      change: {
        queue_reason: null,
        due_at: null,
        reserved_at: new Date(reserved_at),
        sent_at: now,
        expected_at: getArrival(calendar, rail, now),
      },
    },
    { now, actor: SYSTEM_ACTOR, reason: DISBURSEMENT_REASONS.sent },
  );
  const subject = { subject_type: 'disbursement', subject_id: id, attempt: 1 } as const;
  return createOrder(tx, { ...subject, partner_reference_no, rail, bank_code, account_last4, amount }, now);
}
