/** Shares a merchant's notices out: to whom each goes, and in which mail. Bears being run at any time, and two at once. */
import { createHash } from 'node:crypto';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isEmailAddress } from '../mail/address.ts';
import {
  type EmailEvent,
  type NotifiedMerchant,
  type MerchantUser,
  type NewEmail,
  type StoredNotification,
  countBurst,
  insertEmails,
  listActiveActions,
  listActiveUsers,
  listDispatchedRecipients,
  listUndispatched,
  lockDispatcher,
  lockOpenDigest,
  markDispatched,
  getMerchant,
  toDedupeKey,
} from './queries.ts';
import {
  BURST_MAX,
  BURST_WINDOW_MS,
  type Language,
  MAX_AGE_MS,
  getAudience,
  isBursty,
  needsDigest,
  isInAudience,
} from './rules.ts';

type DispatchDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'log'>;

/** Notices of one transaction. */
const PAGE_SIZE = 250;

/** Writes the mails of every notice that nobody was told of. They are sent afterwards (send.ts). */
export async function dispatchNotifications(deps: DispatchDeps, merchant_id: string): Promise<void> {
  // Read before, for tenants have no right to the login data; somebody who comes meanwhile is told of what follows.
  const people = await asLogin(deps.db, (tx) => listActiveUsers(tx, merchant_id));
  for (;;) {
    const count = await asMerchant(deps.db, merchant_id, (tx) => dispatchPage(tx, deps, people));
    if (count < PAGE_SIZE) return;
  }
}

/** Answers how many notices were looked at. */
async function dispatchPage(tx: MerchantTx, deps: DispatchDeps, people: MerchantUser[]): Promise<number> {
  await lockDispatcher(tx);
  const notices = await listUndispatched(tx, PAGE_SIZE);
  if (notices.length === 0) return 0;
  const now = deps.clock.now();
  const event_ids = notices.map(({ event_id }) => event_id);
  const arriving = await groupByRecipient(tx, deps, notices, people, now);
  const told = await listDispatchedRecipients(tx, event_ids);
  const host = new URL(deps.env.PUBLIC_URL).hostname;
  const mails: NewEmail[] = [];
  const events: EmailEvent[] = [];
  for (const [recipient, arrived] of arriving) {
    const fresh = arrived.notifications.filter(({ event_id }) => !told.has(toDedupeKey(event_id, recipient)));
    const planned = await planEmails(tx, { recipient, locale: arrived.locale, notifications: fresh }, host, now);
    mails.push(...planned.mails);
    events.push(...planned.events);
  }
  await insertEmails(tx, mails, events);
  await markDispatched(tx, event_ids, now);
  return notices.length;
}

interface RecipientNotifications {
  recipient: string;
  locale: Language;
  notifications: StoredNotification[];
}

/** Who is to be told of which notices, by address. */
async function groupByRecipient(
  tx: MerchantTx,
  { log }: DispatchDeps,
  notices: StoredNotification[],
  people: MerchantUser[],
  now: Date,
): Promise<Map<string, RecipientNotifications>> {
  const active = await listActiveActions(tx);
  const merchant = await getMerchant(tx);
  const found = new Map<string, RecipientNotifications>();
  const oldest_ms = now.getTime() - MAX_AGE_MS;
  const late = notices.filter(({ at }) => Date.parse(at) < oldest_ms);
  if (late.length > 0) log.warn({ merchant_id: tx.merchant_id, notices: late.length }, 'too old to tell anybody of');
  for (const notice of notices) {
    if (!active.has(notice.action) || Date.parse(notice.at) < oldest_ms) continue;
    for (const { recipient, locale } of listRecipients(notice, people, merchant)) {
      const arrival = found.get(recipient) ?? { recipient, locale, notifications: [] };
      arrival.notifications.push(notice);
      found.set(recipient, arrival);
    }
  }
  return found;
}

function listRecipients(
  { action, addresses, person_id }: StoredNotification,
  people: MerchantUser[],
  { role_access }: NotifiedMerchant,
): { recipient: string; locale: Language }[] {
  if (addresses === null) {
    const audience = getAudience(action);
    return people
      .filter((person) => isInAudience(person, audience, { person_id, role_access }))
      .map(({ email, locale }) => ({ recipient: email, locale }));
  }
  return [...new Set(addresses.map((address) => address.toLowerCase()))]
    .filter(isEmailAddress)
    .map((recipient) => ({ recipient, locale: people.find(({ email }) => email === recipient)?.locale ?? 'en' }));
}

/** The mails of one recipient: one each, and one digest for what comes in a burst. */
async function planEmails(
  tx: MerchantTx,
  { recipient, locale, notifications: notices }: RecipientNotifications,
  host: string,
  now: Date,
): Promise<{ mails: NewEmail[]; events: EmailEvent[] }> {
  const bursty = notices.filter(({ action }) => isBursty(action));
  const open = bursty.length === 0 ? undefined : await lockOpenDigest(tx, recipient, now);
  const since = new Date(now.getTime() - BURST_WINDOW_MS);
  const lately = bursty.length === 0 ? 0 : await countBurst(tx, recipient, since, BURST_MAX + 1);
  const is_gathered = bursty.length > 0 && needsDigest(bursty.length, lately, open !== undefined);
  const mails: NewEmail[] = [];
  const mailOf = (kind: NewEmail['kind'], due_at: Date): string => {
    const id = newId('notice_mail', now);
    const message_id = `<${id}.${createHash('sha256').update(recipient).digest('hex').slice(0, 16)}@${host}>`;
    mails.push({ id, kind, recipient, locale, message_id, created_at: now, due_at });
    return id;
  };
  const digest_id = is_gathered ? (open?.id ?? mailOf('digest', new Date(now.getTime() + BURST_WINDOW_MS))) : null;
  const events = notices.map(({ event_id, action }) => {
    const is_bursty = isBursty(action);
    const mail_id = is_bursty && digest_id !== null ? digest_id : mailOf('single', now);
    return { event_id, recipient, mail_id, burst_at: is_bursty ? now : null };
  });
  return { mails, events };
}
