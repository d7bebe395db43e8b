/** What happens to QRIS payments without anybody asking. Each job bears being run again, and two at once. */
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { syncQrisPayment } from './sync.ts';
import { issueQrisPayment } from './issue.ts';
import { type DueCode, listOverdue, listUnissued } from './queries.ts';
import { issueSticker } from '../sticker/create.ts';
import { syncStickerHistory } from '../sticker/sync-history.ts';
import { listStickersToSync, listUnissuedStickers } from '../sticker/queries.ts';

/** Codes looked at in one run; the next run takes the rest. */
const BATCH = 500;
/** Codes asked about at the same time. */
const CONCURRENCY = 8;
/** Younger codes are still in the hands of the request that made them. */
const SWEEP_AFTER_MS = 20_000;
/** How long the lost notification of a sticker can stay unnoticed. */
const ASK_EVERY_MS = 10 * 60_000;

/** The safety net of one creation: asks the bank when the process that should have died before it did. */
const issueOne: Job = {
  name: 'issue_qris_payment',
  run: async (deps, { merchant_id, id }) => {
    const issued = await issueQrisPayment(deps, String(merchant_id), String(id));
    if (issued === 'unreachable') throw new Error(`The bank did not answer about ${id}`);
  },
};

/** The same for one sticker. */
const issueOneSticker: Job = {
  name: 'issue_qris_sticker',
  run: async (deps, { merchant_id, id }) => {
    const issued = await issueSticker(deps, String(merchant_id), String(id));
    if (issued === 'unreachable') throw new Error(`The bank did not answer about ${id}`);
  },
};

/** The truth behind the safety net: every code that waits for the bank and has time left, and every such sticker. */
const sweepUnissued: Job = {
  name: 'sweep_unissued_qris_payments',
  run: async (deps) => {
    const now = deps.clock.now();
    const asked_before = new Date(now.getTime() - SWEEP_AFTER_MS);
    const due = await asPlatform(deps.db, (tx) => listUnissued(tx, now, asked_before, BATCH));
    await forEach(deps, due, ({ merchant_id, id }) => issueQrisPayment(deps, merchant_id, id));
    const stickers = await asPlatform(deps.db, (tx) => listUnissuedStickers(tx, asked_before, BATCH));
    await forEach(deps, stickers, ({ merchant_id, id }) => issueSticker(deps, merchant_id, id));
  },
};

/** Codes whose time is over: the bank is asked a last time, and what was not paid expires. */
const expire: Job = {
  name: 'expire_qris_payments',
  run: async (deps) => {
    const due = await asPlatform(deps.db, (tx) => listOverdue(tx, deps.clock.now(), BATCH));
    await forEach(deps, due, ({ merchant_id, id }) => syncQrisPayment(deps, merchant_id, id));
  },
};

/** Payments of stickers whose notification was lost: found in the bank's own list, sticker by sticker in their turn. */
const findLost: Job = {
  name: 'find_lost_sticker_payments',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - ASK_EVERY_MS);
    const due = await asPlatform(deps.db, (tx) => listStickersToSync(tx, before, BATCH));
    await forEach(deps, due, ({ merchant_id, id }) => syncStickerHistory(deps, merchant_id, id));
  },
};

/** One failure does not keep the others from their turn; the next run tries it again. */
async function forEach(deps: Deps, codes: DueCode[], work: (code: DueCode) => Promise<unknown>): Promise<void> {
  const queue = codes.values();
  const lane = async (): Promise<void> => {
    for (const code of queue) {
      await work(code).catch((error: unknown) => deps.log.error({ err: error, code: code.id }, 'QRIS payment failed'));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
}

export const qrisPaymentJobs: Job[] = [issueOne, issueOneSticker, sweepUnissued, expire, findLost];
