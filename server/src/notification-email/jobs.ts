/** Jobs of notification emails. Each is idempotent and safe to run concurrently. */
import * as duration from '@dasbor/contract/duration';
import { PUBLISH_SECURITY_EVENTS_JOB } from '../auth/security-event-queries.ts';
import { enqueue } from '../db/enqueue.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { enqueueDailySummaries } from './daily-summary.ts';
import { dispatchNotifications } from './dispatch.ts';
import { DISPATCH_ALL_JOB, DISPATCH_JOB } from './outbox-queries.ts';
import { listWaitingMerchants } from './queries.ts';
import { deleteExpired, listMerchantsWithExpired } from './send-queries.ts';
import { publishSecurityEvents } from './security-events.ts';
import { sendDueEmails } from './send.ts';

const SEND = 'send_notification_emails';
/** One run at a time: an unresponsive mail server occupies one worker at most. */
const SEND_QUEUE = 'notification_emails';
/** Retention of notifications and their emails. */
const RETENTION_MS = duration.days(30);
const DELETE_BATCH_SIZE = 1_000;

/** Enqueued after the commit of a transaction with notifications (db/enqueue-after-commit.ts). */
const dispatch: Job = {
  name: DISPATCH_JOB,
  lane: 'mail',
  run: async (deps, { merchant_id }) => {
    await dispatchNotifications(deps, String(merchant_id));
    await enqueueSending(deps);
  },
};

/** Undispatched notifications of all merchants, due digests, and emails to retry. Also enqueued after batches of payments. */
const sweep: Job = {
  name: DISPATCH_ALL_JOB,
  lane: 'mail',
  run: async (deps) => {
    for (const merchant_id of await asPlatform(deps.db, listWaitingMerchants)) {
      await dispatchNotifications(deps, merchant_id).catch((error: unknown) =>
        deps.log.error({ err: error, merchant_id }, 'notifications could not be dispatched'),
      );
    }
    await enqueueSending(deps);
  },
};

const send: Job = {
  name: SEND,
  lane: 'mail',
  run: async (deps) => {
    if (await sendDueEmails(deps)) await enqueueSending(deps);
  },
};

const enqueueSending = (deps: Pick<Deps, 'db'>): Promise<void> =>
  asPlatform(deps.db, (tx) => enqueue(tx, SEND, {}, { job_key: SEND, queue: SEND_QUEUE, max_attempts: 1 }));

const summaries: Job = { name: 'enqueue_daily_summaries', lane: 'mail', run: enqueueDailySummaries };

const deleteOld: Job = {
  name: 'delete_expired_notifications',
  lane: 'maintenance',
  run: async (deps) => {
    const before = new Date(deps.clock.now().getTime() - RETENTION_MS);
    for (const merchant_id of await asPlatform(deps.db, (tx) => listMerchantsWithExpired(tx, before))) {
      for (let has_more = true; has_more;) {
        has_more = await asMerchant(deps.db, merchant_id, (tx) => deleteExpired(tx, before, DELETE_BATCH_SIZE));
      }
    }
  },
};

/** Enqueued with every security event of a person, and scheduled as a reconciliation sweep. */
const publishSecurity: Job = { name: PUBLISH_SECURITY_EVENTS_JOB, lane: 'mail', run: publishSecurityEvents };

export const notificationEmailJobs: Job[] = [dispatch, sweep, send, summaries, deleteOld, publishSecurity];
