/** SQL of a user's own sessions: list them, and end all others. */
import type { LoginTx } from '../db/tx.ts';

export const listLiveSessions = (tx: LoginTx, user_id: string, now: Date) =>
  tx.sql
    .selectFrom('session')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_seen_at'])
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('idle_expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();

/** Ends all sessions of a user but one; returns the ids of those that ended. */
export async function endOtherSessions(
  tx: LoginTx,
  { user_id, except = '' }: { user_id: string; except?: string },
  reason: 'revoked' | 'password_changed',
  now: Date,
): Promise<string[]> {
  const ended = await tx.sql
    .updateTable('session')
    .set({ revoked_at: now, revoked_reason: reason })
    .where('user_id', '=', user_id)
    .where('id', '<>', except)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('idle_expires_at', '>', now.toISOString())
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}
