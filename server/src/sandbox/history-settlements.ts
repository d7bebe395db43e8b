/** What the sandbox's past settled: the run of each morning, as the jobs would have made it. */
import { businessDayOf, startOfBusinessDay } from '@dasbor/contract/time';
import { movedClock } from '../db/clock.ts';
import type { Deps } from '../deps.ts';
import { dayAfter } from '../settlement/calendar.ts';
import { tellAll } from '../settlement/jobs.ts';
import { settleMerchant } from '../settlement/run.ts';

const MORNING_MS = 6 * 3_600_000;

/** Settles every day from `since` up to the last morning before `now`. May be run again: what is settled stays so. */
export async function settlePast(deps: Pick<Deps, 'db'>, merchant_id: string, since: Date, now: Date): Promise<void> {
  const { db } = deps;
  for (let day = businessDayOf(since); ; day = dayAfter(day)) {
    const morning = new Date(startOfBusinessDay(day).getTime() + MORNING_MS);
    if (morning >= now) return;
    const clock = movedClock(morning);
    const run = await settleMerchant({ db, clock }, merchant_id, day);
    if (run.do === 'closed') await tellAll({ db, clock }, merchant_id, run.id);
  }
}
