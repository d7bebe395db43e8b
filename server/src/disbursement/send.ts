/**
 * Sends approved disbursements when they are due: scheduled time, reserved money, an active merchant and an open rail. The
 * transfer and its reference are committed together with the status `processing`, before the bank is called.
 */
import * as duration from '@dasbor/contract/duration';
import type { QueueReason } from '@dasbor/contract/disbursement-fields';
import { DISBURSEMENT_REASONS } from '@dasbor/contract/disbursement-reasons';
import { findInactiveReason } from '@dasbor/contract/merchant-activity';
import { toBusinessDay } from '@dasbor/contract/time';
import { getMerchantActivity } from '../db/merchant-activity.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { type PayoutStep, calculateEarliestRetryTime, sendNextAttempt } from '../rails/next-attempt.ts';
import { readRailCalendar } from '../rails/rail-queries.ts';
import { type RailCalendar, calculateSendTime, getTerms } from '../rails/rail-terms.ts';
import { type TransferDeps, createTransfer } from '../rails/send-transfer.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { isPaid, listEarlierTransfers } from './retry-chain.ts';
import { DISBURSEMENT_PORT, failUnsent } from './outcome.ts';
import { findDisbursementRefusal } from './refusal.ts';
import { type LockedDisbursement, lockDisbursement, transitionDisbursement, updateQueued } from './queries.ts';
import { listEarlier } from './retry-queries.ts';
import { reserveAmount } from './reserve.ts';

/** Delay before a held disbursement is tried again. */
const RETRY_AFTER_MS = duration.minutes(1);

/** Advances one approved or queued disbursement. Idempotent and safe to run concurrently: the row lock decides. */
export async function sendDisbursement(deps: TransferDeps, merchant_id: string, id: string): Promise<void> {
  const payout = { merchant_id, subject_type: 'disbursement', port: DISBURSEMENT_PORT } as const;
  await sendNextAttempt(deps, payout, (is_rechecked) =>
    asMerchant(deps.db, merchant_id, (tx) => prepare(tx, deps, id, is_rechecked)),
  );
}

/** The transfer to be sent, or the transfers that it retries and whose status is queried before; null when nothing is due. */
async function prepare(
  tx: MerchantTx,
  deps: TransferDeps,
  id: string,
  is_rechecked: boolean,
): Promise<PayoutStep | null> {
  const now = deps.clock.now();
  const disbursement = await lockDisbursement(tx, id);
  if (disbursement === undefined) throw new Error(`There is no disbursement ${id}`);
  const { status, schedule_at } = disbursement;
  if (status !== 'approved' && status !== 'queued') return null;
  const due_at = schedule_at === null ? now : new Date(schedule_at);
  if (due_at.getTime() > now.getTime()) return hold(tx, disbursement, { reason: 'scheduled', due_at, now });
  // Decided by the account itself, now: it may have been saved, blocked or limited since the request.
  const refusal = await findDisbursementRefusal(tx, deps.vault, disbursement, now);
  if (refusal !== null) {
    await failUnsent(tx, disbursement, refusal, now);
    return null;
  }
  const earlier = disbursement.retry_of === null ? [] : await listEarlier(tx, id);
  if (isPaid(earlier)) {
    await failUnsent(tx, disbursement, 'already_paid', now);
    return null;
  }
  const transfers = await listEarlierTransfers(tx, earlier);
  if (transfers.length > 0) {
    if (!is_rechecked) return { kind: 'recheck', transfer_ids: transfers.map((transfer) => transfer.id) };
    const due_at = calculateEarliestRetryTime(transfers, await readRailCalendar(tx), now);
    if (due_at.getTime() > now.getTime()) return hold(tx, disbursement, { reason: 'bank_offline', due_at, now });
  }
  return startWhenPossible(tx, deps, disbursement, now);
}

async function startWhenPossible(
  tx: MerchantTx,
  deps: TransferDeps,
  disbursement: LockedDisbursement,
  now: Date,
): Promise<PayoutStep | null> {
  const later = new Date(now.getTime() + RETRY_AFTER_MS);
  if (findInactiveReason('payouts', await getMerchantActivity(tx)) !== null) {
    return hold(tx, disbursement, { reason: 'payouts_disabled', due_at: later, now });
  }
  if (!(await reserveAmount(tx, disbursement, now))) {
    return hold(tx, disbursement, { reason: 'insufficient_balance', due_at: later, now });
  }
  const reserved = { ...disbursement, reserved_at: disbursement.reserved_at ?? now.toISOString() };
  const calendar = await readRailCalendar(tx);
  const { at: due_at, reason } = calculateSendTime(calendar, disbursement, now);
  if (reason !== null) return hold(tx, reserved, { reason, due_at, now, calendar });
  // While the bank does not respond, a transfer would only become unknown.
  if (deps.bank.findReopening() !== null)
    return hold(tx, reserved, { reason: 'bank_offline', due_at: later, now, calendar });
  return start(tx, deps, reserved, { calendar, now });
}

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
  const expected_at = calendar === undefined ? undefined : calculateArrival(calendar, rail, due_at);
  const reserved = reserved_at === null ? {} : { reserved_at: new Date(reserved_at) };
  const arrival = expected_at === undefined ? {} : { expected_at };
  await updateQueued(tx, id, { queue_reason: reason, due_at, ...arrival, ...reserved, updated_at: now });
  return null;
}

const calculateArrival = (calendar: RailCalendar, rail: LockedDisbursement['rail'], sent_at: Date): Date =>
  new Date(
    sent_at.getTime() + duration.minutes(getTerms(calendar.terms, rail, toBusinessDay(sent_at)).arrival_minutes),
  );

async function start(
  tx: MerchantTx,
  deps: TransferDeps,
  disbursement: LockedDisbursement,
  { calendar, now }: { calendar: RailCalendar; now: Date },
): Promise<PayoutStep> {
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
        expected_at: calculateArrival(calendar, rail, now),
      },
    },
    { now, actor: SYSTEM_ACTOR, reason: DISBURSEMENT_REASONS.sent },
  );
  const subject = { subject_type: 'disbursement', subject_id: id, attempt: 1 } as const;
  const transfer = { ...subject, partner_reference_no, rail, bank_code, account_last4, amount };
  return { kind: 'send', transfer_id: await createTransfer(tx, deps, transfer, now) };
}
