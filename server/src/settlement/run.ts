/**
 * The settlement run of a merchant: collects due payments into the open batch, closes it and enqueues the payout. Every
 * step commits its progress, so an interrupted run resumes; concurrent runs are serialised by the lock of the batch.
 */
import type { Rupiah } from '@dasbor/contract/money';
import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import { enqueue } from '../db/enqueue.ts';
import { allowLongStatements } from '../db/long-statements.ts';
import { type MerchantTx, asMerchant, isUniqueViolation } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { getAccountId } from '../ledger/payment.ts';
import { BelowFloorError, postWithFloor } from '../ledger/balance.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { isSettlementDay } from './calendar.ts';
import { promoteBankAccount } from './bank-account-decision.ts';
import { REASONS } from './event-reasons.ts';
import { type DueRange, buildDueRanges, buildAllPaidRanges } from './due.ts';
import { findBankAccount } from './bank-account-queries.ts';
import { leaveFormerGroup } from './group-account.ts';
import { findPayoutStop } from '../rails/payout-stop.ts';
import { formatBatchNo, canCloseBatch } from './rules.ts';
import { type Setting, listHolidays, listTerms, getSetting } from './terms-queries.ts';
import {
  type OpenBatch,
  beginRun,
  collectAdjustments,
  collectPayments,
  countBatchesOfDay,
  hasDuePayments,
  lockOpenBatch,
} from './run-queries.ts';
import { type BatchChange, insertBatch, transitionBatch } from './write-queries.ts';

/** Payments collected in one transaction. */
export const PAGE_SIZE = 50_000;
/** A refund hold posted during closing adds a line, and closing is retried. */
const CLOSE_ATTEMPTS_MAX = 5;
const OPEN_ATTEMPTS_MAX = 5;

type RunDeps = Pick<Deps, 'db' | 'clock'>;

export interface RunOptions {
  /** Settle everything that is paid, regardless of terms. */
  is_early?: boolean;
  page_size?: number;
  /** Is called with the closed batch, in the transaction that closes it. */
  onClosed?: OnClosed;
}

type OnClosed = (tx: MerchantTx, id: string) => Promise<void>;

/**
 * `nothing`: nothing is due; `concurrent`: another run closed the batch meanwhile; `collecting`: below the minimum or not
 * a scheduled day; `closed`: the batch was closed.
 */
export type RunResult =
  | { outcome: 'nothing' }
  | { outcome: 'concurrent' }
  | { outcome: 'collecting'; id: string }
  | { outcome: 'closed'; id: string };

/** Settles the payments of a merchant due on a day (WIB). Idempotent. */
export async function settleMerchant(
  deps: RunDeps,
  merchant_id: string,
  day: string,
  { is_early = false, page_size = PAGE_SIZE, onClosed }: RunOptions = {},
): Promise<RunResult> {
  const now = deps.clock.now();
  const inTx = <T>(work: (tx: MerchantTx) => Promise<T>): Promise<T> =>
    asMerchant(deps.db, merchant_id, async (tx) => {
      await allowLongStatements(tx);
      return work(tx);
    });
  await leaveFormerGroup(deps, merchant_id);
  const plan = await retryOnConflict(() => inTx((tx) => planRun(tx, { day, is_early, now })));
  if (plan === null) return { outcome: 'nothing' };
  for (let has_more = true; has_more;) {
    has_more = await inTx(async (tx) => {
      const batch = await lockOpenBatch(tx);
      return batch !== undefined && (await collectPayments(tx, batch, plan, page_size)).scanned === page_size;
    });
  }
  await inTx((tx) => collectRemaining(tx, plan));
  return closeBatch(inTx, plan, onClosed);
}

/** Another run opened a batch at the same time: the next attempt finds it and joins it. */
async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === OPEN_ATTEMPTS_MAX) throw error;
    }
  }
}

interface Run {
  day: string;
  is_early: boolean;
  now: Date;
}

interface Plan extends Run {
  due: DueRange[];
  pending_account: string;
  setting: Setting;
  is_day: boolean;
}

/** Opens a batch or resumes the open one; null when nothing is due. */
async function planRun(tx: MerchantTx, run: Run): Promise<Plan | null> {
  const { day, is_early, now } = run;
  const holidays = await listHolidays(tx);
  const terms = await listTerms(tx);
  const methods = [...new Set(terms.map(({ method }) => method))];
  const due = is_early ? buildAllPaidRanges(methods, now) : buildDueRanges(terms, day, holidays, now);
  const pending_account = (await listAccountIds(tx))['pending_settlement'];
  if (pending_account === undefined) throw new Error('The merchant has no pending balance account');
  const setting = await promoteBankAccount(tx, await getSetting(tx), now);
  const is_day = is_early || isSettlementDay(day, setting, holidays);
  const open = await lockOpenBatch(tx);
  if (open === undefined) {
    if (!(await hasDuePayments(tx, due, pending_account))) return null;
    const batch_no = formatBatchNo(day, await countBatchesOfDay(tx, formatBatchNo(day, 0).slice(0, -3)));
    await insertBatch(tx, { batch_no, settlement_date: day, is_early, actor: SYSTEM_ACTOR }, now);
  } else {
    await beginRun(tx, open.id, run);
  }
  return { ...run, due, pending_account, setting, is_day };
}

async function collectRemaining(tx: MerchantTx, plan: Plan): Promise<void> {
  const batch = await lockOpenBatch(tx);
  if (batch !== undefined) await collectAdjustments(tx, batch, plan);
}

async function closeBatch(
  inTx: <T>(work: (tx: MerchantTx) => Promise<T>) => Promise<T>,
  plan: Plan,
  onClosed: OnClosed = () => Promise.resolve(),
): Promise<RunResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTx(async (tx) => {
        const result = await tryCloseBatch(tx, plan);
        if (result.outcome === 'closed') await onClosed(tx, result.id);
        return result;
      });
    } catch (error) {
      // A refund hold was posted since the last collection: collect it and retry.
      if (!(error instanceof BelowFloorError) || attempt === CLOSE_ATTEMPTS_MAX) throw error;
      await inTx((tx) => collectRemaining(tx, plan));
    }
  }
}

async function tryCloseBatch(tx: MerchantTx, { setting, is_day, day, is_early, now }: Plan): Promise<RunResult> {
  const batch = await lockOpenBatch(tx);
  // A concurrent run has closed it.
  if (batch === undefined) return { outcome: 'concurrent' };
  const { id, net_amount } = batch;
  if (!is_day || !canCloseBatch(net_amount, setting.minimum_amount)) return { outcome: 'collecting', id };
  const to_bank = await isPaidToBank(tx, setting);
  const held_reason = setting.is_held ? setting.held_reason : to_bank ? await findPayoutStop(tx) : null;
  const path = buildClosingPath(setting, { to_bank, is_held: setting.is_held || held_reason !== null });
  const is_paid = path.at(-1) === 'paid';
  await postSettlement(tx, batch, { amount: net_amount, is_paid, now });
  const change: BatchChange = {
    settlement_date: day,
    is_early,
    destination: to_bank ? 'bank' : 'balance',
    bank_account_id: to_bank ? setting.bank_account_id : null,
    ...(held_reason === null ? {} : { held_reason }),
    ...(is_paid ? { paid_at: now, rail: 'balance' } : {}),
  };
  const ctx = { now, actor: SYSTEM_ACTOR, reason: is_early ? REASONS.early : null };
  await transitionBatch(tx, { id, status: 'open', last_event_seq: batch.last_event_seq }, { path, change }, ctx);
  await enqueueBatchJobs(tx, id);
  return { outcome: 'closed', id };
}

/** A merchant that is paid through a group has no settlements to its own balance. */
async function isPaidToBank(tx: MerchantTx, { destination, bank_account_id }: Setting): Promise<boolean> {
  if (bank_account_id === null || destination === 'bank') return bank_account_id !== null;
  return (await findBankAccount(tx, bank_account_id))?.group_id !== null;
}

/** The statuses that a batch goes through when it closes. */
function buildClosingPath(
  setting: Setting,
  { to_bank, is_held }: { to_bank: boolean; is_held: boolean },
): SettlementBatchStatus[] {
  if (is_held) return ['closed', 'on_hold'];
  if (!to_bank) return ['closed', 'approved', 'processing', 'paid'];
  return setting.approval === 'auto' ? ['closed', 'approved'] : ['closed'];
}

/** Moves the pending balance to the reserve, and on to the available balance if no bank transfer is needed. */
async function postSettlement(
  tx: MerchantTx,
  batch: OpenBatch,
  { amount, is_paid, now }: { amount: Rupiah; is_paid: boolean; now: Date },
): Promise<void> {
  const accounts = await listAccountIds(tx);
  const common = { amount, reference_type: 'settlement_batch', reference_id: batch.id, description: batch.batch_no };
  const reserve = getAccountId(accounts, 'reserve');
  const settlement = {
    ...common,
    kind: 'settlement',
    debit_account: getAccountId(accounts, 'pending_settlement'),
    credit_account: reserve,
  };
  const credit_account = getAccountId(accounts, 'available');
  const payout = { ...common, kind: 'settlement_payout', debit_account: reserve, credit_account };
  await postWithFloor(tx, { posted_at: now, transfers: is_paid ? [settlement, payout] : [settlement] });
}

/** After the commit, jobs synchronise the payments and pay out an approved batch. */
export async function enqueueBatchJobs(tx: MerchantTx, id: string): Promise<void> {
  const payload = { merchant_id: tx.merchant_id, id };
  await enqueue(tx, 'sync_settled_payments', payload, { job_key: `sync_settled_payments:${id}` });
  await enqueue(tx, 'pay_settlement', payload, { job_key: `pay_settlement:${id}` });
}
