/**
 * Pays out a batch through the one sender of transfers (rails/send-transfer.ts). An attempt keeps its reference. Another one
 * is made at the request of a person only, and after every earlier one has been confirmed as not executed for the
 * configured time.
 */
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import { enqueue } from '../db/enqueue.ts';
import { updateLastCheckedAt } from '../db/last-checked.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { type BankTransfer, listTransfers } from '../rails/transfer-queries.ts';
import {
  type PayoutStep,
  choosePayoutRail,
  calculateEarliestRetryTime,
  sendNextAttempt,
} from '../rails/next-attempt.ts';
import { readRailCalendar } from '../rails/rail-queries.ts';
import type { RailCalendar, RailPlan } from '../rails/rail-terms.ts';
import { type TransferDeps, createTransfer } from '../rails/send-transfer.ts';
import { type Actor, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { type BankAccount, findBankAccount } from './bank-account-queries.ts';
import { REASONS } from './event-reasons.ts';
import { SETTLEMENT_PORT } from './transfer-port.ts';
import { failUnsent, postPayout } from './payout-outcome.ts';
import { findPayoutStop } from '../rails/payout-stop.ts';
import { formatPayoutReference } from './rules.ts';
import { type LockedBatch, lockBatch, transitionBatch } from './write-queries.ts';

/** Advances an approved batch: credits the balance, or sends the transfer. Idempotent and safe to run concurrently. */
export const payBatch = (deps: TransferDeps, merchant_id: string, id: string): Promise<void> =>
  sendNextAttempt(deps, { merchant_id, subject_type: 'settlement_batch', port: SETTLEMENT_PORT }, (is_rechecked) =>
    asMerchant(deps.db, merchant_id, (tx) => preparePayout(tx, deps, id, is_rechecked)),
  );

/** The next step of a payout; null when nothing is due. */
async function preparePayout(
  tx: MerchantTx,
  deps: TransferDeps,
  id: string,
  is_rechecked: boolean,
): Promise<PayoutStep | null> {
  const batch = await lockBatch(tx, id);
  const now = deps.clock.now();
  if (batch === undefined) throw new Error(`Settlement ${id} not found`);
  if (batch.status === 'approved' && batch.destination === 'balance') {
    await creditBalance(tx, batch, now);
    return null;
  }
  if (batch.status !== 'approved' && batch.status !== 'processing') return null;
  if (batch.partner_reference_no !== null) return null;
  await updateLastCheckedAt(tx, { table: 'settlement_batch', id, at: now });
  const transfers = await listTransfers(tx, { subject_type: 'settlement_batch', subject_id: id });
  if (transfers.length > 0 && !is_rechecked)
    return { kind: 'recheck', transfer_ids: transfers.map((transfer) => transfer.id) };
  const calendar = await readRailCalendar(tx);
  if (!(await isRetryAllowed(tx, transfers, calendar, { id, now }))) return null;
  return startAttempt(tx, deps, batch, { calendar, now });
}

/** Whether every earlier attempt is confirmed as not executed; otherwise the payout is tried again at the right time. */
async function isRetryAllowed(
  tx: MerchantTx,
  transfers: readonly BankTransfer[],
  calendar: RailCalendar,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const retry_at = calculateEarliestRetryTime(transfers, calendar, now);
  if (retry_at.getTime() <= now.getTime()) return true;
  await enqueuePayout(tx, id, retry_at);
  return false;
}

const enqueuePayout = (tx: MerchantTx, id: string, run_at: Date) =>
  enqueue(tx, 'pay_settlement', { merchant_id: tx.merchant_id, id }, { run_at, job_key: `pay_settlement:${id}` });

/** Chooses the rail, debits the reserve and stores the transfer. From then on, the transfer may have reached the bank. */
async function startAttempt(
  tx: MerchantTx,
  deps: TransferDeps,
  batch: LockedBatch,
  { calendar, now }: { calendar: RailCalendar; now: Date },
): Promise<PayoutStep | null> {
  const stop = await findPayoutStop(tx);
  if (stop !== null) {
    await stopPayout(tx, batch, stop, now);
    return null;
  }
  const account = batch.bank_account_id === null ? undefined : await findBankAccount(tx, batch.bank_account_id);
  if (account === undefined) throw new Error(`Settlement ${batch.id} has no bank account`);
  if (account.usable_from === null || Date.parse(account.usable_from) > now.getTime()) return null;
  const transfer = { bank_code: account.bank_code, amount: batch.net_amount };
  const plan = choosePayoutRail(deps.bank, calendar, transfer, now);
  if (plan === null) {
    await failUnsent(tx, batch, { code: 'amount_limit', message: REASONS.amount_limit }, now);
    return null;
  }
  if (plan.opens_at.getTime() > now.getTime()) {
    await enqueuePayout(tx, batch.id, plan.opens_at);
    return null;
  }
  return { kind: 'send', transfer_id: await storeAttempt(tx, deps, batch, { account, plan, now }) };
}

/** The merchant may not pay out: what was approved is held, and what was to be retried has failed again. */
async function stopPayout(tx: MerchantTx, batch: LockedBatch, reason: string, now: Date): Promise<void> {
  if (batch.status !== 'approved') return failUnsent(tx, batch, { code: 'payouts_stopped', message: reason }, now);
  const ctx = { now, actor: SYSTEM_ACTOR, reason };
  await transitionBatch(tx, batch, { path: ['on_hold'], change: { held_reason: reason } }, ctx);
}

async function storeAttempt(
  tx: MerchantTx,
  deps: TransferDeps,
  batch: LockedBatch,
  { account, plan, now }: { account: BankAccount; plan: RailPlan; now: Date },
): Promise<string> {
  const attempt = batch.attempts + 1;
  const reference = formatPayoutReference(batch.id, attempt);
  const { rail } = plan;
  await postPayout(tx, batch, { movement: 'payout', reference_id: reference }, now);
  // A retried batch is already processing; only the attempt is new.
  const path: SettlementBatchStatus[] = batch.status === 'approved' ? ['processing'] : [];
  const cleared = { failure_code: null, failure_message: null };
  const change = { attempts: attempt, partner_reference_no: reference, sent_at: now, rail, ...cleared };
  await transitionBatch(tx, batch, { path, change }, { now, actor: SYSTEM_ACTOR, reason: REASONS.sent });
  const { bank_code, account_last4 } = account;
  const subject = { subject_type: 'settlement_batch', subject_id: batch.id, attempt } as const;
  const transfer = { ...subject, partner_reference_no: reference, rail, bank_code, account_last4 };
  return createTransfer(tx, deps, { ...transfer, amount: batch.net_amount }, now);
}

/** Retries a failed or returned payout: the job checks the earlier attempts and makes a new one under a new reference. */
export async function retryBatch(
  tx: MerchantTx,
  batch: LockedBatch,
  { now, actor }: { now: Date; actor: Actor },
): Promise<void> {
  const change = { partner_reference_no: null, sent_at: null };
  await transitionBatch(tx, batch, { path: ['processing'], change }, { now, actor, reason: REASONS.retry });
}

async function creditBalance(tx: MerchantTx, batch: LockedBatch, now: Date): Promise<void> {
  await postPayout(tx, batch, { movement: 'balance', reference_id: batch.id }, now);
  const ctx = { now, actor: SYSTEM_ACTOR, reason: null };
  await transitionBatch(tx, batch, { path: ['processing', 'paid'], change: { paid_at: now, rail: 'balance' } }, ctx);
}
