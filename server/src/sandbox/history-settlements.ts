/** Settlements of the generated history: the run of each morning, payouts to the bank, and disputes. */
import * as duration from '@dasbor/contract/duration';
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { toSnapValue } from '@dasbor/contract/money';
import { createManualClock } from '../db/clock.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { insertBankAccount, storeDecision } from '../settlement/bank-account-queries.ts';
import { isBusinessDay, isSettlementDay } from '../settlement/calendar.ts';
import { openDispute, resolveDispute } from '../settlement/dispute.ts';
import { syncPaymentStatus } from '../settlement/jobs.ts';
import { payBatch } from '../settlement/payout.ts';
import { SETTLEMENT_PORT } from '../settlement/transfer-port.ts';
import { settleMerchant } from '../settlement/run.ts';
import { upsertSetting } from '../settlement/setting-queries.ts';
import { getSetting, listHolidays } from '../settlement/terms-queries.ts';
import { type HistoryContext, type PastEvent, createPastDeps, getPastTime, getPrincipal } from './history-context.ts';
import { checkLastTransfer } from './history-transfers.ts';
import { findPaidBatch, listPayouts } from './history-queries.ts';

const MORNING_MS = duration.hours(6);
const WEDNESDAY = 3;
/** The merchant's bank account; the sandbox bank gets it with the history. */
const ACCOUNT = { bank_code: '014', account_no: '8010000099', holder_name: 'PT KOPI NUSANTARA JAYA' };

/** A small merchant is settled weekly. */
export const settleWeekly = ({ db }: Pick<Deps, 'db'>, merchant_id: string, at: Date): Promise<void> =>
  asMerchant(db, merchant_id, (tx) => upsertSetting(tx, merchant_id, { schedule: 'weekly', weekday: WEDNESDAY }, at));

/**
 * Runs the settlement of each day from `since` to the last morning before the end, and the events in between. Idempotent:
 * settled days and past events are unchanged.
 */
export async function settlePast(context: HistoryContext, since: Date, events: PastEvent[] = []): Promise<void> {
  const { deps, merchant_id, end } = context;
  const holidays = await asMerchant(deps.db, merchant_id, listHolidays);
  const waiting = events.toSorted((a, b) => a.at.getTime() - b.at.getTime()).filter(({ at }) => at < end);
  const runUntil = async (until: Date): Promise<void> => {
    while (waiting[0] !== undefined && waiting[0].at < until) await waiting.shift()?.run();
  };
  for (let day = toBusinessDay(since); ; day = addDays(day)) {
    const morning = new Date(startOfBusinessDay(day).getTime() + MORNING_MS);
    await runUntil(morning < end ? morning : end);
    if (morning >= end) return;
    const setting = await asMerchant(deps.db, merchant_id, getSetting);
    if (!isBusinessDay(day, holidays) || !isSettlementDay(day, setting, holidays)) continue;
    const clock = createManualClock(morning);
    const run = await settleMerchant({ ...deps, clock }, merchant_id, day);
    if (run.outcome === 'closed') await syncPaymentStatus({ ...deps, clock }, merchant_id, run.id);
  }
}

/** Payouts to a bank account for some weeks, one failed and one returned, and disputes of settled lines. */
export const planSettlementEvents = (context: HistoryContext): PastEvent[] => [
  { at: getPastTime(context, 24, 14), run: () => changeDestination(context, 24, 'bank') },
  ...Array.from({ length: 22 }, (_, index) => 22 - index).map((days_ago) => ({
    at: getPastTime(context, days_ago, 7),
    run: () => payOut(context, days_ago),
  })),
  { at: getPastTime(context, RETURNED_DAYS_AGO, 12), run: () => returnPayout(context) },
  { at: getPastTime(context, 3, 14), run: () => changeDestination(context, 3, 'balance') },
  { at: getPastTime(context, 14, 15), run: () => dispute(context, 14, 'The fee of this payment is too high', 12_500) },
  { at: getPastTime(context, 2, 15), run: () => dispute(context, 2, 'This order was cancelled', null) },
];

/** The first payout from this day on is rejected by the bank. */
const FAILED_DAYS_AGO = 6;
/** On this day, the newest payout is returned. */
const RETURNED_DAYS_AGO = 4;

async function changeDestination(
  context: HistoryContext,
  days_ago: number,
  destination: 'bank' | 'balance',
): Promise<void> {
  const { deps, merchant_id } = context;
  const now = getPastTime(context, days_ago, 14);
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const { bank_account_id } = await getSetting(tx);
    if (destination === 'balance') return upsertSetting(tx, merchant_id, { destination }, now);
    if (bank_account_id !== null) return;
    const id = newId('bank_account', now);
    const { bank_code, account_no, holder_name } = ACCOUNT;
    const secret_context = { table: 'bank_account', column: 'account_no_sealed', merchant_id, row_id: id };
    await insertBankAccount(tx, {
      id,
      bank_code,
      holder_name,
      account_last4: account_no.slice(-4),
      created_by: getPrincipal('finance').name,
      account_no_sealed: deps.vault.seal(secret_context, account_no),
      created_at: now,
      requested_by_owner: getPrincipal('finance').id,
    });
    const { id: decided_by_id, name: decided_by } = getPrincipal('superadmin');
    await storeDecision(tx, id, { decided_by, decided_by_id, approved_at: now, usable_from: now });
    await upsertSetting(tx, merchant_id, { bank_account_id: id, destination }, now);
  });
}

async function payOut(context: HistoryContext, days_ago: number): Promise<void> {
  const { deps, merchant_id } = context;
  const failing = { call: 'transfer_intrabank', response: 'inactive_account' } as const;
  const failed = await asMerchant(deps.db, merchant_id, (tx) => listPayouts(tx, 'failed'));
  const is_failing = days_ago <= FAILED_DAYS_AGO && failed.length === 0;
  const past = createPastDeps(deps, getPastTime(context, days_ago, 7), is_failing ? { failing } : {});
  for (const { id } of await asMerchant(deps.db, merchant_id, (tx) => listPayouts(tx, 'approved'))) {
    await payBatch(past, merchant_id, id);
    await syncPaymentStatus(past, merchant_id, id);
  }
}

async function returnPayout(context: HistoryContext): Promise<void> {
  const { deps, merchant_id } = context;
  const [batch] = await asMerchant(deps.db, merchant_id, (tx) => listPayouts(tx, 'paid'));
  const known = await asMerchant(deps.db, merchant_id, (tx) => listPayouts(tx, 'returned'));
  if (batch === undefined || known.length > 0) return;
  const returned = toSnapValue(batch.net_amount);
  const past = createPastDeps(deps, getPastTime(context, RETURNED_DAYS_AGO, 12), { returned });
  const subject = { subject_type: 'settlement_batch', subject_id: batch.id } as const;
  await checkLastTransfer(past, { settlement_batch: SETTLEMENT_PORT }, merchant_id, subject);
  await syncPaymentStatus(past, merchant_id, batch.id);
}

/** Disputes the first line of the newest paid batch; `adjustment`: the provider accepts and credits it. */
async function dispute(
  context: HistoryContext,
  days_ago: number,
  reason: string,
  adjustment_amount: number | null,
): Promise<void> {
  const { deps, merchant_id } = context;
  const now = getPastTime(context, days_ago, 15);
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const batch = await findPaidBatch(tx, now);
    if (batch === undefined || batch.disputes > 0) return;
    const actor = { actor_type: 'user', actor_name: getPrincipal('finance').name } as const;
    const id = await openDispute(tx, { batch_id: batch.id, line_no: 1, reason }, { now, actor });
    if (adjustment_amount === null) return;
    const answered_at = new Date(now.getTime() + duration.hours(20));
    const answered = { principal: getPrincipal('platform_finance'), ip: '127.0.0.1', now: answered_at };
    const answer = 'A lower rate applied on that day. The difference is credited.';
    await resolveDispute(tx, id, { decision: 'accept', answer, adjustment_amount }, answered);
  });
}
