/**
 * Counts payments per hour, so that totals need not (roll-up-queries.ts). Two things are done, merchant by merchant
 * under a lock of the merchant's own: hours with marks are counted again, and hours that are over are counted first.
 */
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

const HOUR_MS = 3_600_000;
/** Marks taken in one transaction. */
const MARKS_MAX = 20_000;
/** Past that is counted in one transaction. */
const STEP_MS = 14 * 24 * HOUR_MS;

/** Brings the counted hours of every merchant up to date. Answers how many marks were worked off. */
export async function rollUpTransactions(db: Db, now: Date): Promise<number> {
  let marks = 0;
  for (const merchant_id of await asPlatform(db, listMerchantIds)) {
    for (let taken = MARKS_MAX; taken === MARKS_MAX; marks += taken) {
      taken = await asMerchant(db, merchant_id, recountMarkedHours);
    }
    while (await asMerchant(db, merchant_id, (tx) => rollUpNextStep(tx, now)));
  }
  return marks;
}

/**
 * Counts marked hours again. The marks are taken in one statement and the hours are counted in a later one: what
 * commits between them is counted, and its mark stays for the next run.
 */
async function recountMarkedHours(tx: MerchantTx): Promise<number> {
  const rolled_to = await lockRollUp(tx);
  const { taken, hours } = await deleteMarks(tx, MARKS_MAX);
  // Hours that are not counted yet are read from the payments whether they are marked or not.
  const counted = hours.filter((hour) => rolled_to !== null && hour < rolled_to);
  if (counted.length > 0) await recountHours(tx, counted);
  return taken;
}

/** Counts a step of hours that are over. Answers whether more are left. */
async function rollUpNextStep(tx: MerchantTx, now: Date): Promise<boolean> {
  const over = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const from = (await lockRollUp(tx)) ?? (await findFirstHour(tx));
  if (from === null || from >= over) return false;
  const to = new Date(Math.min(from.getTime() + STEP_MS, over.getTime()));
  await insertHourCounts(tx, from, to);
  await updateRolledTo(tx, to);
  return to < over;
}
