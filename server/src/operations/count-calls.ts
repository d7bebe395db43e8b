/**
 * Counts recorded calls to banks in steps of five minutes. The newest steps are counted again in the next runs, because a
 * call is recorded when its response has arrived. Idempotent and safe to run concurrently.
 */
import * as duration from '@dasbor/contract/duration';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { deleteOldCircuits } from '../rails/circuit-queries.ts';
import { STEP_MS, countCalls, deleteOldCounts, findCountedTo, replaceCounts } from './channel-queries.ts';
import { buildWindows, floorToStep } from './channel-rules.ts';

/** A step is counted when its calls have had time to be answered. */
const ANSWER_MS = duration.minutes(1);
/** Time that each run counts again. */
const OVERLAP_MS = 2 * STEP_MS;
/** Retention of counts beyond the day that is shown. */
const KEPT_MS = duration.hours(1);

/** Returns the number of calls in the counted steps. */
export async function countBankCalls({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const { day_from } = buildWindows(now);
  const counted_to = await asPlatform(db, findCountedTo);
  const first_ms = Math.max(day_from.getTime(), (counted_to?.getTime() ?? 0) - OVERLAP_MS);
  const last_ms = floorToStep(now.getTime() - ANSWER_MS);
  let calls = 0;
  for (let at_ms = first_ms; at_ms < last_ms; at_ms += STEP_MS) {
    const step = new Date(at_ms);
    calls += await asPlatform(db, async (tx) => {
      const rows = await countCalls(tx, step);
      await replaceCounts(tx, step, rows);
      return rows.reduce((sum, { count }) => sum + count, 0);
    });
  }
  await asPlatform(db, async (tx) => {
    const kept_from = new Date(day_from.getTime() - KEPT_MS);
    await deleteOldCounts(tx, kept_from);
    await deleteOldCircuits(tx, kept_from);
  });
  return calls;
}
