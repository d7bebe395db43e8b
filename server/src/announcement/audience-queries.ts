/** SQL of announcements as merchants receive them: which of them address a merchant, and dismissals. */
import { type RawBuilder, sql } from 'kysely';
import { type ReceivedAnnouncement, ANNOUNCEMENT_VISIBLE_DAYS } from '@dasbor/contract/announcement';
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay } from '@dasbor/contract/time';
import { buildIsInForce } from '../account-group/member-queries.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

/**
 * Whether an announcement (alias `a`) addresses a merchant: a value, or the key of the outer query. Decided when it is
 * read, so that it reaches merchants that join a group or change their status while it applies. `day`: on which
 * memberships of groups count.
 */
export const buildIsAddressed = (
  merchant_id: string | RawBuilder<unknown>,
  day: string | RawBuilder<string>,
): RawBuilder<boolean> => sql<boolean>`(
  a.audience = 'all'
  or (a.audience = 'status' and exists (select from app.merchant s
    where s.merchant_id = ${merchant_id} and s.status = any (a.audience_statuses)))
  or (a.audience = 'group' and exists (select from app.account_group_member m
    where m.merchant_id = ${merchant_id} and m.group_id = a.audience_group_id and ${buildIsInForce(day)}))
  or (a.audience = 'merchants' and exists (select from app.announcement_merchant x
    where x.merchant_id = ${merchant_id} and x.announcement_id = a.id)))`;

/** When it appeared: a start that had passed at the publication counts from the publication. */
const APPEARED_AT = sql<string>`greatest(a.starts_at, a.published_at)`;
const END = sql<string>`least(a.ends_at, a.ended_at)`;

/** The last day on which it applied, or `today`: a merchant that joins a group later did not receive it. */
const lastDay = (today: string) => sql<string>`
  least(${today}::date, ((${END} - interval '1 millisecond') at time zone 'Asia/Jakarta')::date)`;

const select = ({ merchant_id }: Pick<MerchantTx, 'merchant_id'>, now: Date) => sql`
  select a.id, a.title_en, a.text_en, a.title_id, a.text_id, a.severity, ${APPEARED_AT} as at, ${END} as ends_at,
    ${END} > ${now.toISOString()}::timestamptz as is_active
  from app.announcement a, app.merchant o
  where o.merchant_id = ${merchant_id} and a.status = 'published' and ${APPEARED_AT} <= ${now.toISOString()}::timestamptz
    and ${buildIsAddressed(merchant_id, lastDay(toBusinessDay(now)))}`;

/** Announcements that apply now and that the user has not dismissed, most urgent first. */
export async function listCurrentRows(tx: MerchantTx, user_id: string, now: Date): Promise<ReceivedAnnouncement[]> {
  const { rows } = await sql<ReceivedAnnouncement>`
    ${select(tx, now)} and ${END} > ${now.toISOString()}::timestamptz
      and not exists (select from app.announcement_dismissal d
        where d.merchant_id = ${tx.merchant_id} and d.user_id = ${user_id} and d.announcement_id = a.id)
    order by array_position(array['critical', 'warning', 'info'], a.severity), ${APPEARED_AT} desc, a.id desc`.execute(
    tx.sql,
  );
  return rows;
}

/** Announcements of the last months, newest first. */
export async function listReceivedRows(
  tx: MerchantTx,
  now: Date,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<ReceivedAnnouncement[]> {
  const since = new Date(now.getTime() - duration.days(ANNOUNCEMENT_VISIBLE_DAYS)).toISOString();
  const position = after === null ? sql`` : sql` and (${APPEARED_AT}, a.id) < (${after.at}::timestamptz, ${after.id})`;
  const { rows } = await sql<ReceivedAnnouncement>`
    ${select(tx, now)} and ${END} > ${since}::timestamptz and ${END} > ${APPEARED_AT}${position}
    order by ${APPEARED_AT} desc, a.id desc limit ${limit}`.execute(tx.sql);
  return rows;
}

/** Whether the announcement has reached the merchant. */
export async function isReceived(tx: MerchantTx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`${select(tx, now)} and a.id = ${id}`.execute(tx.sql);
  return rows.length > 0;
}

export const insertDismissal = (
  tx: MerchantTx,
  dismissal: { user_id: string; announcement_id: string; dismissed_at: Date },
) =>
  tx.sql
    .insertInto('announcement_dismissal')
    .values({ merchant_id: tx.merchant_id, ...dismissal })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'user_id', 'announcement_id']).doNothing())
    .execute();
