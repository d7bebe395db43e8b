/** Invoices of the generated history, each issued on the first business day after its month. */
import * as duration from '@dasbor/contract/duration';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { issueInvoices } from '../invoice/issue.ts';
import { nextBusinessDay } from '../settlement/calendar.ts';
import { listHolidays } from '../settlement/terms-queries.ts';
import { createPastDeps } from './history-context.ts';
import { HISTORY_DAYS } from './history-plan.ts';

/** 07:15 WIB, when the job issues invoices. */
const MORNING_MS = duration.minutes(435);

/** Issues the invoices that were due until now. Idempotent: what is missing later, the daily job issues. */
export async function createPastInvoices(deps: Deps, now: Date): Promise<void> {
  const holidays = await asPlatform(deps.db, listHolidays);
  for (const month of listMonthsAfter(new Date(now.getTime() - duration.days(HISTORY_DAYS)), now)) {
    const morning = new Date(startOfBusinessDay(nextBusinessDay(month, holidays)).getTime() + MORNING_MS);
    if (morning > now) return;
    await issueInvoices(createPastDeps(deps, morning));
  }
}

/** First days of the months that began after an instant. */
function listMonthsAfter(since: Date, now: Date): string[] {
  const [first = '', last = ''] = [since, now].map((at) => `${toBusinessDay(at).slice(0, 7)}-01`);
  const months: string[] = [];
  for (let month = toNextMonth(first); month <= last; month = toNextMonth(month)) months.push(month);
  return months;
}

function toNextMonth(month: string): string {
  const [year = 0, of_year = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of_year, 1)).toISOString().slice(0, 10);
}
