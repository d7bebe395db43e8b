/**
 * Maintains the hourly payment counts that totals read (roll-up-queries.ts). For each merchant, under its own lock,
 * marked hours are recounted and completed hours are counted.
 */
import * as duration from '@dasbor/contract/duration';
import type { Db } from '../db/connect.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import {
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
const STEP_MS = duration.days(14);

/** Updates the hourly counts of all merchants. Returns the number of processed marks. */
export async function rollUpTransactions(db: Db, now: Date): Promise<number> {
  let marks = 0;
  for (const merchant_id of await asPlatform(db, listMerchantIds)) {
    for (let deleted = MARKS_MAX; deleted === MARKS_MAX; marks += deleted) {
      deleted = await asMerchant(db, merchant_id, recountMarkedHours);
    }
    while (await asMerchant(db, merchant_id, (tx) => rollUpNextStep(tx, now)));
  }
  return marks;
}

/**
 * Recounts marked hours. The marks are deleted in one statement and the hours recounted in a later one, so a payment
 * that commits in between is counted and its mark remains for the next run.
 */
async function recountMarkedHours(tx: MerchantTx): Promise<number> {
  const rolled_to = await lockRollUp(tx);
  const { deleted, hours } = await deleteMarks(tx, MARKS_MAX);
  // Hours that are not counted yet are always read from the payments.
  const counted = hours.filter((hour) => rolled_to !== null && hour < rolled_to);
  if (counted.length > 0) await recountHours(tx, counted);
  return deleted;
}

/** Counts the next completed hours. Returns whether more remain. */
async function rollUpNextStep(tx: MerchantTx, now: Date): Promise<boolean> {
  const over = new Date(Math.floor(now.getTime() / duration.hours(1)) * duration.hours(1));
  const from = (await lockRollUp(tx)) ?? (await findFirstHour(tx));
  if (from === null || from >= over) return false;
  const to = new Date(Math.min(from.getTime() + STEP_MS, over.getTime()));
  await insertHourCounts(tx, from, to);
  await updateRolledTo(tx, to);
  return to < over;
}
