/** The daily summary (domain 1.21): one per merchant and day, however often the job runs. */
import * as duration from '@dasbor/contract/duration';
import { add } from '@dasbor/contract/money';
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { listBalances } from '../ledger/balance.ts';
import { DAILY_SUMMARY } from './compose.ts';
import type { DailySummary } from './daily-summary-email.ts';
import { listSummaryMerchants, sumMovements, sumPayments } from './daily-summary-queries.ts';
import { enqueueNotification } from './outbox-queries.ts';

/** Accounts in the summary, in this order. */
const SUMMARY_ACCOUNTS = ['pending_settlement', 'available', 'payout'];

/** Enqueues yesterday's summary for every merchant that has it switched on. */
export async function enqueueDailySummaries(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock.now();
  const today = toBusinessDay(now);
  const day = toBusinessDay(new Date(startOfBusinessDay(today).getTime() - duration.days(1) / 2));
  const failures: unknown[] = [];
  for (const merchant_id of await asPlatform(deps.db, (tx) => listSummaryMerchants(tx, DAILY_SUMMARY))) {
    // A failure for one merchant does not affect the others; the job is retried for those that failed.
    await asMerchant(deps.db, merchant_id, (tx) => enqueueDailySummary(tx, { day, today }, now)).catch(
      (error: unknown) => {
        failures.push(error);
      },
    );
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} daily summaries failed`);
}

async function enqueueDailySummary(
  tx: MerchantTx,
  { day, today }: { day: string; today: string },
  at: Date,
): Promise<void> {
  const from = startOfBusinessDay(day);
  const to = startOfBusinessDay(today);
  const payments = await sumPayments(tx, from, to);
  const movements = await sumMovements(tx, { from, to, due_day: today });
  const balances = (await listBalances(tx)).filter(({ type }) => SUMMARY_ACCOUNTS.includes(type));
  const summary: DailySummary = {
    day,
    payments: payments.map(({ method, count, amount }) => ({ method, count, amount })),
    paid: {
      count: payments.reduce((sum, { count }) => sum + count, 0),
      amount: add(0, ...payments.map(({ amount }) => amount)),
    },
    fees: add(0, ...payments.map(({ fees }) => fees)),
    ...movements,
    balances: balances
      .map(({ type, balance }) => ({ type, balance }))
      .toSorted((a, b) => SUMMARY_ACCOUNTS.indexOf(a.type) - SUMMARY_ACCOUNTS.indexOf(b.type)),
  };
  await enqueueNotification(tx, {
    event_id: `daily_summary.${day}`,
    action: DAILY_SUMMARY,
    object_type: 'daily_summary',
    object_id: day,
    template_data: { ...summary },
    at,
  });
}
