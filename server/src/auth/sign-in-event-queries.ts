/** SQL of the history of sign-ins, which is kept for ninety days, and of notifying about locked accounts. */
import { sql } from 'kysely';
import type { SignInReason } from '@dasbor/contract/account';
import { newId } from '../db/new-id.ts';
import type { LoginTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';

const USER_AGENT_LENGTH_MAX = 300;

export interface NewSignInEvent {
  user_id: string;
  at: Date;
  ip: string | null;
  user_agent: string | null;
  /** null for a successful sign-in. */
  reason: SignInReason | null;
  session_id?: string;
}

export const insertSignInEvent = (tx: LoginTx, { reason, user_agent, session_id, ...event }: NewSignInEvent) =>
  tx.sql
    .insertInto('sign_in_event')
    .values({
      id: newId('sign_in_event', event.at),
      ...event,
      user_agent: user_agent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
      result: reason === null ? 'succeeded' : 'failed',
      reason,
      session_id: session_id ?? null,
    })
    .execute();

/** The sign-ins of a user, newest first. */
export async function listSignInEvents(
  tx: LoginTx,
  user_id: string,
  { since, after, limit }: { since: Date; after: Cursor | null; limit: number },
) {
  let query = tx.sql
    .selectFrom('sign_in_event')
    .select(['id', 'at', 'ip', 'user_agent', 'result', 'reason'])
    .where('user_id', '=', user_id)
    .where('at', '>=', since.toISOString());
  if (after !== null) query = query.where(sql<boolean>`(at, id) < (${after.at}::timestamptz, ${after.id})`);
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Users whose account is locked for an address that they were not notified about. */
export async function listUnnotifiedLocks(tx: LoginTx, now: Date, limit: number) {
  const { rows } = await sql<{ user_id: string; address: string }>`
    select f.user_id, f.address from app.sign_in_failure f
    where f.locked_until > ${now} and f.lock_notified_at is null
    order by f.locked_until limit ${limit}`.execute(tx.sql);
  return rows;
}

/** Marks the locks of a user as notified; false when another process did, or the user was notified since an instant. */
export async function claimLockNotification(tx: LoginTx, user_id: string, now: Date, since: Date): Promise<boolean> {
  const marked = await sql`update app.sign_in_failure f set lock_notified_at = ${now}
    where f.user_id = ${user_id} and f.locked_until > ${now} and f.lock_notified_at is null`.execute(tx.sql);
  if ((marked.numAffectedRows ?? 0n) === 0n) return false;
  const { rows } = await sql`select from app.security_event e
    where e.user_id = ${user_id} and e.kind = 'sign_in_locked' and e.at > ${since}`.execute(tx.sql);
  return rows.length === 0;
}

/** Removes one batch of sign-ins from before an id, which is ordered by time; returns their number. */
export async function deleteSignInEvents(tx: LoginTx, before_id: string, limit: number): Promise<number> {
  const deleted = await sql`delete from app.sign_in_event where id in (
    select e.id from app.sign_in_event e where e.id < ${before_id} order by e.id limit ${limit})`.execute(tx.sql);
  return Number(deleted.numAffectedRows ?? 0n);
}
