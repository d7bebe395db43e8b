/** The daily summary (domain 1.21): yesterday of every merchant that wants it, once, however often the job runs. */
import { add } from '@dasbor/contract/money';
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { listBalances } from '../ledger/balance.ts';
import type { DailySummary } from './daily-summary-email.ts';
import { listSummaryMerchants, sumMovements, sumPayments } from './daily-summary-queries.ts';
import { DAILY_SUMMARY } from './compose.ts';
import { enqueueNotification } from './outbox-queries.ts';

const DAY_MS = 86_400_000;
/** Accounts that the summary names; what is only booked against is of no use in it. */
const SUMMARY_ACCOUNTS = ['pending_settlement', 'available', 'payout'];

export async function enqueueDailySummaries(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock.now();
  const today = toBusinessDay(now);
  const day = toBusinessDay(new Date(startOfBusinessDay(today).getTime() - DAY_MS / 2));
  const failures: unknown[] = [];
  for (const merchant_id of await asPlatform(deps.db, (tx) => listSummaryMerchants(tx, DAILY_SUMMARY))) {
    // One merchant's trouble must not keep the summary from the others; the job is tried again for the rest.
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
  const moves = await sumMovements(tx, { from, to, due_day: today });
  const balances = (await listBalances(tx)).filter(({ type }) => SUMMARY_ACCOUNTS.includes(type));
  const facts: DailySummary = {
    day,
    payments: payments.map(({ method, count, amount }) => ({ method, count, amount })),
    paid: {
      count: payments.reduce((sum, { count }) => sum + count, 0),
      amount: add(0, ...payments.map(({ amount }) => amount)),
    },
    fees: add(0, ...payments.map(({ fees }) => fees)),
    ...moves,
    balances: balances
      .map(({ type, balance }) => ({ type, balance }))
      .toSorted((a, b) => SUMMARY_ACCOUNTS.indexOf(a.type) - SUMMARY_ACCOUNTS.indexOf(b.type)),
  };
  await enqueueNotification(tx, {
    event_id: `daily_summary.${day}`,
    action: DAILY_SUMMARY,
    object_type: 'daily_summary',
    object_id: day,
    facts: { ...facts },
    at,
  });
}
