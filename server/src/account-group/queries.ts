/** SQL of account groups as the provider sees and changes them. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { listAccountGroups } from '@dasbor/contract/account-group';
import type { Query } from '@dasbor/contract/route';
import { toContainsPattern } from '../db/like-pattern.ts';
import { lockName } from '../db/locks.ts';
import type { DB } from '../db/schema.gen.ts';
import type { PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { buildIsInForce } from './member-queries.ts';

export type GroupFilter = Omit<Query<typeof listAccountGroups>, 'cursor' | 'limit'>;

const ROW = [
  'g.id',
  'g.code',
  'g.name',
  'g.type',
  'g.parent_id',
  'g.owner_merchant_of',
  'g.settlement_mode',
  'g.status',
  'g.created_at',
] as const;

/** Newest first; `today`: business day (WIB) of the memberships. */
export function listGroupRows(
  tx: PlatformTx,
  { q, type, status, merchant_id, has_owner }: GroupFilter,
  { limit, after, today }: { limit: number; after: Cursor | null; today: string },
) {
  let rows = tx.sql.selectFrom('account_group as g');
  if (type?.length) rows = rows.where('g.type', 'in', type);
  if (status?.length) rows = rows.where('g.status', 'in', status);
  if (q) {
    const pattern = toContainsPattern(q);
    rows = rows.where(sql<boolean>`(g.code ilike ${pattern} or g.name ilike ${pattern})`);
  }
  if (merchant_id !== undefined) {
    rows = rows.where(
      sql<boolean>`g.id in (select m.group_id from app.account_group_member m
        where m.merchant_id = ${merchant_id} and ${buildIsInForce(today)})`,
    );
  }
  if (has_owner !== undefined) rows = rows.where('g.owner_merchant_of', has_owner === 'yes' ? 'is not' : 'is', null);
  if (after !== null) rows = rows.where(sql<boolean>`(g.created_at, g.id) < (${after.at}::timestamptz, ${after.id})`);
  return rows.select(ROW).orderBy('g.created_at', 'desc').orderBy('g.id', 'desc').limit(limit).execute();
}

export const findGroup = (tx: PlatformTx, id: string) =>
  tx.sql
    .selectFrom('account_group as g')
    .select([...ROW, 'g.contact_name', 'g.contact_email', 'g.contact_phone'])
    .where('g.id', '=', id)
    .executeTakeFirst();

export const findGroupByCode = (tx: PlatformTx, code: string) =>
  tx.sql.selectFrom('account_group').select('id').where('code', '=', code).executeTakeFirst();

export type FoundGroup = NonNullable<Awaited<ReturnType<typeof findGroup>>>;

/** The group, locked until the end of the transaction: members and status change one after the other. */
export async function lockGroup(tx: PlatformTx, id: string): Promise<FoundGroup | undefined> {
  await tx.sql.selectFrom('account_group').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return findGroup(tx, id);
}

/** Changes of the tree of groups run one after the other, so that two of them cannot form a circle. */
export const lockTree = (tx: PlatformTx) => lockName(tx, 'account_group_tree');

/** Ids of a group and of every group above it. */
export async function listAncestors(tx: PlatformTx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select g.id, g.parent_id from app.account_group g where g.id = ${id}
      union
      select g.id, g.parent_id from app.account_group g join above a on g.id = a.parent_id)
    select id from above`.execute(tx.sql);
  return rows.map((row) => row.id);
}

export const insertGroup = (tx: PlatformTx, group: Insertable<DB['account_group']>) =>
  tx.sql.insertInto('account_group').values(group).execute();

export type GroupChange = Partial<
  Pick<
    Selectable<DB['account_group']>,
    | 'name'
    | 'parent_id'
    | 'owner_merchant_of'
    | 'contact_name'
    | 'contact_email'
    | 'contact_phone'
    | 'status'
    | 'settlement_mode'
  >
>;

/** Person who chose consolidated settlement, or another owner for it. */
export interface Consolidation {
  consolidated_at: Date;
  consolidated_by_id: string;
  consolidated_by: string;
}

export const updateGroup = (tx: PlatformTx, id: string, change: GroupChange & Partial<Consolidation>, now: Date) =>
  tx.sql
    .updateTable('account_group')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();

/** Names of groups by id. */
export async function listGroupNames(tx: PlatformTx, ids: readonly string[]) {
  const rows = await tx.sql
    .selectFrom('account_group')
    .select(['id', 'code', 'name'])
    .where(sql<boolean>`id = any (${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export const listChildren = (tx: PlatformTx, id: string) =>
  tx.sql
    .selectFrom('account_group')
    .select(['id', 'code', 'name'])
    .where('parent_id', '=', id)
    .orderBy('code')
    .execute();

/** Names and statuses of merchants by id. */
export async function listMerchantNames(tx: PlatformTx, ids: readonly string[]) {
  const rows = await tx.sql
    .selectFrom('merchant')
    .select(['merchant_id as id', 'code', 'brand_name', 'status'])
    .where(sql<boolean>`merchant_id = any (${ids}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface NewGroupEvent {
  action: string;
  subject?: string;
  effective_day?: string;
  before?: unknown;
  after?: unknown;
}

/** The group must be locked, or new: the sequence of its events has no gaps. */
export async function insertGroupEvent(
  tx: PlatformTx,
  group_id: string,
  by: { at: Date; id: string; name: string; ip: string | null },
  { action, subject, effective_day, before, after }: NewGroupEvent,
): Promise<void> {
  const last = await tx.sql
    .selectFrom('account_group_event')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('group_id', '=', group_id)
    .executeTakeFirst();
  await tx.sql
    .insertInto('account_group_event')
    .values({
      group_id,
      seq: Number(last?.seq ?? 0) + 1,
      at: by.at,
      action,
      actor_id: by.id,
      actor_name: by.name,
      ip: by.ip,
      subject: subject ?? null,
      effective_day: effective_day ?? null,
      before: JSON.stringify(before ?? null),
      after: JSON.stringify(after ?? null),
    })
    .execute();
}

const EVENTS_MAX = 100;

/** Newest first. */
export const listGroupEvents = (tx: PlatformTx, group_id: string) =>
  tx.sql
    .selectFrom('account_group_event')
    .select(['seq', 'at', 'action', 'actor_name as actor', 'subject', 'effective_day'])
    .where('group_id', '=', group_id)
    .orderBy('seq', 'desc')
    .limit(EVENTS_MAX)
    .execute();
