/** Shares a merchant's notices out: to whom each goes, and in which mail. Bears being run at any time, and two at once. */
import { createHash } from 'node:crypto';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isEmailAddress } from '../mail/address.ts';
import {
  type MailEvent,
  type MerchantOfPeople,
  type MerchantPerson,
  type NewMail,
  type StoredNotice,
  countBurst,
  insertMails,
  listActiveActions,
  listPeople,
  listTold,
  listUntold,
  lockDesk,
  lockOpenDigest,
  markTold,
  readMerchant,
  toldKey,
} from './queries.ts';
import { BURST_MOST, BURST_MS, type Locale, MATTERS_MS, audienceOf, isBursty, isGathered, isTold } from './rules.ts';

type Parts = Pick<Deps, 'db' | 'clock' | 'env' | 'log'>;

/** Notices of one transaction. */
const PAGE = 250;

/** Writes the mails of every notice that nobody was told of. They are sent afterwards (send.ts). */
export async function shareOut(deps: Parts, merchant_id: string): Promise<void> {
  // Read before, for tenants have no right to the login data; somebody who comes meanwhile is told of what follows.
  const people = await asLogin(deps.db, (tx) => listPeople(tx, merchant_id));
  for (;;) {
    const count = await asMerchant(deps.db, merchant_id, (tx) => sharePage(tx, deps, people));
    if (count < PAGE) return;
  }
}

/** Answers how many notices were looked at. */
async function sharePage(tx: MerchantTx, deps: Parts, people: MerchantPerson[]): Promise<number> {
  await lockDesk(tx);
  const notices = await listUntold(tx, PAGE);
  if (notices.length === 0) return 0;
  const now = deps.clock.now();
  const event_ids = notices.map(({ event_id }) => event_id);
  const arriving = await arrivals(tx, deps, notices, people, now);
  const told = await listTold(tx, event_ids);
  const host = new URL(deps.env.PUBLIC_URL).hostname;
  const mails: NewMail[] = [];
  const events: MailEvent[] = [];
  for (const [recipient, arrived] of arriving) {
    const fresh = arrived.notices.filter(({ event_id }) => !told.has(toldKey(event_id, recipient)));
    const planned = await planFor(tx, { recipient, locale: arrived.locale, notices: fresh }, host, now);
    mails.push(...planned.mails);
    events.push(...planned.events);
  }
  await insertMails(tx, mails, events);
  await markTold(tx, event_ids, now);
  return notices.length;
}

interface Arrival {
  recipient: string;
  locale: Locale;
  notices: StoredNotice[];
}

/** Who is to be told of which notices, by address. */
async function arrivals(
  tx: MerchantTx,
  { log }: Parts,
  notices: StoredNotice[],
  people: MerchantPerson[],
  now: Date,
): Promise<Map<string, Arrival>> {
  const active = await listActiveActions(tx);
  const merchant = await readMerchant(tx);
  const found = new Map<string, Arrival>();
  const oldest_ms = now.getTime() - MATTERS_MS;
  const late = notices.filter(({ at }) => Date.parse(at) < oldest_ms);
  if (late.length > 0) log.warn({ merchant_id: tx.merchant_id, notices: late.length }, 'too old to tell anybody of');
  for (const notice of notices) {
    if (!active.has(notice.action) || Date.parse(notice.at) < oldest_ms) continue;
    for (const { recipient, locale } of recipientsOf(notice, people, merchant)) {
      const arrival = found.get(recipient) ?? { recipient, locale, notices: [] };
      arrival.notices.push(notice);
      found.set(recipient, arrival);
    }
  }
  return found;
}

function recipientsOf(
  { action, addresses, person_id }: StoredNotice,
  people: MerchantPerson[],
  { role_access }: MerchantOfPeople,
): { recipient: string; locale: Locale }[] {
  if (addresses === null) {
    const audience = audienceOf(action);
    return people
      .filter((person) => isTold(person, audience, { person_id, role_access }))
      .map(({ email, locale }) => ({ recipient: email, locale }));
  }
  return [...new Set(addresses.map((address) => address.toLowerCase()))]
    .filter(isEmailAddress)
    .map((recipient) => ({ recipient, locale: people.find(({ email }) => email === recipient)?.locale ?? 'en' }));
}

/** The mails of one recipient: one each, and one digest for what comes in a burst. */
async function planFor(
  tx: MerchantTx,
  { recipient, locale, notices }: Arrival,
  host: string,
  now: Date,
): Promise<{ mails: NewMail[]; events: MailEvent[] }> {
  const bursty = notices.filter(({ action }) => isBursty(action));
  const open = bursty.length === 0 ? undefined : await lockOpenDigest(tx, recipient, now);
  const since = new Date(now.getTime() - BURST_MS);
  const lately = bursty.length === 0 ? 0 : await countBurst(tx, recipient, since, BURST_MOST + 1);
  const is_gathered = bursty.length > 0 && isGathered(bursty.length, lately, open !== undefined);
  const mails: NewMail[] = [];
  const mailOf = (kind: NewMail['kind'], due_at: Date): string => {
    const id = newId('notice_mail', now);
    const message_id = `<${id}.${createHash('sha256').update(recipient).digest('hex').slice(0, 16)}@${host}>`;
    mails.push({ id, kind, recipient, locale, message_id, created_at: now, due_at });
    return id;
  };
  const digest_id = is_gathered ? (open?.id ?? mailOf('digest', new Date(now.getTime() + BURST_MS))) : null;
  const events = notices.map(({ event_id, action }) => {
    const is_bursty = isBursty(action);
    const mail_id = is_bursty && digest_id !== null ? digest_id : mailOf('single', now);
    return { event_id, recipient, mail_id, burst_at: is_bursty ? now : null };
  });
  return { mails, events };
}
