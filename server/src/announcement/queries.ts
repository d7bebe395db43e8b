/** SQL of announcements as the provider manages them. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { AnnouncementStatus } from '@dasbor/contract/announcement';
import { toBusinessDay } from '@dasbor/contract/time';
import type { DB } from '../db/schema.gen.ts';
import type { PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { buildIsAddressed } from './audience-queries.ts';

export type AnnouncementRow = Selectable<DB['announcement']>;

/** Content of an announcement. */
export type AnnouncementContent = Pick<
  Insertable<DB['announcement']>,
  | 'title_en'
  | 'text_en'
  | 'title_id'
  | 'text_id'
  | 'severity'
  | 'audience'
  | 'audience_group_id'
  | 'audience_statuses'
  | 'is_emailed'
  | 'starts_at'
  | 'ends_at'
>;

const IN_STATUS: Record<AnnouncementStatus, (now: string) => ReturnType<typeof sql<boolean>>> = {
  draft: () => sql<boolean>`a.status = 'draft'`,
  scheduled: (now) =>
    sql<boolean>`(a.status = 'published' and a.ended_at is null and a.starts_at > ${now}::timestamptz)`,
  active: (now) =>
    sql<boolean>`(a.status = 'published' and a.ended_at is null and a.starts_at <= ${now}::timestamptz
      and a.ends_at > ${now}::timestamptz)`,
  ended: (now) =>
    sql<boolean>`(a.status = 'published' and (a.ended_at is not null or a.ends_at <= ${now}::timestamptz))`,
};

export function listAnnouncementRows(
  tx: PlatformTx,
  statuses: readonly AnnouncementStatus[],
  { limit, after, now }: { limit: number; after: Cursor | null; now: Date },
): Promise<AnnouncementRow[]> {
  let rows = tx.sql.selectFrom('announcement as a').selectAll('a');
  if (statuses.length > 0) {
    const conditions = statuses.map((status) => IN_STATUS[status](now.toISOString()));
    rows = rows.where(sql<boolean>`(${sql.join(conditions, sql` or `)})`);
  }
  if (after !== null) rows = rows.where(sql<boolean>`(a.created_at, a.id) < (${after.at}::timestamptz, ${after.id})`);
  return rows.orderBy('a.created_at', 'desc').orderBy('a.id', 'desc').limit(limit).execute();
}

export const findAnnouncement = (tx: PlatformTx, id: string): Promise<AnnouncementRow | undefined> =>
  tx.sql.selectFrom('announcement').selectAll().where('id', '=', id).executeTakeFirst();

export const lockAnnouncement = (tx: PlatformTx, id: string): Promise<AnnouncementRow | undefined> =>
  tx.sql.selectFrom('announcement').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

export const insertAnnouncement = (tx: PlatformTx, row: Insertable<DB['announcement']>) =>
  tx.sql.insertInto('announcement').values(row).execute();

export const updateAnnouncementRow = (
  tx: PlatformTx,
  id: string,
  change: Partial<AnnouncementContent & Pick<AnnouncementRow, 'status' | 'published_at' | 'ended_at'>>,
  now: Date,
) =>
  tx.sql
    .updateTable('announcement')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();

export const deleteAnnouncementRow = (tx: PlatformTx, id: string) =>
  tx.sql.deleteFrom('announcement').where('id', '=', id).execute();

/** Replaces the chosen merchants. */
export async function storeChosenMerchants(
  tx: PlatformTx,
  announcement_id: string,
  merchant_ids: readonly string[],
): Promise<void> {
  await tx.sql.deleteFrom('announcement_merchant').where('announcement_id', '=', announcement_id).execute();
  if (merchant_ids.length === 0) return;
  const rows = merchant_ids.map((merchant_id) => ({ merchant_id, announcement_id }));
  await tx.sql.insertInto('announcement_merchant').values(rows).execute();
}

export interface ChosenMerchant {
  announcement_id: string;
  id: string;
  brand_name: string;
  code: string | null;
}

/** The chosen merchants of announcements, by name. */
export async function listChosenMerchants(tx: PlatformTx, ids: readonly string[]): Promise<ChosenMerchant[]> {
  const { rows } = await sql<ChosenMerchant>`
    select x.announcement_id, m.merchant_id as id, m.brand_name, m.code
    from app.announcement_merchant x
    join app.merchant m on m.merchant_id = x.merchant_id
    where x.announcement_id = any (${ids}::text[])
    order by m.brand_name, m.merchant_id`.execute(tx.sql);
  return rows;
}

/** Ids of those merchants that exist. */
export async function listExistingMerchants(tx: PlatformTx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('merchant')
    .select('merchant_id')
    .where(sql<boolean>`merchant_id = any (${ids}::text[])`)
    .execute();
  return rows.map((row) => row.merchant_id);
}

/** One for all merchants is emailed to those that have begun to work with the provider and have not ended it. */
const IS_REACHED = sql<boolean>`(a.audience <> 'all' or m.status not in ('registered', 'rejected', 'closed'))`;

/** Merchants that an announcement is emailed to on a day. */
export async function listAddressedMerchants(tx: PlatformTx, id: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select m.merchant_id from app.merchant m, app.announcement a
    where a.id = ${id} and ${buildIsAddressed(sql`m.merchant_id`, toBusinessDay(now))} and ${IS_REACHED}
    order by m.merchant_id`.execute(tx.sql);
  return rows.map((row) => row.merchant_id);
}

export async function countAddressed(tx: PlatformTx, ids: readonly string[], now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select a.id, count(*)::int as count from app.merchant m, app.announcement a
    where a.id = any (${ids}::text[]) and ${buildIsAddressed(sql`m.merchant_id`, toBusinessDay(now))} and ${IS_REACHED}
    group by a.id`.execute(tx.sql);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Published announcements that have started and were not announced yet. */
export const listDueAnnouncements = (tx: PlatformTx, now: Date): Promise<AnnouncementRow[]> =>
  tx.sql
    .selectFrom('announcement')
    .selectAll()
    .where('status', '=', 'published')
    .where('announced_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('starts_at', '<=', now.toISOString())
    .where('ends_at', '>', now.toISOString())
    .orderBy('starts_at')
    .execute();

export const markAnnounced = (tx: PlatformTx, id: string, announced_at: Date) =>
  tx.sql.updateTable('announcement').set({ announced_at }).where('id', '=', id).execute();
