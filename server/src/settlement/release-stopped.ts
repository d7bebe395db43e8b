/** Releases settlements that were held because the merchant could not pay out (decision 0142). */
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { PAYOUT_STOP_REASONS, findPayoutStop } from '../rails/payout-stop.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { getReleasePath } from './payout-stop.ts';
import { enqueueBatchJobs } from './run.ts';
import { getSetting } from './terms-queries.ts';
import { listHeldBatchIds } from './unsent-queries.ts';
import { lockBatch, transitionBatch } from './write-queries.ts';

/** Releases the batches that were held because the merchant could not pay out. Idempotent. */
export async function releaseStopped(deps: Pick<Deps, 'db' | 'clock'>, merchant_id: string): Promise<void> {
  await asMerchant(deps.db, merchant_id, async (tx) => {
    if ((await findPayoutStop(tx)) !== null) return;
    const { approval, is_held, held_reason } = await getSetting(tx);
    for (const id of await listHeldBatchIds(tx, Object.values(PAYOUT_STOP_REASONS))) {
      const batch = await lockBatch(tx, id);
      if (batch?.status !== 'on_hold') continue;
      // The provider holds all settlements of the merchant: this one waits for that.
      const path = is_held ? [] : getReleasePath(approval);
      const change = { held_reason: is_held ? held_reason : null };
      await transitionBatch(tx, batch, { path, change }, { now: deps.clock.now(), actor: SYSTEM_ACTOR, reason: null });
      await enqueueBatchJobs(tx, id);
    }
  });
}
