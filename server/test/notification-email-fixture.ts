/** Test fixture: notification emails of a merchant in the sandbox mailbox. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestApp, startTestApp } from './test-app.ts';
import { asMerchant } from '../src/db/tx.ts';
import { listMessages, findMessage } from '../src/mail/mailbox-folder.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { dispatchNotifications } from '../src/notification-email/dispatch.ts';
import { publishSecurityEvents } from '../src/notification-email/security-events.ts';
import { sendDueEmails } from '../src/notification-email/send.ts';
import { type NotificationInput, enqueueNotification } from '../src/notification-email/outbox-queries.ts';

export const { merchant_id } = KOPI_NUSANTARA;
/** Each test client comes from a network of its own. */
const NEW_SIGN_IN = 'New sign-in to your Dasbor account';
export let t: TestApp;
export let owner: pg.Client;
let count = 0;

export const mailbox = () => join(t.deps.env.DATA_DIR, 'mailbox');

/** Dispatches and sends what is due; returns the emails of the test so far, oldest first. */
export async function deliver(is_about_sign_ins = false): Promise<Email[]> {
  await publishSecurityEvents(t.deps);
  await dispatchNotifications(t.deps, merchant_id);
  await sendDueEmails(t.deps);
  const names = await listMessages(mailbox());
  const mails = await Promise.all(
    names.toReversed().map(async (name) => PostalMime.parse((await findMessage(mailbox(), name)) ?? '')),
  );
  return mails.filter(({ subject }) => is_about_sign_ins === (subject === NEW_SIGN_IN));
}

export const getAddress = (mail: Email): string => mail.to?.[0]?.address ?? '';
/** Names of the recipients before the @, sorted. */
export const listNames = (mails: Email[]): string[] => mails.map((mail) => getAddress(mail).split('@')[0]!).sort();

export const setPreference = (action: number, is_active: boolean) =>
  owner.query(
    `insert into app.notification_preference values ($1, $2, $3, now(), 'test')
     on conflict (merchant_id, notification_action) do update set is_active = excluded.is_active`,
    [merchant_id, action, is_active],
  );

export const notify = (more: Partial<NotificationInput> = {}) =>
  asMerchant(t.deps.db, merchant_id, (tx) =>
    enqueueNotification(tx, {
      event_id: `event-${++count}`,
      action: 1102,
      object_type: 'transaction',
      object_id: 'txn_00000000000000000000000000',
      template_data: { method: 'qris', amount: 1_234_567 },
      at: t.clock.now(),
      ...more,
    }),
  );

/** Starts the application before the tests of a file; the mailbox is empty before each test. */
export function setUpNotificationEmails(): void {
  beforeAll(async () => {
    t = await startTestApp();
    owner = new pg.Client({ connectionString: t.database.owner_url });
    await owner.connect();
  });
  afterAll(async () => {
    await owner?.end();
    await t?.close();
  });
  beforeEach(async () => {
    // Outside the burst window of the test before.
    t.clock.advance(10 * 60_000);
    await deliver();
    await rm(mailbox(), { recursive: true, force: true });
  });
}
