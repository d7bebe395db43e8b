/** SQL of shared users of account groups: who reads which group. Read with the login data. */
import { sql } from 'kysely';
import { GROUP_VIEWER, getRoleAccess } from '@dasbor/contract/access';
import type { LoginTx, PlatformTx } from '../db/tx.ts';
import type { SessionUser } from './queries.ts';

/** Access of a shared user. Contact data of customers is masked. */
export const SHARED_USER_ACCESS = { role: GROUP_VIEWER, access: getRoleAccess(GROUP_VIEWER), is_masked: true } as const;

interface GroupUser {
  group_id: string;
  user_id: string;
}

/** Whether a person reads a group; undefined when they never did. */
export async function findGroupUserStatus(
  tx: LoginTx,
  { group_id, user_id }: GroupUser,
): Promise<'active' | 'removed' | undefined> {
  const row = await tx.sql
    .selectFrom('account_group_user')
    .select('status')
    .where('group_id', '=', group_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.status;
}

const OWN_GROUPS_MAX = 100;

/** Ids of the groups that a person reads, the first one first. */
export async function listOwnGroupIds(tx: LoginTx, user_id: string): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('account_group_user')
    .select('group_id')
    .where('user_id', '=', user_id)
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('group_id')
    .limit(OWN_GROUPS_MAX)
    .execute();
  return rows.map(({ group_id }) => group_id);
}

/** The pairs of these groups and people that read each other's data now, as `group|person`. */
export async function listGroupUserPairs(tx: LoginTx, pairs: readonly GroupUser[]): Promise<Set<string>> {
  const rows = await tx.sql
    .selectFrom('account_group_user')
    .select(['group_id', 'user_id'])
    .where(sql<boolean>`user_id = any (${pairs.map(({ user_id }) => user_id)}::text[])`)
    .where('status', '=', 'active')
    .execute();
  return new Set(rows.map(({ group_id, user_id }) => `${group_id}|${user_id}`));
}

/** Names of groups by id. */
export async function listGroupNames(tx: PlatformTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.sql
    .selectFrom('account_group')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any (${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lets the session read a group, and no merchant of its own. */
export const updateSessionGroup = (tx: LoginTx, session_id: string, group_id: string) =>
  tx.sql
    .updateTable('session')
    .set({ group_id, merchant_id: null })
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .execute();

/** A session of a shared user of an account group; it ends with the access to the group. */
export async function toGroupSession(
  tx: LoginTx,
  session: Omit<SessionUser, 'access' | 'is_masked' | 'role'> & { group_id: string },
): Promise<SessionUser | undefined> {
  const status = await findGroupUserStatus(tx, session);
  if (status === undefined) return undefined;
  return {
    ...session,
    ...SHARED_USER_ACCESS,
    merchant_id: null,
    impersonation_ends_at: null,
    status: session.status === 'active' ? status : session.status,
  };
}
