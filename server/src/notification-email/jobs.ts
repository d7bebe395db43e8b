/** What notification mails do by themselves. Each job bears being run again, and two at once. */
import { enqueue } from '../db/enqueue.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { enqueueDailySummaries } from './daily-summary.ts';
import { dispatchNotifications } from './dispatch.ts';
import { listMerchantsWithExpired, deleteExpired } from './send-queries.ts';
import { listWaitingMerchants } from './queries.ts';
import { sendDueEmails } from './send.ts';
import { DISPATCH_JOB } from './outbox-queries.ts';

const SEND = 'send_notice_mails';
/** Mails go out one run after another: a mail server in trouble holds up one worker at most. */
const SEND_QUEUE = 'notice_mails';
/** How long mails and what they told are kept. */
const RETENTION_MS = 30 * 24 * 3_600_000;
const DELETE_BATCH_SIZE = 1_000;

/** Woken by a transaction that had something to tell (db/wake.ts). */
const dispatch: Job = {
  name: DISPATCH_JOB,
  run: async (deps, { merchant_id }) => {
    await dispatchNotifications(deps, String(merchant_id));
    await enqueueSending(deps);
  },
};

/** The truth behind the waking: notices that nobody was told of, digests that are due, mails to be tried again. */
const sweep: Job = {
  name: 'sweep_notices',
  run: async (deps) => {
    for (const merchant_id of await asPlatform(deps.db, listWaitingMerchants)) {
      await dispatchNotifications(deps, merchant_id).catch((error: unknown) =>
        deps.log.error({ err: error, merchant_id }, 'notices could not be shared out'),
      );
    }
    await enqueueSending(deps);
  },
};

const send: Job = {
  name: SEND,
  run: async (deps) => {
    if (await sendDueEmails(deps)) await enqueueSending(deps);
  },
};

const enqueueSending = (deps: Pick<Deps, 'db'>): Promise<void> =>
  asPlatform(deps.db, (tx) => enqueue(tx, SEND, {}, { job_key: SEND, queue: SEND_QUEUE, max_attempts: 1 }));

const daily: Job = { name: 'tell_daily_summaries', run: enqueueDailySummaries };

const clean: Job = {
  name: 'remove_old_notices',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - RETENTION_MS);
    for (const merchant_id of await asPlatform(deps.db, (tx) => listMerchantsWithExpired(tx, before))) {
      for (let has_more = true; has_more;) {
        has_more = await asMerchant(deps.db, merchant_id, (tx) => deleteExpired(tx, before, DELETE_BATCH_SIZE));
      }
    }
  },
};

export const notificationEmailJobs: Job[] = [dispatch, sweep, send, daily, clean];
