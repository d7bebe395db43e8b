/** SQL of roles, and the lock under which users and roles of a merchant change. */
import { sql } from 'kysely';
import { type AccessEntry, type RoleKey, isCustomRole, MERCHANT_ROLES } from '@dasbor/contract/access';
import { toRoleAccess } from '../auth/membership-queries.ts';
import type { LoginTx, MerchantTx } from '../db/tx.ts';
import type { RoleGrant } from './rules.ts';

const COLUMNS = ['id', 'name', 'access', 'is_masked', 'updated_at'] as const;

export const listCustomRoles = (tx: MerchantTx | (LoginTx & { merchant_id: string })) =>
  tx.sql
    .selectFrom('role')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .orderBy('name')
    .limit(200)
    .execute();
/** Names of the custom roles by their id. */
export const listRoleNames = async (tx: MerchantTx): Promise<Record<string, string>> =>
  Object.fromEntries((await listCustomRoles(tx)).map(({ id, name }) => [id, name]));
export type CustomRole = Awaited<ReturnType<typeof listCustomRoles>>[number];

export const findCustomRole = (tx: MerchantTx, id: string): Promise<CustomRole | undefined> =>
  tx.sql
    .selectFrom('role')
    .select(COLUMNS)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();

/** Access levels of a role of the merchant; undefined for a role that it does not have. */
export async function findRoleGrant(
  tx: MerchantTx,
  role: RoleKey,
): Promise<(RoleGrant & { name: string | null }) | undefined> {
  if (!isCustomRole(role)) {
    const is_known = (MERCHANT_ROLES as readonly string[]).includes(role);
    return is_known ? { role, name: null, ...toRoleAccess(role, { access: null, is_masked: null }) } : undefined;
  }
  const custom = await findCustomRole(tx, role);
  return custom && { role, name: custom.name, ...toRoleAccess(role, custom) };
}

/** Whether an approval policy in force names a role. */
export async function isNamedByPolicy(tx: MerchantTx, role: string): Promise<boolean> {
  const { rows } = await sql`
    select p.subject_type from (
      select distinct on (v.subject_type) v.subject_type, v.tiers from app.approval_policy v
      where v.merchant_id = ${tx.merchant_id}
      order by v.subject_type, v.version desc) p
    where p.tiers @> ${JSON.stringify([{ roles: [role] }])}::jsonb`.execute(tx.sql);
  return rows.length > 0;
}

export interface LockedMember extends RoleGrant {
  user_id: string;
  status: 'active' | 'suspended' | 'removed';
}

/**
 * Reads all members of the merchant and locks them until the transaction ends. Every change of users, roles and
 * invitations begins with it: such changes run one after another and decide on the present access of everybody.
 */
export async function lockMembers(tx: MerchantTx): Promise<LockedMember[]> {
  const members = await tx.sql
    .selectFrom('membership')
    .select(['user_id', 'role', 'status'])
    .where('merchant_id', '=', tx.merchant_id)
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
  const custom = new Map((await listCustomRoles(tx)).map((role) => [role.id, role]));
  return members.map((member) => ({
    ...member,
    ...toRoleAccess(member.role, custom.get(member.role) ?? { access: null, is_masked: null }),
  }));
}

export interface RoleChange {
  name: string;
  access: AccessEntry[];
  is_masked: boolean;
}

/** False when another role has the name. */
export async function insertRole(
  tx: MerchantTx,
  { id, created_by_name, now, ...given }: RoleChange & { id: string; created_by_name: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into app.role as x (merchant_id, id, name, access, is_masked, created_by_name, created_at, updated_at)
    values (${tx.merchant_id}, ${id}, ${given.name}, ${JSON.stringify(given.access)}, ${given.is_masked},
      ${created_by_name}, ${now}, ${now})
    on conflict (merchant_id, lower(name)) do nothing
    returning x.id`.execute(tx.sql);
  return rows.length > 0;
}

/** Throws a unique violation of `role_name` when another role has the name. */
export const updateRole = (tx: MerchantTx, id: string, { access, ...given }: RoleChange, now: Date) =>
  tx.sql
    .updateTable('role')
    .set({ ...given, access: JSON.stringify(access), updated_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .execute();

export const deleteRole = (tx: MerchantTx, id: string) =>
  tx.sql.deleteFrom('role').where('merchant_id', '=', tx.merchant_id).where('id', '=', id).execute();

/** Users with each role; removed ones do not count. */
export async function countRoleUsers(tx: MerchantTx): Promise<Map<string, number>> {
  const { rows } = await sql<{ role: string; count: number }>`
    select m.role, count(*)::int as count from app.membership m
    where m.merchant_id = ${tx.merchant_id} and m.status <> 'removed' group by m.role`.execute(tx.sql);
  return new Map(rows.map(({ role, count }) => [role, count]));
}

/** Whether a pending invitation names the role. */
export async function hasPendingInvitation(tx: MerchantTx, role: string, now: Date): Promise<boolean> {
  const found = await tx.sql
    .selectFrom('invitation')
    .select('id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('role', '=', role as RoleKey)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now.toISOString())
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Users and the sessions of this merchant whose principals are cached and must be read again. */
export const listSessionsOfMerchant = (tx: LoginTx, merchant_id: string, user_ids: string[], now: Date) =>
  sql<{ id: string; user_id: string }>`
    select s.id, s.user_id from app.session s
    where s.user_id = any(${user_ids}) and s.merchant_id = ${merchant_id} and s.revoked_at is null
      and s.idle_expires_at > ${now.toISOString()}`
    .execute(tx.sql)
    .then(({ rows }) => rows);
