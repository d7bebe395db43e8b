/** SQL of the desk: notices that nobody was told of yet, whom they are for, and the ledger of mails. */
import { sql } from 'kysely';
import type { MerchantRole } from '@dasbor/contract/access';
import type { LoginTx, MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Facts, Language } from './rules.ts';

export interface StoredNotification {
  event_id: string;
  action: number;
  object_type: string;
  object_id: string | null;
  facts: Facts;
  person_id: string | null;
  addresses: string[] | null;
  at: string;
}

/** Merchants with notices that nobody was told of. */
export async function listWaitingMerchants(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('notice')
    .select('merchant_id')
    .distinct()
    .where('told_at', 'is', null)
    .orderBy('merchant_id')
    .execute();
  return rows.map((row) => row.merchant_id);
}

/** Takes the merchant's desk for the transaction: whoever shares its notices out does so one after another. */
export async function lockDispatcher(tx: MerchantTx): Promise<void> {
  const { merchant_id } = tx;
  await tx.sql
    .insertInto('notice_desk')
    .values({ merchant_id })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .execute();
  await tx.sql
    .selectFrom('notice_desk')
    .select('merchant_id')
    .where('merchant_id', '=', merchant_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Notices that nobody was told of, oldest first. The caller holds the desk. */
export const listUndispatched = (tx: MerchantTx, limit: number): Promise<StoredNotification[]> =>
  tx.sql
    .selectFrom('notice')
    .select(['event_id', 'action', 'object_type', 'object_id', 'person_id', 'addresses', 'at'])
    .select((eb) => eb.ref('facts').$castTo<Facts>().as('facts'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('told_at', 'is', null)
    .orderBy('at')
    .orderBy('event_id')
    .limit(limit)
    .execute();

export const markDispatched = (tx: MerchantTx, event_ids: string[], at: Date) =>
  tx.sql
    .updateTable('notice')
    .set({ told_at: at })
    .where('merchant_id', '=', tx.merchant_id)
    .where('event_id', 'in', event_ids)
    .execute();

/** Of what the sandbox's history made up nobody is told: nobody waits for it. */
export const markPastDispatched = (tx: MerchantTx, now: Date) =>
  tx.sql
    .updateTable('notice')
    .set({ told_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('told_at', 'is', null)
    .where('at', '<=', now.toISOString())
    .execute();

/** The actions that the merchant is told of: its own choice, else the catalogue's, and security whatever was chosen. */
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
    .select((eb) => ['brand_name', eb.ref('role_access').$castTo<'enabled' | 'disabled'>().as('role_access')])
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow();

export interface MerchantUser {
  user_id: string;
  email: string;
  role: MerchantRole;
  locale: Language;
}

/** The active users of a merchant. */
export const listActiveUsers = (tx: LoginTx, merchant_id: string): Promise<MerchantUser[]> =>
  tx.sql
    .selectFrom('login')
    .select((eb) => [
      'user_id',
      'email',
      eb.ref('role').$castTo<MerchantRole>().as('role'),
      eb.ref('locale').$castTo<Language>().as('locale'),
    ])
    .where('merchant_id', '=', merchant_id)
    .where('status', '=', 'active')
    .orderBy('user_id')
    .execute();

/** How many events that come in bursts a recipient was told of since then; counts to `most` at most. */
export async function countBurst(tx: MerchantTx, recipient: string, since: Date, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from app.notice_mail_event e
      where e.merchant_id = ${tx.merchant_id} and e.recipient = ${recipient} and e.burst_at > ${since.toISOString()}
      limit ${most}) counted`.execute(tx.sql);
  return rows[0]?.count ?? 0;
}

/** The digest of a recipient that still takes more: not due yet, and locked so that nobody sends it meanwhile. */
export const lockOpenDigest = (tx: MerchantTx, recipient: string, now: Date): Promise<{ id: string } | undefined> =>
  tx.sql
    .selectFrom('notice_mail')
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
    .forUpdate()
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
  mail_id: string;
  burst_at: Date | null;
}

/** The recipients that were told of an event already, or are about to be. */
export async function listDispatchedRecipients(tx: MerchantTx, event_ids: string[]): Promise<Set<string>> {
  const rows = await tx.sql
    .selectFrom('notice_mail_event')
    .select(['event_id', 'recipient'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('event_id', 'in', event_ids)
    .execute();
  return new Set(rows.map(({ event_id, recipient }) => toDedupeKey(event_id, recipient)));
}
export const toDedupeKey = (event_id: string, recipient: string): string => `${event_id} ${recipient}`;

/** Rows of one statement at most; PostgreSQL takes 65,535 values. */
const ROWS_PER_INSERT = 2_000;

export async function insertEmails(tx: MerchantTx, mails: NewEmail[], events: EmailEvent[]): Promise<void> {
  const { merchant_id } = tx;
  for (let from = 0; from < mails.length; from += ROWS_PER_INSERT) {
    const rows = mails.slice(from, from + ROWS_PER_INSERT).map((mail) => ({ merchant_id, ...mail }));
    await tx.sql.insertInto('notice_mail').values(rows).execute();
  }
  for (let from = 0; from < events.length; from += ROWS_PER_INSERT) {
    const rows = events.slice(from, from + ROWS_PER_INSERT).map((event) => ({ merchant_id, ...event }));
    await tx.sql.insertInto('notice_mail_event').values(rows).execute();
  }
}
