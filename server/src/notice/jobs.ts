/** What notification mails do by themselves. Each job bears being run again, and two at once. */
import { enqueue } from '../db/enqueue.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { summariseYesterday } from './daily.ts';
import { shareOut } from './desk.ts';
import { listMerchantsWithOld, removeOld } from './mail-queries.ts';
import { listWaitingMerchants } from './queries.ts';
import { sendDueMails } from './send.ts';
import { SHARE_OUT } from './tell-queries.ts';

const SEND = 'send_notice_mails';
/** Mails go out one run after another: a mail server in trouble holds up one worker at most. */
const MAIL_QUEUE = 'notice_mails';
/** How long mails and what they told are kept. */
const KEPT_MS = 30 * 24 * 3_600_000;
const REMOVED_AT_ONCE = 1_000;

/** Woken by a transaction that had something to tell (db/wake.ts). */
const share: Job = {
  name: SHARE_OUT,
  run: async (deps, { merchant_id }) => {
    await shareOut(deps, String(merchant_id));
    await enqueueSending(deps);
  },
};

/** The truth behind the waking: notices that nobody was told of, digests that are due, mails to be tried again. */
const sweep: Job = {
  name: 'sweep_notices',
  run: async (deps) => {
    for (const merchant_id of await asPlatform(deps.db, listWaitingMerchants)) {
      await shareOut(deps, merchant_id).catch((error: unknown) =>
        deps.log.error({ err: error, merchant_id }, 'notices could not be shared out'),
      );
    }
    await enqueueSending(deps);
  },
};

const send: Job = {
  name: SEND,
  run: async (deps) => {
    if (await sendDueMails(deps)) await enqueueSending(deps);
  },
};

const enqueueSending = (deps: Pick<Deps, 'db'>): Promise<void> =>
  asPlatform(deps.db, (tx) => enqueue(tx, SEND, {}, { job_key: SEND, queue: MAIL_QUEUE, max_attempts: 1 }));

const daily: Job = { name: 'tell_daily_summaries', run: summariseYesterday };

const clean: Job = {
  name: 'remove_old_notices',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - KEPT_MS);
    for (const merchant_id of await asPlatform(deps.db, (tx) => listMerchantsWithOld(tx, before))) {
      for (let has_more = true; has_more;) {
        has_more = await asMerchant(deps.db, merchant_id, (tx) => removeOld(tx, before, REMOVED_AT_ONCE));
      }
    }
  },
};

export const noticeJobs: Job[] = [share, sweep, send, daily, clean];
