/** Dispatches a merchant's notifications: chooses the recipients and writes their emails. Idempotent and safe to run concurrently. */
import { createHash } from 'node:crypto';
import type { Language } from '@dasbor/contract/language';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isEmailAddress } from '../mail/address.ts';
import { BENEFICIARY_OBJECT_TYPE } from './messages-beneficiary.ts';
import {
  type EmailEvent,
  type MerchantUser,
  type NewEmail,
  type NotifiedMerchant,
  type StoredNotification,
  countBurst,
  getMerchant,
  insertEmails,
  listActiveActions,
  listActiveUsers,
  listDispatchedRecipients,
  listUndispatched,
  lockDispatcher,
  lockOpenDigest,
  markDispatched,
  toDedupeKey,
} from './queries.ts';
import {
  BURST_MAX,
  BURST_WINDOW_MS,
  MAX_AGE_MS,
  getAudience,
  isDigestible,
  isInAudience,
  needsDigest,
} from './rules.ts';

type DispatchDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'log'>;

/** Notifications per transaction. */
const PAGE_SIZE = 250;

/** Writes the emails of every undispatched notification. send.ts sends them afterwards. */
export async function dispatchNotifications(deps: DispatchDeps, merchant_id: string): Promise<void> {
  // Read up front, because merchant transactions cannot access login data.
  const users = await asLogin(deps.db, (tx) => listActiveUsers(tx, merchant_id));
  for (;;) {
    const count = await asMerchant(deps.db, merchant_id, (tx) => dispatchPage(tx, deps, users));
    if (count < PAGE_SIZE) return;
  }
}

/** Returns the number of notifications processed. */
async function dispatchPage(tx: MerchantTx, deps: DispatchDeps, users: MerchantUser[]): Promise<number> {
  await lockDispatcher(tx);
  const notifications = await listUndispatched(tx, PAGE_SIZE);
  if (notifications.length === 0) return 0;
  const now = deps.clock.now();
  const event_ids = notifications.map(({ event_id }) => event_id);
  const recipients = await groupByRecipient(tx, deps, { notifications, users, now });
  const dispatched = await listDispatchedRecipients(tx, event_ids);
  const host = new URL(deps.env.PUBLIC_URL).hostname;
  const emails: NewEmail[] = [];
  const events: EmailEvent[] = [];
  for (const [recipient, group] of recipients) {
    const fresh = group.notifications.filter(({ event_id }) => !dispatched.has(toDedupeKey(event_id, recipient)));
    const planned = await planEmails(tx, { ...group, notifications: fresh }, host, now);
    emails.push(...planned.emails);
    events.push(...planned.events);
  }
  await insertEmails(tx, emails, events);
  await markDispatched(tx, event_ids, now);
  return notifications.length;
}

interface Recipient {
  recipient: string;
  language: Language;
}
interface RecipientNotifications extends Recipient {
  notifications: StoredNotification[];
}

/** The notifications of each recipient, by address. */
async function groupByRecipient(
  tx: MerchantTx,
  { log }: DispatchDeps,
  { notifications, users, now }: { notifications: StoredNotification[]; users: MerchantUser[]; now: Date },
): Promise<Map<string, RecipientNotifications>> {
  const active = await listActiveActions(tx);
  const merchant = await getMerchant(tx);
  const groups = new Map<string, RecipientNotifications>();
  const oldest_ms = now.getTime() - MAX_AGE_MS;
  const expired_count = notifications.filter(({ at }) => Date.parse(at) < oldest_ms).length;
  if (expired_count > 0) {
    log.warn(
      { merchant_id: tx.merchant_id, notification_count: expired_count },
      'notifications are too old to be sent',
    );
  }
  for (const notification of notifications) {
    // Preferences are the users'; what a beneficiary receives was requested with the disbursement.
    const is_on = isToBeneficiary(notification) || active.has(notification.action);
    if (!is_on || Date.parse(notification.at) < oldest_ms) continue;
    for (const { recipient, language } of listRecipients(notification, users, merchant)) {
      const group = groups.get(recipient) ?? { recipient, language, notifications: [] };
      group.notifications.push(notification);
      groups.set(recipient, group);
    }
  }
  return groups;
}

const isToBeneficiary = ({ object_type }: StoredNotification): boolean => object_type === BENEFICIARY_OBJECT_TYPE;

function listRecipients(
  { action, addresses, user_id }: StoredNotification,
  users: MerchantUser[],
  { role_access }: NotifiedMerchant,
): Recipient[] {
  if (addresses === null) {
    const audience = getAudience(action);
    return users
      .filter((user) => isInAudience(user, audience, { user_id, role_access }))
      .map(({ email, language }) => ({ recipient: email, language }));
  }
  return [...new Set(addresses.map((address) => address.toLowerCase()))]
    .filter(isEmailAddress)
    .map((recipient) => ({ recipient, language: users.find(({ email }) => email === recipient)?.language ?? 'en' }));
}

/** The emails of one recipient: one per event, and one digest for a burst. */
async function planEmails(
  tx: MerchantTx,
  { recipient, language, notifications }: RecipientNotifications,
  host: string,
  now: Date,
): Promise<{ emails: NewEmail[]; events: EmailEvent[] }> {
  // A digest links to the dashboard: it is for users only.
  const isCombined = (each: StoredNotification) => isDigestible(each.action) && !isToBeneficiary(each);
  const bursty_count = notifications.filter(isCombined).length;
  const open_digest = bursty_count === 0 ? undefined : await lockOpenDigest(tx, recipient, now);
  const since = new Date(now.getTime() - BURST_WINDOW_MS);
  const recent_count = bursty_count === 0 ? 0 : await countBurst(tx, recipient, since, BURST_MAX + 1);
  const is_digest = bursty_count > 0 && needsDigest(bursty_count, recent_count, open_digest !== undefined);
  const emails: NewEmail[] = [];
  const addEmail = (kind: NewEmail['kind'], due_at: Date): string => {
    const id = newId('notification_email', now);
    const message_id = `<${id}.${createHash('sha256').update(recipient).digest('hex').slice(0, 16)}@${host}>`;
    emails.push({ id, kind, recipient, locale: language, message_id, created_at: now, due_at });
    return id;
  };
  const digest_id = is_digest
    ? (open_digest?.id ?? addEmail('digest', new Date(now.getTime() + BURST_WINDOW_MS)))
    : null;
  const events = notifications.map((notification) => {
    const { event_id } = notification;
    const is_bursty = isCombined(notification);
    const email_id = is_bursty && digest_id !== null ? digest_id : addEmail('single', now);
    return { event_id, recipient, email_id, burst_at: is_bursty ? now : null };
  });
  return { emails, events };
}
