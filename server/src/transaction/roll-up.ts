/**
 * Maintains the hourly and daily payment counts that totals and metrics read (roll-up-queries.ts,
 * day-roll-up-queries.ts). For each merchant, under its own lock, marked hours and their days are recounted, and completed
 * hours and days are counted.
 */
import * as duration from '@dasbor/contract/duration';
import { listMonthStarts, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import type { Db } from '../db/connect.ts';
import { recountDays } from '../db/recount-days.ts';
import { lockRollUpWatermark, updateRollUpWatermark } from '../db/day-roll-up-state.ts';
import { allowLongStatements } from '../db/long-statements.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { recountCustomers } from './customer-queries.ts';
import { DETAIL_ROLL_UPS, PAYMENT_ROLL_UPS, updateDaysRolledTo } from './day-roll-up-queries.ts';
import { recountLinkMonths } from './link-month-queries.ts';
import {
  type RolledTo,
  recountHours,
  insertHourCounts,
  findFirstHour,
  listMerchantIds,
  lockRollUp,
  updateRolledTo,
  deleteMarks,
} from './roll-up-queries.ts';

/** Marks processed in one transaction. */
const MARKS_MAX = 20_000;
/** Time span counted in one transaction. */
const STEP_DAYS = 14;
const STEP_MS = duration.days(STEP_DAYS);

/** Updates the hourly counts of all merchants. Returns the number of processed marks. */
export async function rollUpTransactions(db: Db, now: Date): Promise<number> {
  let marks = 0;
  for (const merchant_id of await asPlatform(db, listMerchantIds)) {
    for (let deleted = MARKS_MAX; deleted >= MARKS_MAX; marks += deleted) {
      deleted = await asMerchant(db, merchant_id, recountMarkedHours);
    }
    while (await asMerchant(db, merchant_id, (tx) => rollUpNextStep(tx, now)));
    while (await asMerchant(db, merchant_id, (tx) => rollUpNextDays(tx, PAYMENTS)));
    while (await asMerchant(db, merchant_id, (tx) => rollUpNextDays(tx, DETAILS)));
  }
  return marks;
}

/**
 * Recounts marked hours. The marks are deleted in one statement and the hours recounted in a later one, so a payment
 * that commits in between is counted and its mark remains for the next run.
 */
async function recountMarkedHours(tx: MerchantTx): Promise<number> {
  await allowLongStatements(tx);
  const rolled_to = await lockRollUp(tx);
  const { deleted, hours } = await deleteMarks(tx, MARKS_MAX);
  // Hours that are not counted yet are always read from the payments.
  const counted = hours.filter((hour) => rolled_to.hour !== null && hour < rolled_to.hour);
  if (counted.length > 0) await recountHours(tx, counted);
  const marked = [...new Set(hours.map(toBusinessDay))];
  for (const { getDay, recount } of [PAYMENTS, DETAILS]) {
    const rolled_day = await getDay(tx, rolled_to);
    const days = marked.filter((day) => rolled_day !== null && day < rolled_day);
    for (const day of days) await recount(tx, { first: day, last: day });
  }
  return deleted;
}

/** Counts the next completed hours. Returns whether more remain. */
async function rollUpNextStep(tx: MerchantTx, now: Date): Promise<boolean> {
  const over = new Date(Math.floor(now.getTime() / duration.hours(1)) * duration.hours(1));
  const from = (await lockRollUp(tx)).hour ?? (await findFirstHour(tx));
  if (from === null || from >= over) return false;
  const to = new Date(Math.min(from.getTime() + STEP_MS, over.getTime()));
  await allowLongStatements(tx);
  await insertHourCounts(tx, from, to);
  await updateRolledTo(tx, to);
  return to < over;
}

/** Daily counts that advance together. */
interface DayCounts {
  /** The day before which they are counted, under the lock of the merchant's roll-ups. */
  getDay: (tx: MerchantTx, rolled_to: RolledTo) => Promise<string | null>;
  setDay: (tx: MerchantTx, day: string) => Promise<unknown>;
  /** Recounts days; both ends are included. */
  recount: (tx: MerchantTx, days: { first: string; last: string }) => Promise<void>;
}

const PAYMENTS: DayCounts = {
  getDay: async (_tx, { day }) => day,
  setDay: updateDaysRolledTo,
  recount: (tx, days) => recountDays(tx, PAYMENT_ROLL_UPS, days),
};

const DETAILS: DayCounts = {
  getDay: (tx) => lockRollUpWatermark(tx, 'payment_detail'),
  setDay: (tx, day) => updateRollUpWatermark(tx, 'payment_detail', day),
  recount: async (tx, days) => {
    await recountDays(tx, DETAIL_ROLL_UPS, days);
    await recountCustomers(tx, days);
    await recountLinkMonths(tx, listMonthStarts(days.first, days.last));
  },
};

/** Counts the next business days whose hours are all counted. Returns whether more remain. */
async function rollUpNextDays(tx: MerchantTx, { getDay, setDay, recount }: DayCounts): Promise<boolean> {
  const rolled_to = await lockRollUp(tx);
  const day = await getDay(tx, rolled_to);
  const { hour } = rolled_to;
  const first_hour = day === null && hour !== null ? await findFirstHour(tx) : null;
  const from = day ?? (first_hour && toBusinessDay(first_hour));
  if (hour === null || from === null) return false;
  await allowLongStatements(tx);
  const over = toBusinessDay(hour);
  const start_ms = startOfBusinessDay(from).getTime();
  const days = Array.from({ length: STEP_DAYS }, (_unused, offset) =>
    toBusinessDay(new Date(start_ms + duration.days(offset))),
  ).filter((each) => each < over);
  const last = days.at(-1);
  if (last === undefined) return false;
  // Payments that arrived since their hours were counted have marks, so the days are recounted with them.
  await recount(tx, { first: from, last });
  const next = toBusinessDay(new Date(startOfBusinessDay(last).getTime() + duration.days(1)));
  await setDay(tx, next);
  return next < over;
}
