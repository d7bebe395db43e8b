/** Invoices of the generated history, each issued on the first business day after its month. */
import * as duration from '@dasbor/contract/duration';
import { listMonthStarts, startOfBusinessDay, startOfNextMonth, toBusinessDay } from '@dasbor/contract/time';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { issueInvoices } from '../invoice/issue.ts';
import { findNextBusinessDay } from '../settlement/calendar.ts';
import { listHolidays } from '../settlement/terms-queries.ts';
import { createPastDeps } from './history-context.ts';
import { HISTORY_DAYS } from './history-plan.ts';

/** 07:15 WIB, when the job issues invoices. */
const MORNING_MS = duration.minutes(435);

/** Issues the invoices that were due until now. Idempotent: what is missing later, the daily job issues. */
export async function createPastInvoices(deps: Deps, now: Date): Promise<void> {
  const holidays = await asPlatform(deps.db, listHolidays);
  const since = toBusinessDay(new Date(now.getTime() - duration.days(HISTORY_DAYS)));
  for (const month of listMonthStarts(startOfNextMonth(since), toBusinessDay(now))) {
    const morning = new Date(startOfBusinessDay(findNextBusinessDay(month, holidays)).getTime() + MORNING_MS);
    if (morning > now) return;
    await issueInvoices(createPastDeps(deps, morning));
  }
}
