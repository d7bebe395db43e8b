/** Background jobs of API keys. */
import { EXPIRY_REMINDER_DAYS } from '@dasbor/contract/api-settings';
import * as duration from '@dasbor/contract/duration';
import { asMerchant, asPlatform } from '../db/tx.ts';
import type { Job } from '../jobs/job.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { buildKeyNotification } from './key-notification.ts';
import { listExpiringKeys } from './queries.ts';
import { findDueReminder } from './rules.ts';

const BATCH = 500;

/** Reminds about keys 14, 7 and 1 days before they expire. Idempotent: the outbox stores each reminder of a key once. */
const remindExpiringKeys: Job = {
  name: 'remind_expiring_api_keys',
  lane: 'mail',
  run: async ({ db, clock }) => {
    const now = clock.now();
    const range = { from: now, to: new Date(now.getTime() + duration.days(Math.max(...EXPIRY_REMINDER_DAYS))) };
    let after_id = '';
    for (;;) {
      const keys = await asPlatform(db, (tx) => listExpiringKeys(tx, range, after_id, BATCH));
      for (const { merchant_id, owner_id, ...key } of keys) {
        const days = findDueReminder(key, now);
        if (days === null) continue;
        const template_data = { expires_at: key.expires_at };
        const event = { outcome: 'expiring' as const, user_id: owner_id, at: now, days, template_data };
        await asMerchant(db, merchant_id, (tx) => enqueueNotification(tx, buildKeyNotification(key, event)));
      }
      if (keys.length < BATCH) return;
      after_id = keys.at(-1)?.id ?? '';
    }
  },
};

export const apiSettingsJobs: Job[] = [remindExpiringKeys];
