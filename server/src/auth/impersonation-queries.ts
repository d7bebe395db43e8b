/** SQL of the sessions in which provider staff read a merchant. */
import { sql } from 'kysely';
import { newId } from '../db/new-id.ts';
import type { LoginTx } from '../db/tx.ts';

interface Impersonation {
  merchant_id: string;
  ends_at: Date;
  reason: string;
}

export const storeImpersonation = (tx: LoginTx, session_id: string, { merchant_id, ends_at, reason }: Impersonation) =>
  tx.sql
    .updateTable('session')
    .set({ merchant_id, impersonation_ends_at: ends_at, impersonation_reason: reason })
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .execute();

/**
 * Ends the impersonation of a session and returns its merchant; null when it ended before. `ends_at`: only the one that
 * ends then, so that a late job does not end a later one.
 */
export async function clearImpersonation(
  tx: LoginTx,
  session_id: string,
  ends_at?: string,
): Promise<{ merchant_id: string; user_id: string; name: string } | null> {
  const found = await tx.sql
    .selectFrom('session as s')
    .innerJoin('login as l', 'l.user_id', 's.user_id')
    .select(['s.merchant_id', 's.impersonation_ends_at', 's.user_id', 'l.name'])
    .where('s.id', '=', session_id)
    .where('s.impersonation_ends_at', 'is not', null)
    .forNoKeyUpdate('s')
    .executeTakeFirst();
  if (found === undefined || found.merchant_id === null || found.impersonation_ends_at === null) return null;
  if (ends_at !== undefined && Date.parse(found.impersonation_ends_at) !== Date.parse(ends_at)) return null;
  await tx.sql
    .updateTable('session')
    .set({ merchant_id: null, impersonation_ends_at: null, impersonation_reason: null })
    .where('id', '=', session_id)
    .execute();
  return { merchant_id: found.merchant_id, user_id: found.user_id, name: found.name };
}

interface ProviderEvent {
  user_id: string;
  kind: 'impersonation_started' | 'impersonation_ended';
  at: Date;
  ip: string | null;
  merchant_id: string;
}

/** Records the event in the log of the person's account. It is published at once: nobody is emailed about it. */
export const insertProviderEvent = (tx: LoginTx, { user_id, kind, at, ip, merchant_id }: ProviderEvent) =>
  sql`
    insert into app.security_event (id, user_id, kind, at, ip, actor_type, actor_id, details, published_at)
    values (${newId('security_event', at)}, ${user_id}, ${kind}, ${at}, ${ip}, 'user', ${user_id},
      ${JSON.stringify({ merchant_id })}::jsonb, ${at})`.execute(tx.sql);
