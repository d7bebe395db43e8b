/** SQL of memberships: which groups a merchant is in on a day, and which merchants a group has on a day. */
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { NOT_SET } from '@dasbor/contract/paging';
import type { GroupType } from '@dasbor/contract/account-group-fields';
import type { ValidityState } from '@dasbor/contract/validity';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

/** A transaction of the merchant itself, or of the provider on one merchant. */
type OneMerchant = Pick<MerchantTx, 'merchant_id' | 'sql'>;

export interface GroupOnDay {
  group_id: string;
  type: GroupType;
}

/**
 * Whether the membership `m` is in force on a business day (WIB): a value, or a column of another table, e.g.
 * `from app.account_group_member m where m.merchant_id = t.merchant_id and ${buildIsInForce(sql`t.paid_day`)}`.
 */
export const buildIsInForce = (day: string | RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(m.effective_from <= ${day}::date and (m.effective_to is null or m.effective_to > ${day}::date))`;

/** The groups of a merchant on a business day (WIB), at most one of each type, by type. */
export async function listGroupsOnDay({ merchant_id, sql: db }: OneMerchant, day: string): Promise<GroupOnDay[]> {
  const { rows } = await sql<GroupOnDay>`
    select m.group_id, m.type from app.account_group_member m
    where m.merchant_id = ${merchant_id} and ${buildIsInForce(day)} order by m.type`.execute(db);
  return rows;
}

/** The group of a type of a merchant on a business day (WIB); null when it is in none. */
export async function findGroupOnDay(tx: OneMerchant, type: GroupType, day: string): Promise<string | null> {
  const groups = await listGroupsOnDay(tx, day);
  return groups.find((group) => group.type === type)?.group_id ?? null;
}

/** Ids of the merchants of a group on a business day (WIB). */
export async function listMembersOnDay(tx: PlatformTx, group_id: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select m.merchant_id from app.account_group_member m
    where m.group_id = ${group_id} and ${buildIsInForce(day)} order by m.merchant_id`.execute(tx.sql);
  return rows.map(({ merchant_id }) => merchant_id);
}

export interface GroupOfMerchant {
  merchant_id: string;
  id: string;
  code: string;
  name: string;
}

/** The groups of merchants on a business day (WIB), by name. */
export async function listGroupsOfMerchants(
  tx: PlatformTx,
  merchant_ids: readonly string[],
  day: string,
): Promise<GroupOfMerchant[]> {
  const { rows } = await sql<GroupOfMerchant>`
    select m.merchant_id, g.id, g.code, g.name from app.account_group_member m
    join app.account_group g on g.id = m.group_id
    where m.merchant_id = any (${merchant_ids}::text[]) and ${buildIsInForce(day)}
    order by g.name, g.id`.execute(tx.sql);
  return rows;
}

/** Ids of a group and of every group below it. */
export async function listGroupTree(tx: PlatformTx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select g.id from app.account_group g where g.id = ${id}
      union
      select g.id from app.account_group g join below b on g.parent_id = b.id)
    select id from below`.execute(tx.sql);
  return rows.map((row) => row.id);
}

/** Ids of the merchants of a group and of every group below it on a business day (WIB). */
export async function listTreeMembersOnDay(tx: PlatformTx, group_id: string, day: string): Promise<string[]> {
  const group_ids = await listGroupTree(tx, group_id);
  const { rows } = await sql<{ merchant_id: string }>`
    select distinct m.merchant_id from app.account_group_member m
    where m.group_id = any (${group_ids}::text[]) and ${buildIsInForce(day)} order by m.merchant_id`.execute(tx.sql);
  return rows.map(({ merchant_id }) => merchant_id);
}

/** Ids of the merchants of a filter by account group: of a group and those below it, or of none. */
export const listFilteredMembers = (tx: PlatformTx, group_id: string, day: string): Promise<string[]> =>
  group_id === NOT_SET ? listUngrouped(tx, day) : listTreeMembersOnDay(tx, group_id, day);

async function listUngrouped(tx: PlatformTx, day: string): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select t.merchant_id from app.merchant t
    where t.merchant_id not in (select m.merchant_id from app.account_group_member m where ${buildIsInForce(day)})
    order by t.merchant_id`.execute(tx.sql);
  return rows.map(({ merchant_id }) => merchant_id);
}

const MEMBER = [
  'm.id',
  'm.merchant_id',
  'm.group_id',
  'm.type',
  'm.effective_from',
  'm.effective_to',
  'm.created_by_name',
  'm.created_at',
] as const;

/** State of a membership on a business day. */
const CONDITIONS: Record<ValidityState, (today: string) => RawBuilder<boolean>> = {
  current: buildIsInForce,
  upcoming: (today) =>
    sql<boolean>`(m.effective_from > ${today}::date and (m.effective_to is null or m.effective_to > m.effective_from))`,
  ended: (today) =>
    sql<boolean>`(m.effective_to is not null and (m.effective_to <= ${today}::date or m.effective_to = m.effective_from))`,
};

/** The memberships of a group, newest first. */
export async function listMemberRows(
  tx: PlatformTx,
  group_id: string,
  states: readonly ValidityState[],
  { limit, after, today }: { limit: number; after: Cursor | null; today: string },
) {
  let rows = tx.sql.selectFrom('account_group_member as m').where('m.group_id', '=', group_id);
  if (states.length > 0) {
    const any = sql.join(
      states.map((state) => CONDITIONS[state](today)),
      sql` or `,
    );
    rows = rows.where(sql<boolean>`(${any})`);
  }
  if (after !== null) rows = rows.where(sql<boolean>`(m.created_at, m.id) < (${after.at}::timestamptz, ${after.id})`);
  return rows.select(MEMBER).orderBy('m.created_at', 'desc').orderBy('m.id', 'desc').limit(limit).execute();
}

export type MemberRow = Awaited<ReturnType<typeof listMemberRows>>[number];

/** A membership of a group; the lock of the group keeps it as it is. */
export const findMember = (tx: PlatformTx, group_id: string, id: string) =>
  tx.sql
    .selectFrom('account_group_member as m')
    .select(MEMBER)
    .where('m.group_id', '=', group_id)
    .where('m.id', '=', id)
    .executeTakeFirst();

/** Memberships of a merchant in groups of a type that are in force on a day or begin later, the first one first. */
export const listOpenMemberships = (tx: PlatformTx, merchant_id: string, type: GroupType, day: string) =>
  tx.sql
    .selectFrom('account_group_member as m')
    .innerJoin('account_group as g', 'g.id', 'm.group_id')
    .select([...MEMBER, 'g.code as group_code', 'g.name as group_name'])
    .where('m.merchant_id', '=', merchant_id)
    .where('m.type', '=', type)
    .where(
      sql<boolean>`(m.effective_to is null or (m.effective_to > ${day}::date and m.effective_to > m.effective_from))`,
    )
    .orderBy('m.effective_from')
    .execute();

/** Whether a group has members on a day or later. */
export async function hasMembersFrom(tx: PlatformTx, group_id: string, day: string): Promise<boolean> {
  const found = await tx.sql
    .selectFrom('account_group_member as m')
    .select('m.id')
    .where('m.group_id', '=', group_id)
    .where(
      sql<boolean>`(m.effective_to is null or (m.effective_to > ${day}::date and m.effective_to > m.effective_from))`,
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ids of the merchants that are members of a group on a day or later. */
export async function listMembersFrom(tx: PlatformTx, group_id: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select distinct m.merchant_id from app.account_group_member m
    where m.group_id = ${group_id}
      and (m.effective_to is null or (m.effective_to > ${day}::date and m.effective_to > m.effective_from))
    order by m.merchant_id`.execute(tx.sql);
  return rows.map(({ merchant_id }) => merchant_id);
}

export const insertMember = (tx: PlatformTx, member: Insertable<DB['account_group_member']>) =>
  tx.sql.insertInto('account_group_member').values(member).execute();

export const updateMemberEnd = (
  tx: PlatformTx,
  { merchant_id, id }: Pick<MemberRow, 'merchant_id' | 'id'>,
  effective_to: string,
  now: Date,
) =>
  tx.sql
    .updateTable('account_group_member')
    .set({ effective_to, updated_at: now })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();

/** Number of members of each group on a day. */
export async function countMembers(tx: PlatformTx, group_ids: readonly string[], day: string) {
  const { rows } = await sql<{ group_id: string; count: number }>`
    select m.group_id, count(*)::int as count from app.account_group_member m
    where m.group_id = any (${group_ids}::text[]) and ${buildIsInForce(day)} group by m.group_id`.execute(tx.sql);
  return new Map(rows.map(({ group_id, count }) => [group_id, count]));
}
