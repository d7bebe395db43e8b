/**
 * Pays a batch out, once whatever happens: the number that the bank is given is stored before the call, and after an
 * answer that nobody can rely on the bank is asked before anything is sent again.
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
import { formatPayoutReference } from './rules.ts';
import { getAccountId, findAccountIds } from './terms-queries.ts';
import { type LockedBatch, lockBatch, transitionBatch } from './write-queries.ts';

type PayoutDeps = Pick<Deps, 'db' | 'bank' | 'clock' | 'vault' | 'log'>;

/** From when on the bank is asked how a payout stands (domain 4.4). */
const STATUS_CHECK_AFTER_MS = 60_000;
/** From when on a payout that the bank knows nothing of is believed never to have arrived. */
const LOST_AFTER_MS = 10 * 60_000;

/** Takes an approved batch as far as it can go now: to the balance, to the bank, or to the bank's answer. */
export async function payBatch(deps: PayoutDeps, merchant_id: string, id: string): Promise<void> {
  const sending = await asMerchant(deps.db, merchant_id, (tx) => preparePayout(tx, deps, id));
  if (sending === null) return;
  if (sending.is_new) {
    const outcome = await deps.bank.transfer(buildTransferOrder(deps, merchant_id, sending, sending.account));
    await asMerchant(deps.db, merchant_id, (tx) =>
      handleTransferResponse(tx, id, sending.batch, outcome, deps.clock.now()),
    );
    return;
  }
  const service = deps.bank.getTransferService(sending.account.bank_code);
  const outcome = await deps.bank.queryTransfer(sending.reference, service);
  await asMerchant(deps.db, merchant_id, (tx) =>
    handleStatusResponse(tx, id, sending.batch, outcome, deps.clock.now()),
  );
}

interface PreparedPayout {
  batch: LockedBatch;
  reference: string;
  account: BankAccount;
  /** Never sent before; else only asked about. */
  is_new: boolean;
}

/** What is to be done about a batch: null when there is nothing, or nothing yet. */
async function preparePayout(tx: MerchantTx, deps: PayoutDeps, id: string): Promise<PreparedPayout | null> {
  const batch = await lockBatch(tx, id);
  const now = deps.clock.now();
  if (batch === undefined) throw new Error(`There is no settlement ${id}`);
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

/** Takes the money out of the reserve and writes the number of the payout down: from here on it may be at the bank. */
async function startAttempt(tx: MerchantTx, batch: LockedBatch, now: Date, actor: Actor) {
  const attempt = batch.attempts + 1;
  const reference = formatPayoutReference(batch.id, attempt);
  await postPayout(tx, batch, { from: 'reserve', to: 'bank_clearing', reference_id: reference }, now);
  const change = { attempts: attempt, partner_reference_no: reference, sent_at: now, rail: 'bi_fast' };
  const failure = { failure_code: null, failure_message: null };
  // A retried batch is processing already, and only the attempt is new.
  const path: SettlementBatchStatus[] = batch.status === 'approved' ? ['processing'] : [];
  await transitionBatch(tx, batch, path, { ...change, ...failure }, { now, actor, reason: 'Sent to the bank' });
  const sent = await lockBatch(tx, batch.id);
  if (sent === undefined) throw new Error(`There is no settlement ${batch.id}`);
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
  // The number is good for one transfer: the bank has it already, so it must be asked what became of it.
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
  // Money that came back before anybody heard of its arrival failed, too.
  if (latest === SNAP_STATUSES.failed || latest === SNAP_STATUSES.cancelled || latest === SNAP_STATUSES.refunded) {
    return markFailed(tx, batch, `status_${latest}`, detail, now);
  }
  const waited_ms = now.getTime() - Date.parse(sent_at ?? now.toISOString());
  if (latest === SNAP_STATUSES.not_found && waited_ms >= LOST_AFTER_MS) {
    await markFailed(tx, batch, 'not_found', 'The bank knows nothing of this payout', now);
  }
}

/** The batch if it still waits for the answer to this attempt. */
async function lockAttempt(tx: MerchantTx, { batch_id, attempts }: PayoutAttempt): Promise<LockedBatch | null> {
  const batch = await lockBatch(tx, batch_id);
  return batch !== undefined && batch.status === 'processing' && batch.attempts === attempts ? batch : null;
}

const markPaid = async (tx: MerchantTx, batch: LockedBatch, bank_reference: string, now: Date): Promise<void> => {
  const occasion = { now, actor: BANK_ACTOR, reason: 'Credited by the bank' };
  await transitionBatch(tx, batch, ['paid'], { paid_at: now, bank_reference }, occasion);
};

/** The bank said no: the money is back in the reserve, and the payout may be tried again under a new number. */
async function markFailed(tx: MerchantTx, batch: LockedBatch, code: string, detail: string, now: Date): Promise<void> {
  await postPayout(
    tx,
    batch,
    { from: 'bank_clearing', to: 'reserve', reference_id: batch.partner_reference_no ?? '', is_back: true },
    now,
  );
  const change = { failure_code: code, failure_message: detail };
  await transitionBatch(tx, batch, ['failed'], change, { now, actor: BANK_ACTOR, reason: detail });
}

/** The bank sent a payout back that it had credited: the money is in the reserve again. */
async function handleReturn(tx: MerchantTx, id: string, detail: string, now: Date): Promise<void> {
  const batch = await lockBatch(tx, id);
  if (batch === undefined || batch.status !== 'paid' || batch.destination !== 'bank') return;
  await postPayout(
    tx,
    batch,
    { from: 'bank_clearing', to: 'reserve', reference_id: batch.partner_reference_no ?? '', is_back: true },
    now,
  );
  const change = { failure_code: 'returned', failure_message: detail, paid_at: null };
  await transitionBatch(tx, batch, ['returned'], change, { now, actor: BANK_ACTOR, reason: detail });
}

/** Asks the bank about a payout that it has credited: whether it came back since. */
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

/** Has a payout sent again that failed or came back: a new attempt under a new number, made by the job. */
export async function retryBatch(tx: MerchantTx, batch: LockedBatch, now: Date, actor: Actor): Promise<void> {
  const change = { partner_reference_no: null, sent_at: null };
  await transitionBatch(tx, batch, ['processing'], change, { now, actor, reason: 'To be sent again' });
}

async function creditBalance(tx: MerchantTx, batch: LockedBatch, now: Date): Promise<void> {
  await postPayout(tx, batch, { from: 'reserve', to: 'available', reference_id: batch.id }, now);
  const occasion = { now, actor: SYSTEM_ACTOR, reason: null };
  await transitionBatch(tx, batch, ['processing', 'paid'], { paid_at: now, rail: 'balance' }, occasion);
}

async function postPayout(
  tx: MerchantTx,
  batch: LockedBatch,
  way: { from: string; to: string; reference_id: string; is_back?: boolean },
  now: Date,
): Promise<void> {
  const accounts = await findAccountIds(tx);
  await postWithFloor(tx, {
    posted_at: now,
    transfers: [
      {
        kind: way.is_back === true ? 'settlement_payout_back' : 'settlement_payout',
        amount: batch.net_amount,
        debit_account: getAccountId(accounts, way.from),
        credit_account: getAccountId(accounts, way.to),
        reference_type: 'settlement_batch',
        reference_id: way.reference_id,
        description: batch.batch_no,
      },
    ],
  });
}
