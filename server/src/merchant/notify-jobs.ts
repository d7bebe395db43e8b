/** Notifies a merchant of what the provider changed: its status, or whether it may receive payments and pay out. */
import { publishLiveEvents } from '../db/live-events.ts';
import { asMerchant } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { findMerchantEvent } from './event-queries.ts';
import { NOTIFY_CHANGE_JOB, getNotifiedOutcome } from './rules.ts';

/** The action of the catalogue: business verification status. */
const STATUS_ACTION = 1012;

/** Idempotent: one email for each event of the timeline. */
const notifyChange: Job = {
  name: NOTIFY_CHANGE_JOB,
  lane: 'mail',
  run: ({ db }, { merchant_id, seq }) =>
    asMerchant(db, String(merchant_id), async (tx) => {
      const event = await findMerchantEvent(tx, Number(seq));
      const outcome = event === undefined ? null : getNotifiedOutcome(event);
      if (event === undefined || outcome === null) return;
      await enqueueNotification(tx, {
        event_id: `${tx.merchant_id}:merchant_event:${seq}`,
        action: STATUS_ACTION,
        object_type: 'verification',
        object_id: tx.merchant_id,
        template_data: { outcome, ...(event.reason === null ? {} : { reason: event.reason }) },
        at: new Date(event.at),
      });
      await publishLiveEvents(tx, { topic: 'business-profile', id: tx.merchant_id, change: 'updated' });
    }),
};

export const merchantJobs: Job[] = [notifyChange];
