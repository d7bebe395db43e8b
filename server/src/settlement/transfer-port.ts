/** Bank transfers of settlements: the details for the bank, and the effect of its responses on the batch. */
import { enqueue } from '../db/enqueue.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { TransferAttempt, TransferOutcome, TransferPort } from '../rails/send-transfer.ts';
import { findBankAccount } from './bank-account-queries.ts';
import { markExecutedLate, markFailed, markPaid, markReturned } from './payout-outcome.ts';
import { type LockedBatch, lockBatch } from './write-queries.ts';

export const SETTLEMENT_PORT: TransferPort = {
  readDetails: async ({ vault }, tx, id) => {
    const { bank_account_id, batch_no } = await getLocked(tx, id);
    const account = bank_account_id === null ? undefined : await findBankAccount(tx, bank_account_id);
    if (account === undefined) throw new Error(`Settlement ${id} has no bank account`);
    const { merchant_id } = tx;
    const context = { table: 'bank_account', column: 'account_no_sealed', merchant_id, row_id: account.id };
    const account_no = vault.open(context, account.account_no_sealed);
    return { bank_code: account.bank_code, account_no, holder_name: account.holder_name, remark: batch_no };
  },
  // Every attempt counts for the ledger, also one that another has replaced.
  lock: async (tx, id) => (await getLocked(tx, id)).status !== 'open',
  apply: async (tx, attempt, outcome, now) => {
    if (outcome.kind === 'unknown') return;
    const { subject_id: id } = attempt;
    await applyOutcome(tx, await getLocked(tx, id), { attempt, outcome }, now);
    const payload = { merchant_id: tx.merchant_id, id };
    await enqueue(tx, 'sync_settled_payments', payload, { job_key: `sync_settled_payments:${id}` });
  },
};

async function getLocked(tx: MerchantTx, id: string): Promise<LockedBatch> {
  const batch = await lockBatch(tx, id);
  if (batch === undefined) throw new Error(`Settlement ${id} not found`);
  return batch;
}

async function applyOutcome(
  tx: MerchantTx,
  batch: LockedBatch,
  { attempt, outcome }: { attempt: TransferAttempt; outcome: Exclude<TransferOutcome, { kind: 'unknown' }> },
  now: Date,
): Promise<void> {
  const reference = attempt.partner_reference_no;
  switch (outcome.kind) {
    case 'succeed': {
      const { bank_reference, is_late } = outcome;
      const executed = { reference, bank_reference };
      return is_late ? markExecutedLate(tx, batch, executed, now) : markPaid(tx, batch, executed, now);
    }
    case 'fail':
      return markFailed(tx, batch, { reference, code: outcome.code, message: outcome.message }, now);
    case 'return': {
      const { was_succeeded, was_late, message } = outcome;
      if (was_succeeded) return markReturned(tx, batch, { reference, was_late, message }, now);
      return markFailed(tx, batch, { reference, code: 'returned', message }, now);
    }
  }
}
