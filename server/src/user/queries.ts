/** SQL of the users of a merchant. Memberships are rows of the merchant; names and emails are login data. */
import { sql } from 'kysely';
import { type RoleKey } from '@dasbor/contract/access';
import type { MemberStatus } from '@dasbor/contract/user';
import { listEnrolled } from '../auth/factor-queries.ts';
import { toRoleAccess } from '../auth/membership-queries.ts';
import { toContainsPattern } from '../db/like-pattern.ts';
import type { LoginTx, MerchantTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { findPhotoTokens } from '../profile/photo-queries.ts';
import { buildPhotoUrl } from '../profile/rules.ts';
import type { RoleGrant } from '../role/rules.ts';

export interface UserFilter {
  q?: string | undefined;
  status: readonly MemberStatus[];
  roles: readonly string[] | null;
  user_id?: string;
}

export interface UserRow extends RoleGrant {
  id: string;
  name: string;
  email: string;
  photo_url: string | null;
  role_name: string | null;
  status: MemberStatus;
  has_second_factor: boolean;
  last_login_at: string | null;
  invited_by: string | null;
  created_at: string;
}

/** Newest first. Runs with the login data and reads the memberships of one merchant only. */
export async function listUsers(
  tx: LoginTx,
  merchant_id: string,
  { q, status, roles, user_id }: UserFilter,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<UserRow[]> {
  const found = q === undefined || q === '' ? null : await findMembersByText(tx, merchant_id, q);
  const rows = await tx.sql
    .selectFrom('membership as m')
    .leftJoin('role as r', (join) => join.onRef('r.id', '=', 'm.role').on('r.merchant_id', '=', merchant_id))
    .select(['m.user_id as id', 'm.role', 'm.status', 'm.created_at'])
    .select(['m.invited_by_name as invited_by', 'r.name as role_name', 'r.access', 'r.is_masked'])
    .where('m.merchant_id', '=', merchant_id)
    .where('m.status', 'in', status)
    .$if(user_id !== undefined, (query) => query.where('m.user_id', '=', user_id ?? ''))
    .$if(roles !== null, (query) => query.where(sql<boolean>`m.role = any(${roles ?? []})`))
    .$if(found !== null, (query) => query.where(sql<boolean>`m.user_id = any(${found ?? []}::text[])`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(m.created_at, m.user_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? ''})`),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.user_id', 'desc')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const people = new Map((await listPeople(tx, ids)).map((person) => [person.user_id, person]));
  const enrolled = await listEnrolled(tx, ids);
  const photos = await findPhotoTokens(tx, ids);
  return rows.map(({ access, is_masked, ...row }) => {
    const person = people.get(row.id);
    return {
      ...row,
      name: person?.name ?? '',
      email: person?.email ?? '',
      photo_url: buildPhotoUrl(row.id, photos.get(row.id)),
      last_login_at: person?.last_login_at ?? null,
      has_second_factor: enrolled.has(row.id),
      ...toRoleAccess(row.role, { access, is_masked }),
    };
  });
}

const listPeople = (tx: LoginTx, user_ids: readonly string[]) =>
  tx.sql
    .selectFrom('login')
    .select(['user_id', 'name', 'email', 'last_login_at'])
    .where(sql<boolean>`user_id = any(${user_ids}::text[])`)
    .execute();

/** The members whose name or email contains a text. */
async function findMembersByText(tx: LoginTx, merchant_id: string, q: string): Promise<string[]> {
  const members = await tx.sql
    .selectFrom('membership')
    .select('user_id')
    .where('merchant_id', '=', merchant_id)
    .execute();
  const pattern = toContainsPattern(q);
  const people = await tx.sql
    .selectFrom('login')
    .select('user_id')
    .where(sql<boolean>`user_id = any(${members.map(({ user_id }) => user_id)}::text[])`)
    .where(sql<boolean>`(name ilike ${pattern} or email ilike ${pattern})`)
    .execute();
  return people.map(({ user_id }) => user_id);
}

/** A member with any status; undefined for a person who never belonged to the merchant. */
export const findMember = (tx: MerchantTx, user_id: string) =>
  tx.sql
    .selectFrom('membership')
    .select(['user_id', 'role', 'status'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();

export const updateMember = (
  tx: MerchantTx,
  user_id: string,
  change: { role: RoleKey } | { status: MemberStatus },
  now: Date,
) =>
  tx.sql
    .updateTable('membership')
    .set({ ...change, updated_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('user_id', '=', user_id)
    .execute();

/** Ends the sessions of a person at a merchant; returns their ids. */
export async function endSessions(
  tx: LoginTx,
  { merchant_id, user_id }: { merchant_id: string; user_id: string },
  now: Date,
): Promise<string[]> {
  const ended = await tx.sql
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: 'revoked' })
    .where('user_id', '=', user_id)
    .where('merchant_id', '=', merchant_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('idle_expires_at', '>', now.toISOString())
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

export const findPerson = (tx: LoginTx, user_id: string) =>
  tx.sql.selectFrom('login').select(['name', 'email']).where('user_id', '=', user_id).executeTakeFirst();
