/** Ends of a payout: credited, failed, returned, or executed although it was reported as failed. */
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import { postWithFloor } from '../ledger/balance.ts';
import type { MerchantTx } from '../db/tx.ts';
import { BANK_ACTOR, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { storeRecovery } from './attempt-queries.ts';
import { REASONS } from './event-reasons.ts';
import { formatPayoutReference } from './rules.ts';
import { getAccountId, findAccountIds } from './terms-queries.ts';
import { type LockedBatch, transitionBatch } from './write-queries.ts';

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
  const accounts = await findAccountIds(tx);
  const { kind, from, to } = MOVEMENTS[movement];
  await postWithFloor(tx, {
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

/** The bank executed the transfer. */
export async function markPaid(tx: MerchantTx, batch: LockedBatch, bank_reference: string, now: Date): Promise<void> {
  const ctx = { now, actor: BANK_ACTOR, reason: REASONS.credited };
  await transitionBatch(tx, batch, { path: ['paid'], change: { paid_at: now, bank_reference } }, ctx);
}

/** The bank did not execute the transfer: a compensating entry restores the reserve, and the payout can be retried under a new reference. */
export async function markFailed(
  tx: MerchantTx,
  batch: LockedBatch,
  { code, message }: { code: string; message: string },
  now: Date,
): Promise<void> {
  await postPayout(tx, batch, { movement: 'back', reference_id: batch.partner_reference_no ?? '' }, now);
  const change = { failure_code: code, failure_message: message };
  await transitionBatch(tx, batch, { path: ['failed'], change }, { now, actor: BANK_ACTOR, reason: message });
}

/** No rail carries the amount: fails without an attempt. */
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
 * that no further attempt pays it twice. `batch` is failed, or about to be retried.
 */
export async function recoverAttempt(
  tx: MerchantTx,
  batch: LockedBatch,
  { attempt, bank_reference }: { attempt: number; bank_reference: string },
  now: Date,
): Promise<void> {
  const reference = formatPayoutReference(batch.id, attempt);
  await postPayout(tx, batch, { movement: 'recovery', reference_id: reference }, now);
  await storeRecovery(tx, batch.id, attempt, now);
  const change = {
    paid_at: now,
    bank_reference,
    partner_reference_no: reference,
    sent_at: batch.sent_at === null ? now : new Date(batch.sent_at),
    failure_code: null,
    failure_message: null,
  };
  await transitionBatch(tx, batch, { path: ['paid'], change }, { now, actor: BANK_ACTOR, reason: REASONS.recovered });
}

/** The receiving bank returned a credited payout: a compensating entry restores the reserve. */
export async function markReturned(
  tx: MerchantTx,
  batch: LockedBatch,
  { message, is_recovered }: { message: string; is_recovered: boolean },
  now: Date,
): Promise<void> {
  const movement = is_recovered ? 'recovery_back' : 'back';
  await postPayout(tx, batch, { movement, reference_id: batch.partner_reference_no ?? '' }, now);
  const change = { failure_code: 'returned', failure_message: message, paid_at: null };
  await transitionBatch(tx, batch, { path: ['returned'], change }, { now, actor: BANK_ACTOR, reason: message });
}
