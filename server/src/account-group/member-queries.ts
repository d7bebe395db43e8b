/** SQL of memberships: which groups a merchant is in on a day, and which merchants a group has on a day. */
import { type RawBuilder, sql } from 'kysely';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

/** A transaction of the merchant itself, or of the provider on one merchant. */
type OneMerchant = Pick<MerchantTx, 'merchant_id' | 'sql'>;

export type GroupType = 'reseller' | 'holding' | 'internal';
export interface GroupOnDay {
  group_id: string;
  type: GroupType;
}

/**
 * Whether the membership `m` is in force on a business day (WIB): a value, or a column of another table, e.g.
 * `from app.account_group_member m where m.merchant_id = t.merchant_id and ${isInForce(sql`t.paid_day`)}`.
 */
export const isInForce = (day: string | RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(m.effective_from <= ${day}::date and (m.effective_to is null or m.effective_to > ${day}::date))`;

/** The groups of a merchant on a business day (WIB), at most one of each type, by type. */
export async function listGroupsOnDay({ merchant_id, sql: db }: OneMerchant, day: string): Promise<GroupOnDay[]> {
  const { rows } = await sql<GroupOnDay>`
    select m.group_id, m.type from app.account_group_member m
    where m.merchant_id = ${merchant_id} and ${isInForce(day)} order by m.type`.execute(db);
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
    where m.group_id = ${group_id} and ${isInForce(day)} order by m.merchant_id`.execute(tx.sql);
  return rows.map(({ merchant_id }) => merchant_id);
}
