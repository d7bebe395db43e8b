/** SQL of passwords, of links to set one or to confirm an email, and of the requests for them. */
import { sql } from 'kysely';
import { PASSWORD_HISTORY } from '@dasbor/contract/password-limits';
import { lockName } from '../db/locks.ts';
import type { LoginTx } from '../db/tx.ts';

/** Replaced passwords that are still compared: the current one counts, too. */
const REPLACED_KEPT = PASSWORD_HISTORY - 1;

const ACCOUNT = ['user_id', 'email', 'name', 'locale', 'status', 'password_hash', 'email_verified_at'] as const;

export const findAccount = (tx: LoginTx, user_id: string) =>
  tx.sql.selectFrom('login').select(ACCOUNT).where('user_id', '=', user_id).executeTakeFirst();
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export const findAccountByEmail = (tx: LoginTx, email: string) =>
  tx.sql.selectFrom('login').select(ACCOUNT).where('email', '=', email).executeTakeFirst();

/** Hashes of the replaced passwords that must not be used again. */
export async function listReplacedPasswords(tx: LoginTx, user_id: string): Promise<string[]> {
  const rows = await tx.sql
    .selectFrom('password_history')
    .select('password_hash')
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .limit(REPLACED_KEPT)
    .execute();
  return rows.map((row) => row.password_hash);
}

/** Replaces a password; false when it changed meanwhile. The caller ends the sessions. */
export async function updatePassword(
  tx: LoginTx,
  { user_id, old_hash, new_hash }: { user_id: string; old_hash: string; new_hash: string },
  now: Date,
): Promise<boolean> {
  const updated = await tx.sql
    .updateTable('login')
    .set({ password_hash: new_hash, password_changed_at: now, failed_attempts: 0 })
    .where('user_id', '=', user_id)
    .where('password_hash', '=', old_hash)
    .returning('user_id')
    .executeTakeFirst();
  if (updated === undefined) return false;
  await tx.sql
    .insertInto('password_history')
    .values({ user_id, created_at: now, password_hash: old_hash })
    .onConflict((conflict) => conflict.columns(['user_id', 'created_at']).doNothing())
    .execute();
  await sql`delete from app.password_history h where h.user_id = ${user_id} and h.created_at < (
    select min(kept.created_at) from (
      select k.created_at from app.password_history k where k.user_id = ${user_id}
      order by k.created_at desc limit ${REPLACED_KEPT}) kept)`.execute(tx.sql);
  await tx.sql.deleteFrom('sign_in_failure').where('user_id', '=', user_id).execute();
  return true;
}

/** Marks the email of an account as confirmed. */
export async function storeEmailVerified(tx: LoginTx, user_id: string, now: Date): Promise<boolean> {
  const updated = await tx.sql
    .updateTable('login')
    .set({ email_verified_at: now })
    .where('user_id', '=', user_id)
    .where('email_verified_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return updated !== undefined;
}

export type LinkPurpose = 'reset_password' | 'set_up' | 'verify_email';

/** Stores a link. Repeating it, after a crash, changes nothing. */
export const insertLink = (
  tx: LoginTx,
  link: { token_hash: string; user_id: string; purpose: LinkPurpose; created_at: Date; expires_at: Date },
) =>
  tx.sql
    .insertInto('account_link')
    .values(link)
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();

/** An unused link of an active account. */
export const findLink = (tx: LoginTx, token_hash: string, now: Date) =>
  tx.sql
    .selectFrom('account_link as k')
    .innerJoin('login as l', 'l.user_id', 'k.user_id')
    .select(['k.purpose', 'l.user_id', 'l.email'])
    .where('k.token_hash', '=', token_hash)
    .where('k.used_at', 'is', null)
    .where('k.expires_at', '>', now.toISOString())
    .where('l.status', '=', 'active')
    .executeTakeFirst();

/** A link in any state. */
export const findAnyLink = (tx: LoginTx, token_hash: string) =>
  tx.sql
    .selectFrom('account_link')
    .select(['purpose', 'used_at'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();

/** Uses a link once, and with it every other link of the account for the same purposes; false when it was used meanwhile. */
export async function consumeLink(
  tx: LoginTx,
  { token_hash, purposes }: { token_hash: string; purposes: readonly LinkPurpose[] },
  now: Date,
): Promise<boolean> {
  const used = await tx.sql
    .updateTable('account_link')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('user_id')
    .executeTakeFirst();
  if (used === undefined) return false;
  await tx.sql
    .updateTable('account_link')
    .set({ used_at: now })
    .where('user_id', '=', used.user_id)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute();
  return true;
}

/** A changed password makes pending links to reset it worthless. */
export const voidResetLinks = (tx: LoginTx, user_id: string, now: Date) =>
  tx.sql
    .updateTable('account_link')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('purpose', 'in', ['reset_password', 'set_up'])
    .where('used_at', 'is', null)
    .execute();

export const insertRequest = (
  tx: LoginTx,
  request: {
    id: string;
    purpose: 'reset_password' | 'verify_email' | 'already_registered';
    email: string;
    ip: string | null;
    created_at: Date;
  },
) => tx.sql.insertInto('account_request').values(request).execute();

/** A request that was not done yet. */
export const findRequest = (tx: LoginTx, id: string) =>
  tx.sql
    .selectFrom('account_request')
    .select(['id', 'purpose', 'email', 'created_at'])
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();

/** Requests of an email for the same purpose since an instant, up to one of them. */
export async function countRequests(
  tx: LoginTx,
  request: { email: string; purpose: string; created_at: string },
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from app.account_request r
    where r.email = ${request.email} and r.purpose = ${request.purpose}
      and r.created_at > ${since} and r.created_at <= ${request.created_at}`.execute(tx.sql);
  return rows[0]?.count ?? 0;
}

export const markRequestDone = (tx: LoginTx, id: string, now: Date) =>
  tx.sql.updateTable('account_request').set({ done_at: now }).where('id', '=', id).execute();

/** Stores a solved bot check; false when it was used before. */
export async function insertBotCheck(tx: LoginTx, signature: string, expires_at: Date): Promise<boolean> {
  const inserted = await tx.sql
    .insertInto('bot_check')
    .values({ signature, expires_at })
    .onConflict((conflict) => conflict.column('signature').doNothing())
    .returning('signature')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Removes links, requests, bot checks and remembered devices that no longer matter; returns their number. */
export async function deleteExpiredAccountData(tx: LoginTx, now: Date, before: Date): Promise<number> {
  const deletions = [
    tx.sql.deleteFrom('bot_check').where('expires_at', '<', now.toISOString()),
    tx.sql.deleteFrom('remembered_device').where('expires_at', '<', now.toISOString()),
    tx.sql.deleteFrom('account_link').where('expires_at', '<', before.toISOString()),
    tx.sql.deleteFrom('account_request').where('created_at', '<', before.toISOString()),
    tx.sql.deleteFrom('registration').where('created_at', '<', before.toISOString()),
    tx.sql.deleteFrom('phone_code').where('created_at', '<', before.toISOString()),
    tx.sql.deleteFrom('sms_outbox').where('created_at', '<', before.toISOString()),
  ];
  let count = 0;
  for (const deletion of deletions) count += Number((await deletion.executeTakeFirst()).numDeletedRows);
  return count;
}

/** Serialises the creation of administrators. */
export const lockAdmins = (tx: LoginTx) => lockName(tx, 'create_admin');

/** Provider administrators that were not removed. */
export async function countAdmins(tx: LoginTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from app.login l
    where l.role = 'platform_admin' and l.status <> 'removed'`.execute(tx.sql);
  return rows[0]?.count ?? 0;
}
