/** Counts refunds and disbursements per business day: marked days again, and the days that are over. */
import * as duration from '@dasbor/contract/duration';
import { startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import type { Db } from '../db/connect.ts';
import type { DayRollUp } from '../db/day-roll-up.ts';
import { recountDays } from '../db/recount-days.ts';
import {
  deleteDayMarks,
  findFirstCreated,
  listMerchantsToCount,
  lockRollUpWatermark,
  updateRollUpWatermark,
} from '../db/day-roll-up-state.ts';
import { allowLongStatements } from '../db/long-statements.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import {
  DISBURSEMENTS_BY_DAY,
  DISBURSEMENT_HOURS_BY_DAY,
  DISBURSEMENT_COMPLETION_TIMES_BY_DAY,
} from '../disbursement/day-roll-up-queries.ts';
import { REFUNDS_BY_DAY, REFUND_HOURS_BY_DAY, REFUND_COMPLETION_TIMES_BY_DAY } from '../refund/day-roll-up-queries.ts';

const ROLL_UPS = {
  refund: [REFUNDS_BY_DAY, REFUND_HOURS_BY_DAY, REFUND_COMPLETION_TIMES_BY_DAY],
  disbursement: [DISBURSEMENTS_BY_DAY, DISBURSEMENT_HOURS_BY_DAY, DISBURSEMENT_COMPLETION_TIMES_BY_DAY],
} as const satisfies Record<string, readonly DayRollUp[]>;
type Subject = keyof typeof ROLL_UPS;
const SUBJECTS = ['refund', 'disbursement'] as const satisfies readonly Subject[];

/** Marks processed in one transaction, and days counted in one. */
const MARKS_MAX = 20_000;
const STEP_DAYS = 31;

/** Updates the daily counts of all merchants. Returns the number of processed marks. */
export async function rollUpDays(db: Db, now: Date): Promise<number> {
  let marks = 0;
  for (const subject of SUBJECTS) {
    const merchant_ids = await asPlatform(db, (tx) => listMerchantsToCount(tx, subject, toBusinessDay(now)));
    for (const merchant_id of merchant_ids) {
      for (let deleted = MARKS_MAX; deleted >= MARKS_MAX; marks += deleted) {
        deleted = await asMerchant(db, merchant_id, (tx) => recountMarkedDays(tx, subject));
      }
      while (await asMerchant(db, merchant_id, (tx) => rollUpNextDays(tx, subject, now)));
    }
  }
  return marks;
}

/**
 * The marks are deleted in one statement and the days recounted in a later one, so a row that commits in between is
 * counted and its mark remains for the next run. Days that are not counted yet are always read from the rows.
 */
async function recountMarkedDays(tx: MerchantTx, subject: Subject): Promise<number> {
  await allowLongStatements(tx);
  const rolled_to = await lockRollUpWatermark(tx, subject);
  const { deleted, days } = await deleteDayMarks(tx, subject, MARKS_MAX);
  for (const day of days) {
    if (rolled_to !== null && day < rolled_to) await recountDays(tx, ROLL_UPS[subject], { first: day, last: day });
  }
  return deleted;
}

/** Counts the next days that are over. Returns whether more remain. */
async function rollUpNextDays(tx: MerchantTx, subject: Subject, now: Date): Promise<boolean> {
  await allowLongStatements(tx);
  const rolled_to = await lockRollUpWatermark(tx, subject);
  const first = rolled_to === null ? await findFirstCreated(tx, subject) : null;
  const today = toBusinessDay(now);
  // Without rows everything is counted; rows of an earlier day that commit later have marks.
  const from = rolled_to ?? (first === null ? today : toBusinessDay(first));
  if (from >= today) {
    if (rolled_to === null) await updateRollUpWatermark(tx, subject, today);
    return false;
  }
  const start_ms = startOfBusinessDay(from).getTime();
  const step_end = toBusinessDay(new Date(start_ms + duration.days(STEP_DAYS)));
  const next = step_end < today ? step_end : today;
  const last = toBusinessDay(new Date(startOfBusinessDay(next).getTime() - 1));
  await recountDays(tx, ROLL_UPS[subject], { first: from, last });
  await updateRollUpWatermark(tx, subject, next);
  return next < today;
}
