/**
 * Pays out a batch at most once: the partner reference is stored before the transfer is sent, and after an ambiguous
 * response the transfer status is checked before anything is sent again.
 */
import { toSnap } from '@dasbor/contract/money';
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import type { TransferStatusResponse } from '@dasbor/contract/snap-transfer';
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import { toSnapTime } from '@dasbor/contract/time';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { postWithFloor } from '../ledger/balance.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import { type Actor, BANK_ACTOR, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { type BankAccount, findBankAccount } from './bank-account-queries.ts';
import { REASONS } from './event-reasons.ts';
import { formatPayoutReference } from './rules.ts';
import { getAccountId, findAccountIds } from './terms-queries.ts';
import { type LockedBatch, lockBatch, transitionBatch } from './write-queries.ts';

type PayoutDeps = Pick<Deps, 'db' | 'bank' | 'clock' | 'vault' | 'log'>;

/** Age from which the status of a payout is checked (domain 4.4). */
const STATUS_CHECK_AFTER_MS = 60_000;
/** Age from which a payout that the bank does not find is treated as never received. */
const LOST_AFTER_MS = 10 * 60_000;

/** Advances an approved batch: credits the balance, sends the transfer, or checks its status. Idempotent. */
export async function payBatch(deps: PayoutDeps, merchant_id: string, id: string): Promise<void> {
  const payout = await asMerchant(deps.db, merchant_id, (tx) => preparePayout(tx, deps, id));
  if (payout === null) return;
  if (payout.is_new) {
    const outcome = await deps.bank.transfer(buildTransferOrder(deps, merchant_id, payout, payout.account));
    await asMerchant(deps.db, merchant_id, (tx) =>
      handleTransferResponse(tx, id, payout.batch, outcome, deps.clock.now()),
    );
    return;
  }
  const service = deps.bank.getTransferService(payout.account.bank_code);
  const outcome = await deps.bank.queryTransfer(payout.reference, service);
  await asMerchant(deps.db, merchant_id, (tx) => handleStatusResponse(tx, id, payout.batch, outcome, deps.clock.now()));
}

interface PreparedPayout {
  batch: LockedBatch;
  reference: string;
  account: BankAccount;
  /** Not sent yet; otherwise only its status is checked. */
  is_new: boolean;
}

/** The payout to send or to check; null when nothing is due. */
async function preparePayout(tx: MerchantTx, deps: PayoutDeps, id: string): Promise<PreparedPayout | null> {
  const batch = await lockBatch(tx, id);
  const now = deps.clock.now();
  if (batch === undefined) throw new Error(`Settlement ${id} not found`);
  if (batch.status === 'approved' && batch.destination === 'balance') {
    await creditBalance(tx, batch, now);
    return null;
  }
  if (batch.status !== 'approved' && batch.status !== 'processing') return null;
  const account = batch.bank_account_id === null ? undefined : await findBankAccount(tx, batch.bank_account_id);
  if (account === undefined) throw new Error(`Settlement ${id} has no bank account`);
  const { partner_reference_no: reference, sent_at } = batch;
  if (batch.status === 'processing' && reference !== null && sent_at !== null) {
    return now.getTime() - Date.parse(sent_at) < STATUS_CHECK_AFTER_MS
      ? null
      : { batch, reference, account, is_new: false };
  }
  if (Date.parse(account.usable_from) > now.getTime()) return null;
  return { ...(await startAttempt(tx, batch, now, SYSTEM_ACTOR)), account, is_new: true };
}

/** Debits the reserve and stores the partner reference. From here on, the transfer may have reached the bank. */
async function startAttempt(tx: MerchantTx, batch: LockedBatch, now: Date, actor: Actor) {
  const attempt = batch.attempts + 1;
  const reference = formatPayoutReference(batch.id, attempt);
  await postPayout(tx, batch, { from: 'reserve', to: 'bank_clearing', reference_id: reference }, now);
  const change = { attempts: attempt, partner_reference_no: reference, sent_at: now, rail: 'bi_fast' };
  const failure = { failure_code: null, failure_message: null };
  // A retried batch is already processing; only the attempt is new.
  const path: SettlementBatchStatus[] = batch.status === 'approved' ? ['processing'] : [];
  await transitionBatch(tx, batch, { path, change: { ...change, ...failure } }, { now, actor, reason: REASONS.sent });
  const sent = await lockBatch(tx, batch.id);
  if (sent === undefined) throw new Error(`Settlement ${batch.id} not found`);
  return { batch: sent, reference };
}

const buildTransferOrder = (
  deps: PayoutDeps,
  merchant_id: string,
  { batch, reference }: PreparedPayout,
  account: BankAccount,
) => ({
  partnerReferenceNo: reference,
  amount: { value: toSnap(batch.net_amount), currency: 'IDR' } as const,
  beneficiaryAccountNo: deps.vault.open(
    { table: 'bank_account', column: 'account_no_sealed', merchant_id, row_id: account.id },
    account.account_no_sealed,
  ),
  beneficiaryAccountName: account.holder_name,
  beneficiaryBankCode: account.bank_code,
  transactionDate: toSnapTime(deps.clock.now()),
  remark: batch.batch_no,
});

type PayoutAttempt = { batch_id: string; attempts: number };
const toRailLogObject = (id: string) => ({ object_type: 'settlement_batch', object_id: id });

async function handleTransferResponse(
  tx: MerchantTx,
  id: string,
  { attempts }: Pick<LockedBatch, 'attempts'>,
  outcome: BankOutcome<{ referenceNo: string }>,
  now: Date,
): Promise<void> {
  await insertRailLog(tx, toRailLogObject(id), outcome.message);
  const batch = await lockAttempt(tx, { batch_id: id, attempts });
  if (batch === null || outcome.kind === 'unreachable') return;
  if (outcome.kind === 'ok') return markPaid(tx, batch, outcome.response.referenceNo, now);
  // Duplicate reference: the bank already has this transfer, so its status decides.
  if (/^409..01$/.test(outcome.response_code)) return;
  await markFailed(tx, batch, outcome.response_code, outcome.detail, now);
}

async function handleStatusResponse(
  tx: MerchantTx,
  id: string,
  { attempts, sent_at }: Pick<LockedBatch, 'attempts' | 'sent_at'>,
  outcome: BankOutcome<TransferStatusResponse>,
  now: Date,
): Promise<void> {
  await insertRailLog(tx, toRailLogObject(id), outcome.message);
  const batch = await lockAttempt(tx, { batch_id: id, attempts });
  if (batch === null || outcome.kind === 'unreachable') return;
  const latest = outcome.kind === 'ok' ? outcome.response.latestTransactionStatus : SNAP_STATUSES.not_found;
  const detail = outcome.kind === 'ok' ? outcome.response.transactionStatusDesc : outcome.detail;
  if (outcome.kind === 'ok' && latest === SNAP_STATUSES.success) {
    return markPaid(tx, batch, outcome.response.originalReferenceNo, now);
  }
  // A transfer returned before its success was confirmed also failed.
  if (latest === SNAP_STATUSES.failed || latest === SNAP_STATUSES.cancelled || latest === SNAP_STATUSES.refunded) {
    return markFailed(tx, batch, `status_${latest}`, detail, now);
  }
  const waited_ms = now.getTime() - Date.parse(sent_at ?? now.toISOString());
  if (latest === SNAP_STATUSES.not_found && waited_ms >= LOST_AFTER_MS) {
    await markFailed(tx, batch, 'not_found', REASONS.not_found, now);
  }
}

/** The batch, if it still waits for the response to this attempt. */
async function lockAttempt(tx: MerchantTx, { batch_id, attempts }: PayoutAttempt): Promise<LockedBatch | null> {
  const batch = await lockBatch(tx, batch_id);
  return batch !== undefined && batch.status === 'processing' && batch.attempts === attempts ? batch : null;
}

const markPaid = async (tx: MerchantTx, batch: LockedBatch, bank_reference: string, now: Date): Promise<void> => {
  const ctx = { now, actor: BANK_ACTOR, reason: REASONS.credited };
  await transitionBatch(tx, batch, { path: ['paid'], change: { paid_at: now, bank_reference } }, ctx);
};

/** The bank rejected the transfer: a compensating entry restores the reserve, and the payout can be retried under a new reference. */
async function markFailed(tx: MerchantTx, batch: LockedBatch, code: string, detail: string, now: Date): Promise<void> {
  await postPayout(
    tx,
    batch,
    { from: 'bank_clearing', to: 'reserve', reference_id: batch.partner_reference_no ?? '', is_return: true },
    now,
  );
  const change = { failure_code: code, failure_message: detail };
  await transitionBatch(tx, batch, { path: ['failed'], change }, { now, actor: BANK_ACTOR, reason: detail });
}

/** The bank returned a credited payout: a compensating entry restores the reserve. */
async function handleReturn(tx: MerchantTx, id: string, detail: string, now: Date): Promise<void> {
  const batch = await lockBatch(tx, id);
  if (batch === undefined || batch.status !== 'paid' || batch.destination !== 'bank') return;
  await postPayout(
    tx,
    batch,
    { from: 'bank_clearing', to: 'reserve', reference_id: batch.partner_reference_no ?? '', is_return: true },
    now,
  );
  const change = { failure_code: 'returned', failure_message: detail, paid_at: null };
  await transitionBatch(tx, batch, { path: ['returned'], change }, { now, actor: BANK_ACTOR, reason: detail });
}

/** Checks whether the bank has returned a credited payout. */
export async function syncReturnedPayout(deps: PayoutDeps, merchant_id: string, id: string): Promise<void> {
  const sent = await asMerchant(deps.db, merchant_id, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch?.status !== 'paid' || batch.bank_account_id === null || batch.partner_reference_no === null) return null;
    const account = await findBankAccount(tx, batch.bank_account_id);
    return account ? { reference: batch.partner_reference_no, bank_code: account.bank_code } : null;
  });
  if (sent === null) return;
  const outcome = await deps.bank.queryTransfer(sent.reference, deps.bank.getTransferService(sent.bank_code));
  if (outcome.kind !== 'ok' || outcome.response.latestTransactionStatus !== SNAP_STATUSES.refunded) return;
  await asMerchant(deps.db, merchant_id, async (tx) => {
    await insertRailLog(tx, toRailLogObject(id), outcome.message);
    await handleReturn(tx, id, outcome.response.transactionStatusDesc, deps.clock.now());
  });
}

/** Retries a failed or returned payout: the job makes a new attempt under a new reference. */
export async function retryBatch(tx: MerchantTx, batch: LockedBatch, now: Date, actor: Actor): Promise<void> {
  const change = { partner_reference_no: null, sent_at: null };
  await transitionBatch(tx, batch, { path: ['processing'], change }, { now, actor, reason: REASONS.retry });
}

async function creditBalance(tx: MerchantTx, batch: LockedBatch, now: Date): Promise<void> {
  await postPayout(tx, batch, { from: 'reserve', to: 'available', reference_id: batch.id }, now);
  const ctx = { now, actor: SYSTEM_ACTOR, reason: null };
  await transitionBatch(tx, batch, { path: ['processing', 'paid'], change: { paid_at: now, rail: 'balance' } }, ctx);
}

async function postPayout(
  tx: MerchantTx,
  batch: LockedBatch,
  movement: { from: string; to: string; reference_id: string; is_return?: boolean },
  now: Date,
): Promise<void> {
  const accounts = await findAccountIds(tx);
  await postWithFloor(tx, {
    posted_at: now,
    transfers: [
      {
        kind: movement.is_return === true ? 'settlement_payout_back' : 'settlement_payout',
        amount: batch.net_amount,
        debit_account: getAccountId(accounts, movement.from),
        credit_account: getAccountId(accounts, movement.to),
        reference_type: 'settlement_batch',
        reference_id: movement.reference_id,
        description: batch.batch_no,
      },
    ],
  });
}
