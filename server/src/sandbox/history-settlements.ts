/** What the sandbox's past settled: the run of each morning, as the jobs would have made it. */
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import { createManualClock } from '../db/clock.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { addDays, isBusinessDay, isSettlementDay } from '../settlement/calendar.ts';
import { syncPaymentStatus } from '../settlement/jobs.ts';
import { listHolidays, getSetting } from '../settlement/terms-queries.ts';
import { settleMerchant } from '../settlement/run.ts';
import { upsertSetting } from '../settlement/setting-queries.ts';

const MORNING_MS = 6 * 3_600_000;
const WEDNESDAY = 3;

/** A small shop is settled once a week. */
export const settleWeekly = ({ db }: Pick<Deps, 'db'>, merchant_id: string, at: Date): Promise<void> =>
  asMerchant(db, merchant_id, (tx) => upsertSetting(tx, merchant_id, { schedule: 'weekly', weekday: WEDNESDAY }, at));

/**
 * Settles the merchant's settlement days from `since` up to the last morning before `now`. May be run again: what is
 * settled stays so.
 */
export async function settlePast({ db }: Pick<Deps, 'db'>, merchant_id: string, since: Date, now: Date): Promise<void> {
  const { holidays, setting } = await asMerchant(db, merchant_id, async (tx) => ({
    holidays: await listHolidays(tx),
    setting: await getSetting(tx),
  }));
  for (let day = toBusinessDay(since); ; day = addDays(day)) {
    const morning = new Date(startOfBusinessDay(day).getTime() + MORNING_MS);
    if (morning >= now) return;
    if (!isBusinessDay(day, holidays) || !isSettlementDay(day, setting, holidays)) continue;
    const clock = createManualClock(morning);
    const run = await settleMerchant({ db, clock }, merchant_id, day);
    if (run.outcome === 'closed') await syncPaymentStatus({ db, clock }, merchant_id, run.id);
  }
}
