/** Ends of a payout: credited, failed, returned, or executed although it was reported as failed. */
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import { listAccountIds } from '../ledger/account-ids.ts';
import { getAccountId } from '../ledger/payment.ts';
import { postWithFloor } from '../ledger/balance.ts';
import { postTransfers } from '../ledger/posting.ts';
import { listTransfers } from '../rails/transfer-queries.ts';
import type { MerchantTx } from '../db/tx.ts';
import { BANK_ACTOR, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { REASONS } from './event-reasons.ts';
import { canTransition } from './rules.ts';
import { type BatchChange, type LockedBatch, transitionBatch } from './write-queries.ts';

/** Ledger entries of a payout, each posted at most once per reference. The codes are stored. */
const MOVEMENTS = {
  payout: { kind: 'settlement_payout', from: 'reserve', to: 'bank_clearing' },
  /** The bank did not execute it, or returned it. */
  back: { kind: 'settlement_payout_back', from: 'bank_clearing', to: 'reserve' },
  /** The bank executed it although it was reported as failed. */
  recovery: { kind: 'settlement_payout_late', from: 'reserve', to: 'bank_clearing' },
  /** The receiving bank returned it after that. */
  recovery_back: { kind: 'settlement_payout_late_back', from: 'bank_clearing', to: 'reserve' },
  balance: { kind: 'settlement_payout', from: 'reserve', to: 'available' },
} as const;

export async function postPayout(
  tx: MerchantTx,
  batch: LockedBatch,
  { movement, reference_id }: { movement: keyof typeof MOVEMENTS; reference_id: string },
  now: Date,
): Promise<void> {
  const accounts = await listAccountIds(tx);
  const { kind, from, to } = MOVEMENTS[movement];
  // A late execution may take the reserve below zero: the money has left the bank.
  const post = movement === 'recovery' ? postTransfers : postWithFloor;
  await post(tx, {
    posted_at: now,
    transfers: [
      {
        kind,
        amount: batch.net_amount,
        debit_account: getAccountId(accounts, from),
        credit_account: getAccountId(accounts, to),
        reference_type: 'settlement_batch',
        reference_id,
        description: batch.batch_no,
      },
    ],
  });
}

/** An attempt that the bank executed. */
interface Executed {
  reference: string;
  bank_reference: string;
}

/** The bank executed the transfer. */
export async function markPaid(
  tx: MerchantTx,
  batch: LockedBatch,
  { bank_reference }: Executed,
  now: Date,
): Promise<void> {
  // An earlier attempt was executed late meanwhile: the batch is paid already.
  const path: SettlementBatchStatus[] = batch.status === 'paid' ? [] : ['paid'];
  const reason = batch.status === 'paid' ? REASONS.paid_again : REASONS.credited;
  const change = { paid_at: now, bank_reference };
  await transitionBatch(tx, batch, { path, change }, { now, actor: BANK_ACTOR, reason });
}

/**
 * The bank did not execute the transfer: a compensating entry restores the reserve, and the payout can be retried under a
 * new reference.
 */
export async function markFailed(
  tx: MerchantTx,
  batch: LockedBatch,
  { reference, code, message }: { reference: string; code: string; message: string },
  now: Date,
): Promise<void> {
  await postPayout(tx, batch, { movement: 'back', reference_id: reference }, now);
  const change = { failure_code: code, failure_message: message };
  await endAttempt(tx, batch, { to: 'failed', change, reason: message }, now);
}

/** No rail supports the amount: fails without an attempt. */
export async function failUnsent(
  tx: MerchantTx,
  batch: LockedBatch,
  { code, message }: { code: string; message: string },
  now: Date,
): Promise<void> {
  const change = { failure_code: code, failure_message: message };
  const path: SettlementBatchStatus[] = batch.status === 'approved' ? ['processing', 'failed'] : ['failed'];
  await transitionBatch(tx, batch, { path, change }, { now, actor: SYSTEM_ACTOR, reason: message });
}

/**
 * The bank executed an attempt that had been reported as failed: the payout is posted again and the batch is paid, so
 * that no further attempt pays it twice. While another attempt is under way or paid, the event says so to the provider.
 */
export async function markExecutedLate(
  tx: MerchantTx,
  batch: LockedBatch,
  { reference, bank_reference }: Executed,
  now: Date,
): Promise<void> {
  await postPayout(tx, batch, { movement: 'recovery', reference_id: reference }, now);
  const context = { now, actor: BANK_ACTOR };
  const is_replaced = batch.partner_reference_no !== null && batch.partner_reference_no !== reference;
  if (is_replaced && (batch.status === 'processing' || batch.status === 'paid')) {
    await transitionBatch(tx, batch, { path: [], change: {} }, { ...context, reason: REASONS.paid_again });
    return;
  }
  const change = {
    paid_at: now,
    bank_reference,
    partner_reference_no: reference,
    sent_at: batch.sent_at === null ? now : new Date(batch.sent_at),
    failure_code: null,
    failure_message: null,
    held_reason: null,
  };
  const path = PATHS_TO_PAID[batch.status] ?? ['paid'];
  await transitionBatch(tx, batch, { path, change }, { ...context, reason: REASONS.recovered });
}

/** Transitions to paid of a settlement whose former attempt was executed: it may await the approval of another account by then. */
const PATHS_TO_PAID: Partial<Record<SettlementBatchStatus, SettlementBatchStatus[]>> = {
  on_hold: ['closed', 'approved', 'processing', 'paid'],
  closed: ['approved', 'processing', 'paid'],
  approved: ['processing', 'paid'],
  returned: ['processing', 'paid'],
};

/** The receiving bank returned a credited payout: a compensating entry restores the reserve. */
export async function markReturned(
  tx: MerchantTx,
  batch: LockedBatch,
  { reference, message, was_late }: { reference: string; message: string; was_late: boolean },
  now: Date,
): Promise<void> {
  await postPayout(tx, batch, { movement: was_late ? 'recovery_back' : 'back', reference_id: reference }, now);
  const change = { failure_code: 'returned', failure_message: message, paid_at: null };
  await endAttempt(tx, batch, { to: 'returned', change, reason: message }, now);
}

/** Ends a batch whose attempt did not stand, unless another one of its attempts pays it. */
async function endAttempt(
  tx: MerchantTx,
  batch: LockedBatch,
  { to, change, reason }: { to: 'failed' | 'returned'; change: BatchChange; reason: string },
  now: Date,
): Promise<void> {
  const transfers = await listTransfers(tx, { subject_type: 'settlement_batch', subject_id: batch.id });
  const context = { now, actor: BANK_ACTOR };
  const standing = transfers.find(({ status }) => status === 'succeeded');
  const open = transfers.find(({ status }) => status === 'sent' || status === 'unknown');
  if (standing !== undefined) {
    const path: SettlementBatchStatus[] = batch.status === 'processing' ? ['paid'] : [];
    const { partner_reference_no } = standing;
    const paid = { ...(path.length > 0 ? { paid_at: now } : {}), partner_reference_no };
    await transitionBatch(tx, batch, { path, change: paid }, { ...context, reason: REASONS.earlier_stands });
    return;
  }
  const path: SettlementBatchStatus[] = open === undefined && canTransition(batch.status, to) ? [to] : [];
  await transitionBatch(tx, batch, { path, change: path.length > 0 ? change : {} }, { ...context, reason });
}
