/** SQL of the staff of the provider, whose role and status are login data. */
import { sql } from 'kysely';
import type { ProviderRole } from '@dasbor/contract/access';
import type { MemberStatus } from '@dasbor/contract/user';
import { listEnrolled } from '../auth/factor-queries.ts';
import { lockAdmins } from '../auth/password-queries.ts';
import { toContainsPattern } from '../db/like-pattern.ts';
import type { LoginTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { LockedStaff } from './staff-rules.ts';
import { findPhotoTokens } from '../profile/photo-queries.ts';
import { buildPhotoUrl } from '../profile/rules.ts';

export interface StaffFilter {
  q?: string | undefined;
  status: readonly MemberStatus[];
  roles: readonly ProviderRole[] | null;
  /** null: both. */
  has_second_factor: boolean | null;
  user_id?: string;
}

export interface StaffRow {
  id: string;
  name: string;
  email: string;
  role: ProviderRole;
  status: MemberStatus;
  photo_url: string | null;
  has_second_factor: boolean;
  last_login_at: string | null;
  invited_by: string | null;
  created_at: string;
}

/** Newest first. */
export async function listStaffRows(
  tx: LoginTx,
  { q, status, roles, has_second_factor, user_id }: StaffFilter,
  { limit, after }: { limit: number; after: Cursor | null },
): Promise<StaffRow[]> {
  const pattern = q === undefined || q === '' ? null : toContainsPattern(q);
  const is_enrolled = sql<boolean>`(exists (select from app.totp t where t.user_id = l.user_id and t.confirmed_at is not null)
    or exists (select from app.passkey p where p.user_id = l.user_id))`;
  const rows = await tx.sql
    .selectFrom('login as l')
    .select(['l.user_id as id', 'l.name', 'l.email', 'l.status', 'l.last_login_at', 'l.created_at'])
    .select(['l.invited_by_name as invited_by', 'l.role'])
    .where('l.role', 'is not', null)
    .where('l.status', 'in', status)
    .$if(user_id !== undefined, (query) => query.where('l.user_id', '=', user_id ?? ''))
    .$if(roles !== null, (query) => query.where(sql<boolean>`l.role = any(${roles ?? []})`))
    .$if(pattern !== null, (query) => query.where(sql<boolean>`(l.name ilike ${pattern} or l.email ilike ${pattern})`))
    .$if(has_second_factor !== null, (query) => query.where(sql<boolean>`${is_enrolled} = ${has_second_factor}`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(l.created_at, l.user_id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? ''})`),
    )
    .orderBy('l.created_at', 'desc')
    .orderBy('l.user_id', 'desc')
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const enrolled = await listEnrolled(tx, ids);
  const photos = await findPhotoTokens(tx, ids);
  return rows.flatMap(({ role, ...row }) => {
    const photo_url = buildPhotoUrl(row.id, photos.get(row.id));
    return role === null ? [] : [{ ...row, role, photo_url, has_second_factor: enrolled.has(row.id) }];
  });
}

/** All staff, under the lock that serialises changes of them. */
export async function lockStaff(tx: LoginTx): Promise<LockedStaff[]> {
  await lockAdmins(tx);
  const rows = await tx.sql
    .selectFrom('login')
    .select(['user_id', 'name', 'email', 'role', 'status'])
    .where('role', 'is not', null)
    .execute();
  return rows.flatMap(({ role, ...row }) => (role === null ? [] : [{ ...row, role }]));
}

export const updateStaff = (tx: LoginTx, user_id: string, change: { role: ProviderRole } | { status: MemberStatus }) =>
  tx.sql.updateTable('login').set(change).where('user_id', '=', user_id).where('role', 'is not', null).execute();

export interface RestoredStaff {
  user_id: string;
  role: ProviderRole;
  name: string;
  locale: 'en' | 'id';
  phone: string | null;
  password_hash: string;
  invited_by_name: string;
}

/** Makes a removed person staff again, with a new password; false when they were not removed. */
export async function restoreStaff(tx: LoginTx, { user_id, ...given }: RestoredStaff, now: Date): Promise<boolean> {
  const restored = await tx.sql
    .updateTable('login')
    .set({ ...given, status: 'active', failed_attempts: 0, password_changed_at: now, email_verified_at: now })
    .where('user_id', '=', user_id)
    .where('role', 'is not', null)
    .where('status', '=', 'removed')
    .returning('user_id')
    .executeTakeFirst();
  return restored !== undefined;
}
