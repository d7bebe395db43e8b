/** Background jobs of stickers. Each is idempotent and safe to run concurrently. */
import * as duration from '@dasbor/contract/duration';
import { asPlatform } from '../db/tx.ts';
import { forEachDue } from '../jobs/for-each.ts';
import type { Job } from '../jobs/job.ts';
import { issueSticker } from './create.ts';
import { listStickersToSync, listUnissuedStickers } from './queries.ts';
import { syncStickerHistory } from './sync-history.ts';

/** Maximum stickers per run; the next run continues. */
const BATCH = 500;
const CONCURRENCY = 8;
/** Younger stickers are still being issued by the request that created them. */
const SWEEP_AFTER_MS = duration.seconds(20);
/** Maximum time until a lost callback is found. */
const SYNC_INTERVAL_MS = duration.minutes(10);

/** Retries one sticker whose process stopped before it called the bank. */
const issueOne: Job = {
  name: 'issue_qris_sticker',
  lane: 'bank',
  run: async (deps, { merchant_id, id }) => {
    const issued = await issueSticker(deps, String(merchant_id), String(id));
    if (issued === 'unreachable') throw new Error(`The bank did not respond for ${id}`);
  },
};

/** Reconciliation sweep: every sticker that is not issued. */
const sweepUnissued: Job = {
  name: 'sweep_unissued_stickers',
  lane: 'bank',
  run: async (deps) => {
    const created_before = new Date(deps.clock.now().getTime() - SWEEP_AFTER_MS);
    const due = await asPlatform(deps.db, (tx) => listUnissuedStickers(tx, created_before, BATCH));
    await forEachDue(deps, { due, concurrency: CONCURRENCY }, ({ merchant_id, id }) =>
      issueSticker(deps, merchant_id, id),
    );
  },
};

/** Reconciliation sweep: payments in the bank's transaction history whose callback was lost. */
const findLost: Job = {
  name: 'find_lost_sticker_payments',
  lane: 'bank',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - SYNC_INTERVAL_MS);
    const due = await asPlatform(deps.db, (tx) => listStickersToSync(tx, before, BATCH));
    await forEachDue(deps, { due, concurrency: CONCURRENCY }, ({ merchant_id, id }) =>
      syncStickerHistory(deps, merchant_id, id),
    );
  },
};

export const stickerJobs: Job[] = [issueOne, sweepUnissued, findLost];
