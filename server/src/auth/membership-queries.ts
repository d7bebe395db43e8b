/** SQL of memberships: which merchants a person belongs to, and with which access. Read with the login data. */
import { sql } from 'kysely';
import { IMPERSONATION_ACCESS } from '@dasbor/contract/impersonation';
import {
  type AccessEntry,
  type ProviderRole,
  type RoleKey,
  fillAccess,
  getRoleAccess,
  getRoleLevel,
  hasLevel,
  isCustomRole,
} from '@dasbor/contract/access';
import type { LoginTx, MerchantTx } from '../db/tx.ts';
import { SHARED_USER_ACCESS, listGroupUserPairs } from './group-user-queries.ts';
import { type ListedPerson, listMerchantsToSearch } from './membership-directory-queries.ts';

export interface MembershipAccess {
  role: RoleKey;
  status: 'active' | 'suspended' | 'removed';
  access: AccessEntry[];
  /** Whether contact data of customers is masked. */
  is_masked: boolean;
}

/** Access levels of a role; none for a custom role that does not exist. */
export function toRoleAccess(
  role: RoleKey,
  custom: { access: AccessEntry[] | null; is_masked: boolean | null },
): Pick<MembershipAccess, 'access' | 'is_masked'> {
  if (isCustomRole(role)) return { access: fillAccess(custom.access ?? []), is_masked: custom.is_masked ?? true };
  return { access: getRoleAccess(role), is_masked: role === 'support' };
}

/** The memberships of one merchant with their custom roles. */
const buildMemberQuery = (tx: LoginTx, merchant_id: string) =>
  tx.sql
    .selectFrom('membership as m')
    .leftJoin('role as r', (join) =>
      join
        .onRef('r.id', '=', 'm.role')
        .onRef('r.merchant_id', '=', 'm.merchant_id')
        .on('r.merchant_id', '=', merchant_id),
    )
    .where('m.merchant_id', '=', merchant_id);

/** The membership of a person at a merchant with its effective access; undefined when there is none. */
export async function findMembershipAccess(
  tx: LoginTx,
  { merchant_id, user_id }: { merchant_id: string; user_id: string },
): Promise<MembershipAccess | undefined> {
  const found = await buildMemberQuery(tx, merchant_id)
    .select(['m.role', 'm.status', 'r.access', 'r.is_masked'])
    .where('m.user_id', '=', user_id)
    .executeTakeFirst();
  return found && { role: found.role, status: found.status, ...toRoleAccess(found.role, found) };
}

/** Memberships of several merchants with their custom roles. */
const buildMerchantMembersQuery = (tx: LoginTx, merchant_ids: readonly string[]) =>
  tx.sql
    .selectFrom('membership as m')
    .leftJoin('role as r', (join) =>
      join
        .onRef('r.merchant_id', '=', 'm.merchant_id')
        .onRef('r.id', '=', 'm.role')
        .on(sql<boolean>`r.merchant_id = any(${merchant_ids}::text[])`),
    )
    .where(sql<boolean>`m.merchant_id = any(${merchant_ids}::text[])`)
    .where('m.status', '=', 'active');

/** The merchants that a person is an active member of, the longest membership first. */
export async function listActiveMemberships(tx: LoginTx, user_id: string) {
  const rows = await buildMerchantMembersQuery(tx, await listMerchantsToSearch(tx, [user_id]))
    .select(['m.merchant_id', 'm.role', 'r.name as role_name'])
    .where('m.user_id', '=', user_id)
    .orderBy('m.created_at')
    .orderBy('m.merchant_id')
    .limit(100)
    .execute();
  return rows;
}

/** Whether a person also belongs to another merchant; a suspended member may be active there again. */
export async function isMemberElsewhere(
  tx: LoginTx,
  { merchant_id, user_id }: { merchant_id: string; user_id: string },
): Promise<boolean> {
  const others = (await listMerchantsToSearch(tx, [user_id])).filter((other) => other !== merchant_id);
  const found = await tx.sql
    .selectFrom('membership as m')
    .select('m.user_id')
    .where(sql<boolean>`m.merchant_id = any(${others}::text[])`)
    .where('m.user_id', '=', user_id)
    .where('m.status', '<>', 'removed')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Role of provider staff while they read a merchant. Contact data of its customers is masked. */
export const IMPERSONATED = { role: 'support', access: IMPERSONATION_ACCESS, is_masked: true } as const;

/** Whether a role may read merchants: a session that reads one stops when its person no longer has such a role. */
export const canImpersonate = (role: ProviderRole): boolean => hasLevel(getRoleLevel(role, 'Impersonation'), 'manage');

/** Fingerprint of a session's principal: changes when its merchant, role or levels change. */
export const buildSessionStamp = (user: {
  merchant_id: string | null;
  group_id?: string | null | undefined;
  role: RoleKey;
  is_masked: boolean;
  access: AccessEntry[];
}): string => JSON.stringify([user.merchant_id, user.group_id ?? null, user.role, user.is_masked, user.access]);

/** The stamps of the given sessions that are alive; one set of queries for all open streams of a process. */
export async function readSessionStamps(tx: LoginTx, ids: string[], now: Date): Promise<Map<string, string>> {
  const { rows: sessions } = await sql<{
    id: string;
    user_id: string;
    merchant_id: string | null;
    group_id: string | null;
    role: ProviderRole | null;
    is_impersonating: boolean | null;
  }>`
    select s.id, s.user_id, s.merchant_id, s.group_id, l.role, s.impersonation_ends_at > ${now.toISOString()} as is_impersonating from app.session s join app.login l on l.user_id = s.user_id
    where s.id = any(${ids}) and s.revoked_at is null and l.status = 'active'
      and s.expires_at > ${now.toISOString()} and s.idle_expires_at > ${now.toISOString()}`.execute(tx.sql);
  const user_ids = [...new Set(sessions.map(({ user_id }) => user_id))];
  const merchant_ids = [...new Set(sessions.flatMap(({ merchant_id }) => merchant_id ?? []))];
  const members = await buildMerchantMembersQuery(tx, merchant_ids)
    .select(['m.merchant_id', 'm.user_id', 'm.role', 'r.access', 'r.is_masked'])
    .where(sql<boolean>`m.user_id = any(${user_ids})`)
    .execute();
  const by_person = new Map(members.map((member) => [`${member.merchant_id}|${member.user_id}`, member]));
  const stamps = new Map<string, string>();
  const group_users = await listGroupUserPairs(
    tx,
    sessions.flatMap(({ group_id, user_id }) => (group_id === null ? [] : [{ group_id, user_id }])),
  );
  for (const { id, user_id, merchant_id, group_id, role, is_impersonating } of sessions) {
    if (role !== null) {
      const own = { merchant_id: null, role, ...toRoleAccess(role, NO_CUSTOM) };
      const reads_merchant = is_impersonating === true && canImpersonate(role);
      stamps.set(id, buildSessionStamp(reads_merchant ? { merchant_id, ...IMPERSONATED } : own));
      continue;
    }
    if (group_id !== null) {
      if (!group_users.has(`${group_id}|${user_id}`)) continue;
      stamps.set(id, buildSessionStamp({ merchant_id: null, group_id, ...SHARED_USER_ACCESS }));
      continue;
    }
    const member = by_person.get(`${merchant_id}|${user_id}`);
    if (member === undefined) continue;
    stamps.set(id, buildSessionStamp({ merchant_id, role: member.role, ...toRoleAccess(member.role, member) }));
  }
  return stamps;
}

const NO_CUSTOM = { access: null, is_masked: null };

export const updateSessionMerchant = (tx: LoginTx, session_id: string, merchant_id: string) =>
  tx.sql
    .updateTable('session')
    .set({ merchant_id, group_id: null })
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .execute();

/** The merchant or the account group of the newest session of a person; null for none. */
export async function findLastWorkspace(tx: LoginTx, user_id: string): Promise<string | null> {
  const session = await tx.sql
    .selectFrom('session')
    .select(['merchant_id', 'group_id'])
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return session?.group_id ?? session?.merchant_id ?? null;
}

export interface ActiveMember extends Pick<MembershipAccess, 'role' | 'access'> {
  user_id: string;
  name: string;
  email: string;
  /** When the email was confirmed to be theirs; null: not yet. */
  email_verified_at: string | null;
  locale: 'en' | 'id';
}

/** The active members of a merchant, by name. */
export async function listActiveMembers(tx: LoginTx, merchant_id: string): Promise<ActiveMember[]> {
  // Two queries: on a sharded database, memberships and logins are on different nodes.
  const members = await buildMemberQuery(tx, merchant_id)
    .select(['m.user_id', 'm.role', 'r.access', 'r.is_masked'])
    .where('m.status', '=', 'active')
    .execute();
  const by_id = new Map(members.map((member) => [member.user_id, member]));
  const { rows } = await sql<Pick<ActiveMember, 'user_id' | 'name' | 'email' | 'email_verified_at' | 'locale'>>`
    select user_id, name, email, email_verified_at, locale from app.login
    where user_id = any(${[...by_id.keys()]}) and status = 'active'
    order by name, user_id`.execute(tx.sql);
  return rows.flatMap((person) => {
    const member = by_id.get(person.user_id);
    return member === undefined
      ? []
      : [{ ...person, role: member.role, access: toRoleAccess(member.role, member).access }];
  });
}

export interface NewMembership {
  role: RoleKey;
  invited_by: string | null;
  invited_by_name: string | null;
  created_at: Date;
}

/**
 * Makes a person a member of the merchant, or a former member active again. False when the person is a member. The directory
 * of memberships has the person before the transaction begins.
 */
export async function insertMembership(tx: MerchantTx, listed: ListedPerson, member: NewMembership): Promise<boolean> {
  if (listed.merchant_id !== tx.merchant_id) throw new Error('The person is in the directory of another merchant');
  const { user_id } = listed;
  const { created_at, ...given } = member;
  const inserted = await tx.sql
    .insertInto('membership')
    .values({ merchant_id: tx.merchant_id, user_id, ...given, status: 'active', created_at, updated_at: created_at })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'user_id'])
        .doUpdateSet({ ...given, status: 'active', updated_at: created_at })
        .where('membership.status', '=', 'removed'),
    )
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The account of an email; undefined when nobody has it. */
export const findAccountOfEmail = (tx: LoginTx, email: string) =>
  tx.sql
    .selectFrom('login')
    .select(['user_id', 'name', 'locale', 'role', 'status', 'email_verified_at'])
    .where('email', '=', email)
    .executeTakeFirst();
