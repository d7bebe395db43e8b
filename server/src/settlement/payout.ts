/**
 * Pays out a batch at most once: the partner reference is stored before the transfer is sent; after an ambiguous response
 * the transfer status decides, and before a retry every earlier attempt is checked again.
 */
import { BANKS } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import { toSnap } from '@dasbor/contract/money';
import type { TransferService } from '@dasbor/contract/snap-transfer';
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import { toBusinessDay, toSnapTime } from '@dasbor/contract/time';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { insertRailLog } from '../rails/queries.ts';
import { SERVICE_BY_RAIL, type TransferRail, chooseRail } from '../rails/transfer-rail.ts';
import { type TransferStatus, parseTransferResponse, parseTransferStatus } from '../rails/transfer-status.ts';
import { type Actor, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { type SentAttempt, insertAttempt, listAttempts, storeLastCheckedAt } from './attempt-queries.ts';
import { type BankAccount, findBankAccount } from './bank-account-queries.ts';
import { isRailOpen } from './calendar.ts';
import { REASONS } from './event-reasons.ts';
import { failUnsent, markFailed, markPaid, postPayout, recoverAttempt } from './payout-outcome.ts';
import { formatPayoutReference } from './rules.ts';
import { listHolidays } from './terms-queries.ts';
import { type LockedBatch, lockBatch, transitionBatch } from './write-queries.ts';

export type PayoutDeps = Pick<Deps, 'db' | 'bank' | 'clock' | 'vault' | 'log'>;

/** Age from which the status of a payout is checked (domain 4.4). */
const STATUS_CHECK_AFTER_MS = duration.minutes(1);
/** Age from which a payout that the bank does not find is treated as never received. */
const LOST_AFTER_MS = duration.minutes(10);

/** Advances an approved batch: credits the balance, sends the transfer, or checks its status. Idempotent. */
export async function payBatch(deps: PayoutDeps, merchant_id: string, id: string): Promise<void> {
  let step = await asMerchant(deps.db, merchant_id, (tx) => preparePayout(tx, deps, id, { is_rechecked: false }));
  if (step?.kind === 'recheck') {
    if (!(await recheckAttempts(deps, merchant_id, step))) return;
    step = await asMerchant(deps.db, merchant_id, (tx) => preparePayout(tx, deps, id, { is_rechecked: true }));
  }
  if (step?.kind === 'send') await sendTransfer(deps, merchant_id, step);
  if (step?.kind === 'check') await checkTransfer(deps, merchant_id, step);
}

type PayoutStep =
  /** A new attempt is stored and has to be sent. */
  | { kind: 'send'; batch: LockedBatch; account: BankAccount; reference: string; service: TransferService }
  /** The attempt was sent; its outcome is not known. */
  | { kind: 'check'; batch: LockedBatch; attempt: SentAttempt }
  /** A retry: the earlier attempts have to be checked before a new one. */
  | { kind: 'recheck'; batch: LockedBatch; attempts: SentAttempt[] };

/** The next step of a payout; null when nothing is due. */
async function preparePayout(
  tx: MerchantTx,
  deps: PayoutDeps,
  id: string,
  { is_rechecked }: { is_rechecked: boolean },
): Promise<PayoutStep | null> {
  const batch = await lockBatch(tx, id);
  const now = deps.clock.now();
  if (batch === undefined) throw new Error(`Settlement ${id} not found`);
  if (batch.status === 'approved' && batch.destination === 'balance') {
    await creditBalance(tx, batch, now);
    return null;
  }
  if (batch.status !== 'approved' && batch.status !== 'processing') return null;
  await storeLastCheckedAt(tx, id, now);
  const attempts = await listAttempts(tx, id);
  if (batch.status === 'processing' && batch.partner_reference_no !== null) {
    const attempt = attempts.at(-1);
    if (attempt === undefined || batch.sent_at === null) throw new Error(`Settlement ${id} lost its attempt`);
    return now.getTime() - Date.parse(batch.sent_at) < STATUS_CHECK_AFTER_MS ? null : { kind: 'check', batch, attempt };
  }
  if (attempts.length > 0 && !is_rechecked) return { kind: 'recheck', batch, attempts };
  const account = batch.bank_account_id === null ? undefined : await findBankAccount(tx, batch.bank_account_id);
  if (account === undefined) throw new Error(`Settlement ${id} has no bank account`);
  return startAttempt(tx, deps, batch, account);
}

/** Chooses the rail, debits the reserve and stores the partner reference. From then on, the transfer may have reached the bank. */
async function startAttempt(
  tx: MerchantTx,
  deps: PayoutDeps,
  batch: LockedBatch,
  account: BankAccount,
): Promise<PayoutStep | null> {
  const now = deps.clock.now();
  if (account.usable_from === null || Date.parse(account.usable_from) > now.getTime()) return null;
  const rail = findRail(deps, batch, account, now);
  if (rail === null) {
    await failUnsent(tx, batch, { code: 'amount_limit', message: REASONS.amount_limit }, now);
    return null;
  }
  if (!isRailOpen(rail, now, await listHolidays(tx))) return null;
  const attempt = batch.attempts + 1;
  const reference = formatPayoutReference(batch.id, attempt);
  const service = SERVICE_BY_RAIL[rail];
  await postPayout(tx, batch, { movement: 'payout', reference_id: reference }, now);
  await insertAttempt(tx, { batch_id: batch.id, attempt, bank_account_id: account.id, rail, service, sent_at: now });
  const change = { attempts: attempt, partner_reference_no: reference, sent_at: now, rail };
  // A retried batch is already processing; only the attempt is new.
  const path: SettlementBatchStatus[] = batch.status === 'approved' ? ['processing'] : [];
  const cleared = { failure_code: null, failure_message: null };
  await transitionBatch(
    tx,
    batch,
    { path, change: { ...change, ...cleared } },
    { now, actor: SYSTEM_ACTOR, reason: REASONS.sent },
  );
  const sent = await lockBatch(tx, batch.id);
  if (sent === undefined) throw new Error(`Settlement ${batch.id} not found`);
  return { kind: 'send', batch: sent, account, reference, service };
}

function findRail(deps: PayoutDeps, batch: LockedBatch, { bank_code }: BankAccount, now: Date): TransferRail | null {
  const bank = BANKS.find(({ code }) => code === bank_code);
  if (bank === undefined) throw new Error(`No bank ${bank_code}`);
  const is_own_bank = deps.bank.isOwnBank(bank_code);
  return chooseRail({ bank, is_own_bank, amount: batch.net_amount }, toBusinessDay(now));
}

async function sendTransfer(
  deps: PayoutDeps,
  merchant_id: string,
  { batch, account, reference, service }: Extract<PayoutStep, { kind: 'send' }>,
): Promise<void> {
  const secret_context = { table: 'bank_account', column: 'account_no_sealed', merchant_id, row_id: account.id };
  const outcome = await deps.bank.transfer({
    partnerReferenceNo: reference,
    amount: { value: toSnap(batch.net_amount), currency: 'IDR' },
    beneficiaryAccountNo: deps.vault.open(secret_context, account.account_no_sealed),
    beneficiaryAccountName: account.holder_name,
    beneficiaryBankCode: account.bank_code,
    transactionDate: toSnapTime(deps.clock.now()),
    remark: batch.batch_no,
    service,
  });
  const found = parseTransferResponse(outcome, batch.net_amount);
  await asMerchant(deps.db, merchant_id, async (tx) => {
    await insertRailLog(tx, toRailLogObject(batch.id), outcome.message);
    await applyStatus(tx, batch, found, deps.clock.now());
  });
}

async function checkTransfer(
  deps: PayoutDeps,
  merchant_id: string,
  { batch, attempt }: Extract<PayoutStep, { kind: 'check' }>,
): Promise<void> {
  const found = await queryAttempt(deps, merchant_id, batch, attempt);
  await asMerchant(deps.db, merchant_id, (tx) => applyStatus(tx, batch, found, deps.clock.now()));
}

export const toRailLogObject = (id: string) => ({ object_type: 'settlement_batch', object_id: id });

/** Requests the status of one attempt and logs the messages. */
export async function queryAttempt(
  deps: PayoutDeps,
  merchant_id: string,
  batch: LockedBatch,
  { attempt, bank_code, service }: SentAttempt,
): Promise<TransferStatus> {
  const reference = formatPayoutReference(batch.id, attempt);
  const sent_by = (service as TransferService | null) ?? deps.bank.getTransferService(bank_code);
  const outcome = await deps.bank.queryTransfer(reference, sent_by);
  await asMerchant(deps.db, merchant_id, (tx) => insertRailLog(tx, toRailLogObject(batch.id), outcome.message));
  return parseTransferStatus(outcome, batch.net_amount);
}

/** Applies the status of the current attempt, unless the batch no longer waits for it. An unknown status is inquired again. */
async function applyStatus(
  tx: MerchantTx,
  { id, attempts }: Pick<LockedBatch, 'id' | 'attempts'>,
  found: TransferStatus,
  now: Date,
): Promise<void> {
  const batch = await lockBatch(tx, id);
  if (batch === undefined || batch.status !== 'processing' || batch.attempts !== attempts) return;
  if (batch.partner_reference_no === null || batch.sent_at === null) return;
  switch (found.status) {
    case 'succeeded':
      return markPaid(tx, batch, found.reference_no, now);
    case 'failed':
      return markFailed(tx, batch, found, now);
    // Returned before its success was confirmed.
    case 'returned':
      return markFailed(tx, batch, { code: 'returned', message: found.message }, now);
    case 'not_found':
      if (now.getTime() - Date.parse(batch.sent_at) < LOST_AFTER_MS) return;
      return markFailed(tx, batch, { code: 'not_found', message: REASONS.not_found }, now);
    case 'unknown':
  }
}

/** Whether no earlier attempt was executed, so that a new one may be sent. An executed one makes the batch paid. */
async function recheckAttempts(
  deps: PayoutDeps,
  merchant_id: string,
  { batch, attempts }: Extract<PayoutStep, { kind: 'recheck' }>,
): Promise<boolean> {
  let is_clear = true;
  for (const attempt of attempts) {
    const found = await queryAttempt(deps, merchant_id, batch, attempt);
    if (found.status === 'succeeded') {
      await asMerchant(deps.db, merchant_id, async (tx) => {
        const locked = await lockBatch(tx, batch.id);
        if (locked?.status !== 'processing' || locked.partner_reference_no !== null) return;
        const recovered = { attempt: attempt.attempt, bank_reference: found.reference_no };
        await recoverAttempt(tx, locked, recovered, deps.clock.now());
      });
      return false;
    }
    if (found.status === 'unknown') is_clear = false;
  }
  return is_clear;
}

/** Retries a failed or returned payout: the job checks the earlier attempts and makes a new one under a new reference. */
export async function retryBatch(
  tx: MerchantTx,
  batch: LockedBatch,
  { now, actor, bank_account_id }: { now: Date; actor: Actor; bank_account_id?: string },
): Promise<void> {
  const rebound = bank_account_id === undefined ? {} : { bank_account_id };
  const change = { partner_reference_no: null, sent_at: null, ...rebound };
  await transitionBatch(tx, batch, { path: ['processing'], change }, { now, actor, reason: REASONS.retry });
}

async function creditBalance(tx: MerchantTx, batch: LockedBatch, now: Date): Promise<void> {
  await postPayout(tx, batch, { movement: 'balance', reference_id: batch.id }, now);
  const ctx = { now, actor: SYSTEM_ACTOR, reason: null };
  await transitionBatch(tx, batch, { path: ['processing', 'paid'], change: { paid_at: now, rail: 'balance' } }, ctx);
}
