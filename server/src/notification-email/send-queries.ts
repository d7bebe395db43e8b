/** SQL of sending: mails that are due, what they tell, and how sending ended. */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { StoredNotification } from './queries.ts';
import type { Facts, Language } from './rules.ts';

export interface DueEmail {
  merchant_id: string;
  id: string;
}

/** Mails of every merchant that are due, longest due first. */
export const listDueEmails = (tx: PlatformTx, now: Date, limit: number): Promise<DueEmail[]> =>
  tx.sql
    .selectFrom('notice_mail')
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
  locale: Language;
  message_id: string;
  created_at: string;
  attempts: number;
}

/**
 * Takes a due mail to send it: nobody else does before `until`, when it is tried again should we die. undefined when
 * it was sent, given up or taken meanwhile.
 */
export const claimEmail = (tx: MerchantTx, id: string, now: Date, until: Date): Promise<ClaimedEmail | undefined> =>
  tx.sql
    .updateTable('notice_mail')
    .set((eb) => ({ due_at: until, attempts: eb('attempts', '+', 1) }))
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('due_at', '<=', now.toISOString())
    .returning((eb) => [
      'id',
      'recipient',
      'message_id',
      'created_at',
      'attempts',
      eb.ref('kind').$castTo<'single' | 'digest'>().as('kind'),
      eb.ref('locale').$castTo<Language>().as('locale'),
    ])
    .executeTakeFirst();

/** Keeps how sending ended. */
export const updateEmail = (
  tx: MerchantTx,
  id: string,
  became: { sent_at: Date; error: null } | { given_up_at: Date; error: string } | { due_at: Date; error: string },
) =>
  tx.sql
    .updateTable('notice_mail')
    .set(became)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();

const emailNotifications = (tx: MerchantTx, mail_id: string) =>
  tx.sql
    .selectFrom('notice_mail_event as e')
    .innerJoin('notice as n', (join) =>
      join.onRef('n.event_id', '=', 'e.event_id').on('n.merchant_id', '=', tx.merchant_id),
    )
    .select(['n.event_id', 'n.action', 'n.object_type', 'n.object_id', 'n.person_id', 'n.addresses', 'n.at'])
    .select((eb) => eb.ref('n.facts').$castTo<Facts>().as('facts'))
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('e.mail_id', '=', mail_id);

/** The notices of a mail, newest first. */
export const listNewestNotifications = (
  tx: MerchantTx,
  mail_id: string,
  limit: number,
): Promise<StoredNotification[]> =>
  emailNotifications(tx, mail_id).orderBy('n.at', 'desc').orderBy('n.event_id', 'desc').limit(limit).execute();

export interface DigestGroup {
  action: number;
  count: number;
  /** null where its events have no amount. */
  amount: Rupiah | null;
  first_at: string;
  last_at: string;
}

/** What a digest holds, by action. */
export async function groupDigest(tx: MerchantTx, mail_id: string): Promise<DigestGroup[]> {
  const paid = sql`coalesce((n.facts->>'paid_at')::timestamptz, n.at)`;
  const { rows } = await sql<DigestGroup>`
    select n.action, count(*)::int as count, sum((n.facts->>'amount')::bigint)::bigint as amount,
      min(${paid}) as first_at, max(${paid}) as last_at
    from app.notice_mail_event e
    join app.notice n on n.merchant_id = ${tx.merchant_id} and n.event_id = e.event_id
    where e.merchant_id = ${tx.merchant_id} and e.mail_id = ${mail_id}
    group by n.action
    order by n.action`.execute(tx.sql);
  return rows;
}

/** Name of the group and label of an action, as the screen of preferences shows them (in English). */
export const findAction = (tx: MerchantTx, code: number) =>
  tx.sql
    .selectFrom('notification_action')
    .select(['group_name', 'label', 'is_security'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow();

/** Merchants with mails or notices that nobody will look at again. */
export async function listMerchantsWithExpired(tx: PlatformTx, before: Date): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select m.merchant_id from app.merchant m
    where exists (select from app.notice_mail x where x.merchant_id = m.merchant_id and x.created_at < ${before.toISOString()})
      or exists (select from app.notice n where n.merchant_id = m.merchant_id and n.told_at < ${before.toISOString()})
    order by m.merchant_id`.execute(tx.sql);
  return rows.map((row) => row.merchant_id);
}

/**
 * Takes away mails and notices of before then; answers whether there may be more. Which ones is worked out first, as an
 * array: a planner that takes the tables for small would work it out again for every row.
 */
export async function deleteExpired(tx: MerchantTx, before: Date, limit: number): Promise<boolean> {
  const { merchant_id } = tx;
  const then = before.toISOString();
  const mails = await tx.sql
    .selectFrom('notice_mail')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('created_at', '<', then)
    .limit(limit)
    .execute();
  const ids = mails.map(({ id }) => id);
  await sql`delete from app.notice_mail_event e
    where e.merchant_id = ${merchant_id} and e.mail_id = any (${ids})`.execute(tx.sql);
  await sql`delete from app.notice_mail m where m.merchant_id = ${merchant_id} and m.id = any (${ids})`.execute(tx.sql);
  const { rows } = await sql`
    delete from app.notice n
    where n.merchant_id = ${merchant_id} and n.event_id = any (array(
      select old.event_id from app.notice old
      where old.merchant_id = ${merchant_id} and old.told_at < ${then}
        and not exists (select from app.notice_mail_event e
          where e.merchant_id = ${merchant_id} and e.event_id = old.event_id)
      limit ${limit}))
    returning n.event_id`.execute(tx.sql);
  return mails.length >= limit || rows.length >= limit;
}
