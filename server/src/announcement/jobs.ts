/** Job that notifies merchants of announcements that have started. Idempotent and safe to run concurrently. */
import { publishToMerchants } from '../db/live-events.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { PUBLISH_JOB } from './change.ts';
import { type AnnouncementRow, listAddressedMerchants, listDueAnnouncements, markAnnounced } from './queries.ts';

const ANNOUNCEMENT_EMAIL = 1010;

/** Enqueued with each publication, and scheduled for those that start later. */
const publish: Job = {
  name: PUBLISH_JOB,
  lane: 'mail',
  run: async (deps) => {
    const now = deps.clock.now();
    for (const due of await asPlatform(deps.db, (tx) => listDueAnnouncements(tx, now))) {
      const merchant_ids = await asPlatform(deps.db, (tx) => listAddressedMerchants(tx, due.id, now));
      if (due.is_emailed) await enqueueEmails(deps, due, merchant_ids);
      // Last: a run that was interrupted starts again, and the outbox ignores what it has stored already.
      await asPlatform(deps.db, (tx) => markAnnounced(tx, due.id, now));
      publishToMerchants(deps.db.pool, merchant_ids, { topic: 'announcement', id: due.id, change: 'created' });
    }
  },
};

async function enqueueEmails({ db, clock }: Deps, row: AnnouncementRow, merchant_ids: readonly string[]) {
  const { id, title_en, text_en, title_id, text_id } = row;
  for (const merchant_id of merchant_ids) {
    await asMerchant(db, merchant_id, (tx) =>
      enqueueNotification(tx, {
        event_id: `announcement.${id}`,
        action: ANNOUNCEMENT_EMAIL,
        object_type: 'announcement',
        object_id: id,
        template_data: {
          announcement_title: { en: title_en, id: title_id },
          announcement_text: { en: text_en, id: text_id },
        },
        at: clock.now(),
      }),
    );
  }
}

export const announcementJobs: Job[] = [publish];
