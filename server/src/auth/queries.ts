/** SQL of the login data: users, sessions, refresh tokens. */
import { sql } from 'kysely';
import { type AccessEntry, type ProviderRole, type RoleKey, getRoleAccess } from '@dasbor/contract/access';
import { commitAsynchronously } from '../db/asynchronous-commit.ts';
import type { LoginTx, PlatformTx } from '../db/tx.ts';
import type { User } from '../http/user.ts';
import { toGroupSession } from './group-user-queries.ts';
import { IMPERSONATED, canImpersonate, findMembershipAccess } from './membership-queries.ts';
import type { Failures } from './rules.ts';

export interface NewLogin {
  user_id: string;
  /** Lower case; unique. */
  email: string;
  /** Role of provider staff; null for people of merchants, who have memberships. */
  role: ProviderRole | null;
  name: string;
  locale?: 'en' | 'id';
  password_hash: string;
  created_at: Date;
  /** When the person proved to read the email; by default at once. null: they must confirm it before they sign in. */
  email_verified_at?: Date | null;
  phone?: string | null;
  /** Of provider staff: name of the person who invited them. */
  invited_by_name?: string;
}

/** Inserts a user; false when the email is taken. */
export async function insertLogin(tx: LoginTx, login: NewLogin): Promise<boolean> {
  const inserted = await tx.sql
    .insertInto('login')
    .values({ status: 'active', email_verified_at: login.created_at, ...login })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

const LOGIN = ['user_id', 'role', 'password_hash', 'status', 'failed_attempts', 'email_verified_at'] as const;

export const findLogin = (tx: LoginTx, email: string) =>
  tx.sql.selectFrom('login').select(LOGIN).where('email', '=', email).executeTakeFirst();

export const findLoginById = (tx: LoginTx, user_id: string) =>
  tx.sql.selectFrom('login').select(LOGIN).where('user_id', '=', user_id).executeTakeFirst();

/** Reads a user and locks the row until the end of the transaction. */
export const lockLogin = (tx: LoginTx, user_id: string) =>
  tx.sql.selectFrom('login').select(LOGIN).where('user_id', '=', user_id).forNoKeyUpdate().executeTakeFirst();

/** Failures of an account from one address. */
export const findFailures = (tx: LoginTx, user_id: string, address: string): Promise<Failures | undefined> =>
  tx.sql
    .selectFrom('sign_in_failure')
    .select(['failed_attempts', 'locked_until'])
    .where('user_id', '=', user_id)
    .where('address', '=', address)
    .executeTakeFirst();

/** Stores a failed sign-in. Commits asynchronously, because a disk wait would reveal which emails exist. */
export async function storeFailures(
  tx: LoginTx,
  { user_id, address }: { user_id: string; address: string },
  failures: Failures,
  now: Date,
): Promise<void> {
  await commitAsynchronously(tx);
  // A lock is notified about once; counting again after it makes the next one new.
  const row = { ...failures, updated_at: now, ...(failures.locked_until === null ? { lock_notified_at: null } : {}) };
  await tx.sql
    .insertInto('sign_in_failure')
    .values({ user_id, address, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet(row))
    .execute();
  await tx.sql
    .updateTable('login')
    .set((update) => ({ failed_attempts: update('failed_attempts', '+', 1) }))
    .where('user_id', '=', user_id)
    .execute();
}

export const updateLastLogin = (tx: LoginTx, user_id: string, now: Date) =>
  tx.sql.updateTable('login').set({ last_login_at: now }).where('user_id', '=', user_id).execute();

/** Forgets the failures of an account from one address, and its total, after it proved who it is. */
export async function clearFailures(
  tx: LoginTx,
  { user_id, address }: { user_id: string; address: string },
): Promise<void> {
  await tx.sql.deleteFrom('sign_in_failure').where('user_id', '=', user_id).where('address', '=', address).execute();
  await tx.sql.updateTable('login').set({ failed_attempts: 0 }).where('user_id', '=', user_id).execute();
}

/** Stores a strong authentication of a session. */
export const updateAuthenticatedAt = (tx: LoginTx, session_id: string, now: Date) =>
  tx.sql.updateTable('session').set({ authenticated_at: now }).where('id', '=', session_id).execute();

/** Counts a sign-in of an address in the current minute of the database, for all processes together. */
export async function countSignIn(tx: LoginTx, address: string): Promise<number> {
  await commitAsynchronously(tx);
  const { rows } = await sql<{ attempts: number }>`
    insert into app.sign_in_window as w (address, minute, attempts)
    values (${address}, date_trunc('minute', statement_timestamp()), 1)
    on conflict (address, minute) do update set attempts = w.attempts + 1
    returning w.attempts`.execute(tx.sql);
  return rows[0]?.attempts ?? 0;
}

/** Removes counts of past minutes and failures that no longer matter. */
export async function deleteSignInCounts(tx: LoginTx, before: Date): Promise<number> {
  const windows = await tx.sql
    .deleteFrom('sign_in_window')
    .where('minute', '<', before.toISOString())
    .executeTakeFirst();
  const failures = await tx.sql
    .deleteFrom('sign_in_failure')
    .where('updated_at', '<', before.toISOString())
    .executeTakeFirst();
  return Number(windows.numDeletedRows + failures.numDeletedRows);
}

export interface NewSession {
  /** Account group that a shared user reads; null: none. */
  group_id: string | null;
  id: string;
  user_id: string;
  /** The merchant that the session works in; null for provider staff. */
  merchant_id: string | null;
  user_agent: string | null;
  ip: string | null;
  created_at: Date;
  idle_expires_at: Date;
  expires_at: Date;
  device_hash: string;
}

/** Last use of a device of the user, and whether any device is known. */
export async function findDeviceUse(
  tx: LoginTx,
  user_id: string,
  device_hash: string,
): Promise<{ last_used_at: string | null; knows_any: boolean }> {
  const { rows } = await sql<{ last_used_at: string | null; knows_any: boolean }>`
    select
      (select max(s.last_seen_at) from app.session s
        where s.user_id = ${user_id} and s.device_hash = ${device_hash}) as last_used_at,
      exists (select from app.session s where s.user_id = ${user_id} and s.device_hash is not null) as knows_any
  `.execute(tx.sql);
  return rows[0] ?? { last_used_at: null, knows_any: false };
}

export const insertSession = (tx: LoginTx, session: NewSession) =>
  tx.sql
    .insertInto('session')
    .values({ ...session, last_seen_at: session.created_at })
    .execute();

export const insertRefreshToken = (
  tx: LoginTx,
  token: { token_hash: string; session_id: string; generation: number; created_at: Date },
) => tx.sql.insertInto('refresh_token').values(token).execute();

export const findTokenSession = (tx: LoginTx, token_hash: string) =>
  tx.sql.selectFrom('refresh_token').select('session_id').where('token_hash', '=', token_hash).executeTakeFirst();

/** Locks a session, which serialises the refreshes of one token family. */
export const lockSession = (tx: LoginTx, session_id: string) =>
  tx.sql.selectFrom('session').select('id').where('id', '=', session_id).forNoKeyUpdate().executeTakeFirst();

export interface SessionUser extends Pick<User, 'name' | 'email' | 'locale' | 'time_zone'> {
  id: string;
  revoked_at: string | null;
  expires_at: string;
  idle_expires_at: string;
  created_at: string;
  /** Last strong authentication after the sign-in; null: none. */
  authenticated_at: string | null;
  has_second_factor: boolean;
  user_id: string;
  /** Of provider staff: the merchant that they read now; null outside of it. */
  merchant_id: string | null;
  /** The account group that a shared user reads; null for everyone else. */
  group_id: string | null;
  /** Until when provider staff read the merchant; null: the user belongs to the merchant. */
  impersonation_ends_at: string | null;
  role: RoleKey;
  access: AccessEntry[];
  is_masked: boolean;
  /** `active` only while the person and the membership at the merchant of the session are. */
  status: 'active' | 'suspended' | 'removed';
}

/** A session with its user and their access at the merchant of the session, for authentication and refresh. */
export async function findSession(tx: LoginTx, session_id: string, now: Date): Promise<SessionUser | undefined> {
  const session = await tx.sql
    .selectFrom('session as s')
    .innerJoin('login as l', 'l.user_id', 's.user_id')
    .select(['s.id', 's.merchant_id', 's.group_id', 's.revoked_at', 's.expires_at', 's.idle_expires_at'])
    .select(['s.created_at', 's.authenticated_at', 's.impersonation_ends_at'])
    .select(
      sql<boolean>`exists (select from app.totp t where t.user_id = l.user_id and t.confirmed_at is not null)
        or exists (select from app.passkey p where p.user_id = l.user_id)`.as('has_second_factor'),
    )
    .select(['l.user_id', 'l.name', 'l.email', 'l.locale', 'l.time_zone', 'l.role', 'l.status'])
    .where('s.id', '=', session_id)
    .executeTakeFirst();
  if (session === undefined) return undefined;
  const { role, merchant_id, user_id } = session;
  if (role !== null) return toStaffSession({ ...session, role }, now);
  if (session.group_id !== null) return toGroupSession(tx, { ...session, group_id: session.group_id });
  if (merchant_id === null) return undefined;
  const membership = await findMembershipAccess(tx, { merchant_id, user_id });
  if (membership === undefined) return undefined;
  const status = session.status === 'active' ? membership.status : session.status;
  return { ...session, ...membership, group_id: null, impersonation_ends_at: null, status };
}

type StaffSession = Omit<SessionUser, 'access' | 'is_masked'> & { role: ProviderRole };

/** A session of provider staff: as themselves, or while they read a merchant. */
function toStaffSession(session: StaffSession, now: Date): SessionUser {
  const { role, merchant_id, impersonation_ends_at: ends_at } = session;
  const own = { ...session, group_id: null };
  const is_reading = merchant_id !== null && ends_at !== null && Date.parse(ends_at) > now.getTime();
  if (is_reading && canImpersonate(role)) {
    return { ...own, ...IMPERSONATED };
  }
  return { ...own, merchant_id: null, impersonation_ends_at: null, access: getRoleAccess(role), is_masked: false };
}

/** The presented token and the newest generation of its session. */
export async function findToken(tx: LoginTx, session_id: string, token_hash: string) {
  const rows = await tx.sql
    .selectFrom('refresh_token')
    .select(['token_hash', 'generation', 'replaced_at'])
    .where('session_id', '=', session_id)
    .where((where) =>
      where.or([
        where('token_hash', '=', token_hash),
        where(
          'generation',
          '=',
          where
            .selectFrom('refresh_token as newest')
            .select((select) => select.fn.max('newest.generation').as('generation'))
            .where('newest.session_id', '=', session_id),
        ),
      ]),
    )
    .execute();
  const token = rows.find((row) => row.token_hash === token_hash);
  return token && { token, newest_generation: Math.max(...rows.map((row) => row.generation)) };
}

/** Replaces a token by its successor and marks the session as used. */
export async function rotateToken(
  tx: LoginTx,
  session_id: string,
  change: { old_hash: string; new_hash: string; generation: number; now: Date; idle_expires_at: Date },
): Promise<void> {
  const { old_hash, new_hash, generation, now, idle_expires_at } = change;
  await tx.sql.updateTable('refresh_token').set({ replaced_at: now }).where('token_hash', '=', old_hash).execute();
  await insertRefreshToken(tx, { token_hash: new_hash, session_id, generation: generation + 1, created_at: now });
  await tx.sql
    .updateTable('session')
    .set({ last_seen_at: now, idle_expires_at })
    .where('id', '=', session_id)
    .execute();
}

/** Ends a session of the user; false when it belongs to another user or has ended. */
export async function endSession(
  tx: LoginTx,
  session: { id: string; user_id: string },
  reason: 'logout' | 'reuse' | 'revoked' | 'password_changed',
  now: Date,
): Promise<boolean> {
  const ended = await tx.sql
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('id', '=', session.id)
    .where('user_id', '=', session.user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('idle_expires_at', '>', now.toISOString())
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Whether role access is enabled for the merchant (specification section 3). */
export async function findRoleAccess(tx: PlatformTx, merchant_id: string): Promise<'enabled' | 'disabled'> {
  const merchant = await tx.sql
    .selectFrom('merchant')
    .select('role_access')
    .where('merchant_id', '=', merchant_id)
    .executeTakeFirst();
  return merchant?.role_access === 'enabled' ? 'enabled' : 'disabled';
}
