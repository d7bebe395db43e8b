/** SQL of sending: due emails, their notifications, and the outcome. */
import { sql } from 'kysely';
import type { Language } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { StoredNotification } from './queries.ts';

export interface DueEmail {
  merchant_id: string;
  id: string;
}

/** Due emails of every merchant, longest due first. */
export const listDueEmails = (tx: PlatformTx, now: Date, limit: number): Promise<DueEmail[]> =>
  tx.sql
    .selectFrom('notification_email')
    .select(['merchant_id', 'id'])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('due_at', '<=', now.toISOString())
    .orderBy('due_at')
    .limit(limit)
    .execute();

export interface ClaimedEmail {
  id: string;
  kind: 'single' | 'digest';
  recipient: string;
  language: Language;
  message_id: string;
  created_at: string;
  attempts: number;
}

/**
 * Claims a due email: no other process sends it before `until`, after which it is retried if this process died.
 * undefined when it was sent, given up or claimed meanwhile.
 */
export const claimEmail = (tx: MerchantTx, id: string, now: Date, until: Date): Promise<ClaimedEmail | undefined> =>
  tx.sql
    .updateTable('notification_email')
    .set((eb) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('due_at', '<=', now.toISOString())
    .returning(['id', 'recipient', 'message_id', 'created_at', 'attempts', 'kind', 'locale as language'])
    .executeTakeFirst();

/** Records the outcome of an attempt; an email that was sent stays sent. */
export const updateEmail = (
  tx: MerchantTx,
  id: string,
  outcome: { sent_at: Date; error: null } | { given_up_at: Date; error: string } | { due_at: Date; error: string },
) =>
  tx.sql
    .updateTable('notification_email')
    .set(outcome)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();

const emailNotifications = (tx: MerchantTx, email_id: string) =>
  tx.sql
    .selectFrom('notification_email_event as e')
    .innerJoin('notification_email_outbox as n', (join) =>
      join.onRef('n.event_id', '=', 'e.event_id').on('n.merchant_id', '=', tx.merchant_id),
    )
    .select(['n.event_id', 'n.action', 'n.object_type', 'n.object_id', 'n.user_id', 'n.addresses', 'n.at'])
    .select('n.template_data')
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('e.email_id', '=', email_id);

/** The notifications of an email, newest first. */
export const listLatestNotifications = (
  tx: MerchantTx,
  email_id: string,
  limit: number,
): Promise<StoredNotification[]> =>
  emailNotifications(tx, email_id).orderBy('n.at', 'desc').orderBy('n.event_id', 'desc').limit(limit).execute();

export interface DigestGroup {
  action: number;
  count: number;
  /** null where its events have no amount. */
  amount: Rupiah | null;
  first_at: string;
  last_at: string;
}

/** The events of a digest by action. */
export async function groupDigest(tx: MerchantTx, email_id: string): Promise<DigestGroup[]> {
  const occurred_at = sql`coalesce((n.template_data->>'paid_at')::timestamptz, n.at)`;
  const { rows } = await sql<DigestGroup>`
    select n.action, count(*)::int as count, sum((n.template_data->>'amount')::bigint)::bigint as amount,
      min(${occurred_at}) as first_at, max(${occurred_at}) as last_at
    from app.notification_email_event e
    join app.notification_email_outbox n on n.merchant_id = ${tx.merchant_id} and n.event_id = e.event_id
    where e.merchant_id = ${tx.merchant_id} and e.email_id = ${email_id}
    group by n.action
    order by n.action`.execute(tx.sql);
  return rows;
}

/** The catalogue entry of an action, in both languages. */
export const getAction = (tx: MerchantTx, code: number) =>
  tx.sql
    .selectFrom('notification_action')
    .select(['group_name', 'group_name_indonesian', 'label', 'label_indonesian', 'is_security'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();

/** Merchants with emails or notifications past their retention. */
export async function listMerchantsWithExpired(tx: PlatformTx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select m.merchant_id from app.merchant m
    where exists (select from app.notification_email x where x.merchant_id = m.merchant_id and x.created_at < ${before.toISOString()})
      or exists (select from app.notification_email_outbox n where n.merchant_id = m.merchant_id and n.dispatched_at < ${before.toISOString()})
    order by m.merchant_id`.execute(tx.sql);
  return rows.map((row) => row.merchant_id);
}

/**
 * Deletes emails and notifications from before an instant; returns whether there may be more. The ids are selected first
 * and passed as an array, because the planner may otherwise repeat the subquery for every row.
 */
export async function deleteExpired(tx: MerchantTx, before: Date, limit: number): Promise<boolean> {
  const { merchant_id } = tx;
  const cutoff = before.toISOString();
  const emails = await tx.sql
    .selectFrom('notification_email')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('created_at', '<', cutoff)
    .limit(limit)
    .execute();
  const ids = emails.map(({ id }) => id);
  await sql`delete from app.notification_email_event e
    where e.merchant_id = ${merchant_id} and e.email_id = any (${ids})`.execute(tx.sql);
  await sql`delete from app.notification_email m where m.merchant_id = ${merchant_id} and m.id = any (${ids})`.execute(
    tx.sql,
  );
  const { rows } = await sql`
    delete from app.notification_email_outbox n
    where n.merchant_id = ${merchant_id} and n.event_id = any (array(
      select old.event_id from app.notification_email_outbox old
      where old.merchant_id = ${merchant_id} and old.dispatched_at < ${cutoff}
        and not exists (select from app.notification_email_event e
          where e.merchant_id = ${merchant_id} and e.event_id = old.event_id)
      limit ${limit}))
    returning n.event_id`.execute(tx.sql);
  return emails.length >= limit || rows.length >= limit;
}
