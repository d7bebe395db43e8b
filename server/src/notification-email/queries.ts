/** SQL of dispatching: undispatched notifications, their recipients, and the emails that are written for them. */
import { sql } from 'kysely';
import type { AccessEntry, RoleKey } from '@dasbor/contract/access';
import type { Language } from '@dasbor/contract/language';
import { listActiveMembers } from '../auth/membership-queries.ts';
import type { LoginTx, MerchantTx, PlatformTx } from '../db/tx.ts';
import type { TemplateData } from '../db/column-types.ts';

export interface StoredNotification {
  event_id: string;
  action: number;
  object_type: string;
  object_id: string | null;
  template_data: TemplateData;
  user_id: string | null;
  addresses: string[] | null;
  at: string;
}

/** Merchants with undispatched notifications. */
export async function listWaitingMerchants(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('notification_email_outbox')
    .select('merchant_id')
    .distinct()
    .where('dispatched_at', 'is', null)
    .orderBy('merchant_id')
    .execute();
  return rows.map((row) => row.merchant_id);
}

/** Locks the merchant's dispatcher until the transaction ends, so that concurrent dispatchers are serialised. */
export async function lockDispatcher(tx: MerchantTx): Promise<void> {
  const { merchant_id } = tx;
  await tx.sql
    .insertInto('notification_email_dispatcher')
    .values({ merchant_id })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute();
  await tx.sql
    .selectFrom('notification_email_dispatcher')
    .select('merchant_id')
    .where('merchant_id', '=', merchant_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Undispatched notifications, oldest first. The caller holds the dispatcher lock. */
export const listUndispatched = (tx: MerchantTx, limit: number): Promise<StoredNotification[]> =>
  tx.sql
    .selectFrom('notification_email_outbox')
    .select(['event_id', 'action', 'object_type', 'object_id', 'user_id', 'addresses', 'at'])
    .select('template_data')
    .where('merchant_id', '=', tx.merchant_id)
    .where('dispatched_at', 'is', null)
    .orderBy('at')
    .orderBy('event_id')
    .limit(limit)
    .execute();

export const markDispatched = (tx: MerchantTx, event_ids: string[], at: Date) =>
  tx.sql
    .updateTable('notification_email_outbox')
    .set({ dispatched_at: at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('event_id', 'in', event_ids)
    .execute();

/** Skips the notifications of the sandbox's generated history: nobody receives emails about it. */
export const markPastDispatched = (tx: MerchantTx, now: Date) =>
  tx.sql
    .updateTable('notification_email_outbox')
    .set({ dispatched_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('dispatched_at', 'is', null)
    .where('at', '<=', now.toISOString())
    .execute();

/** The active actions: the merchant's preference, else the default of the catalogue; security actions always. */
export async function listActiveActions(tx: MerchantTx): Promise<Set<number>> {
  const { rows } = await sql<{ code: number }>`
    select a.code
    from app.notification_action a
    left join app.notification_preference p on p.merchant_id = ${tx.merchant_id} and p.notification_action = a.code
    where a.is_security or coalesce(p.is_active, a.default_active)`.execute(tx.sql);
  return new Set(rows.map(({ code }) => code));
}

export interface NotifiedMerchant {
  brand_name: string;
  role_access: 'enabled' | 'disabled';
}

export const getMerchant = (tx: MerchantTx): Promise<NotifiedMerchant> =>
  tx.sql
    .selectFrom('merchant')
    .select(['brand_name', 'role_access'])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();

export interface MerchantUser {
  user_id: string;
  email: string;
  role: RoleKey;
  access: AccessEntry[];
  language: Language;
}

/** The active users of a merchant whose email is confirmed: until then nobody has proved that it is theirs. */
export async function listActiveUsers(tx: LoginTx, merchant_id: string): Promise<MerchantUser[]> {
  const members = await listActiveMembers(tx, merchant_id);
  return members
    .filter(({ email_verified_at }) => email_verified_at !== null)
    .map(({ user_id, email, role, access, locale }) => ({ user_id, email, role, access, language: locale }))
    .toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1));
}

/** Bursty events that a recipient has received emails about since an instant; counts up to `max`. */
export async function countBurst(tx: MerchantTx, recipient: string, since: Date, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from app.notification_email_event e
      where e.merchant_id = ${tx.merchant_id} and e.recipient = ${recipient} and e.burst_at > ${since.toISOString()}
      limit ${max}) counted`.execute(tx.sql);
  return rows[0]?.count ?? 0;
}

/** The recipient's digest that still accepts events: not due yet, and locked so that it is not sent meanwhile. */
export const lockOpenDigest = (tx: MerchantTx, recipient: string, now: Date): Promise<{ id: string } | undefined> =>
  tx.sql
    .selectFrom('notification_email')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('recipient', '=', recipient)
    .where('kind', '=', 'digest')
    .where('due_at', '>', now.toISOString())
    .where('attempts', '=', 0)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .orderBy('due_at')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();

export interface NewEmail {
  id: string;
  kind: 'single' | 'digest';
  recipient: string;
  locale: Language;
  message_id: string;
  created_at: Date;
  due_at: Date;
}

export interface EmailEvent {
  event_id: string;
  recipient: string;
  email_id: string;
  burst_at: Date | null;
}

/** Keys of the events and recipients for which an email exists. */
export async function listDispatchedRecipients(tx: MerchantTx, event_ids: string[]): Promise<Set<string>> {
  const rows = await tx.sql
    .selectFrom('notification_email_event')
    .select(['event_id', 'recipient'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('event_id', 'in', event_ids)
    .execute();
  return new Set(rows.map(({ event_id, recipient }) => toDedupeKey(event_id, recipient)));
}
export const toDedupeKey = (event_id: string, recipient: string): string => `${event_id} ${recipient}`;

/** PostgreSQL accepts at most 65,535 values in one statement. */
const ROWS_PER_INSERT = 2_000;

export async function insertEmails(tx: MerchantTx, emails: NewEmail[], events: EmailEvent[]): Promise<void> {
  const { merchant_id } = tx;
  for (let from = 0; from < emails.length; from += ROWS_PER_INSERT) {
    const rows = emails.slice(from, from + ROWS_PER_INSERT).map((email) => ({ merchant_id, ...email }));
    await tx.sql.insertInto('notification_email').values(rows).execute();
  }
  for (let from = 0; from < events.length; from += ROWS_PER_INSERT) {
    const rows = events.slice(from, from + ROWS_PER_INSERT).map((event) => ({ merchant_id, ...event }));
    await tx.sql.insertInto('notification_email_event').values(rows).execute();
  }
}
