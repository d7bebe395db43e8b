/** SQL of the retention of records. Every statement removes one batch and returns its size. */
import { sql } from 'kysely';
import type { LoginTx, MerchantTx, PlatformTx } from '../db/tx.ts';

/** Rows per statement: short locks, and short transactions for replicas. */
const BATCH = 5_000;

const toCount = (result: { numAffectedRows?: bigint }): number => Number(result.numAffectedRows ?? 0n);

export const deleteIdempotencyKeys = async (tx: PlatformTx, merchant_id: string, now: Date): Promise<number> =>
  toCount(
    await sql`delete from app.idempotency_key where merchant_id = ${merchant_id} and (route, key) in (
      select k.route, k.key from app.idempotency_key k
      where k.merchant_id = ${merchant_id} and k.expires_at < ${now} limit ${BATCH})`.execute(tx.sql),
  );

export const deleteExternalIds = async (tx: PlatformTx, merchant_id: string, before_day: string): Promise<number> =>
  toCount(
    await sql`delete from app.rail_external_id where merchant_id = ${merchant_id}
      and business_day < ${before_day}::date`.execute(tx.sql),
  );

export const deleteRailLog = async (tx: PlatformTx, merchant_id: string, before_id: string): Promise<number> =>
  toCount(
    await sql`delete from app.rail_log where merchant_id = ${merchant_id} and id in (
      select l.id from app.rail_log l
      where l.merchant_id = ${merchant_id} and l.id < ${before_id} limit ${BATCH})`.execute(tx.sql),
  );

export const deleteApiRequests = async (tx: PlatformTx, merchant_id: string, before_id: string): Promise<number> =>
  toCount(
    await sql`delete from app.api_request where merchant_id = ${merchant_id} and id in (
      select r.id from app.api_request r
      where r.merchant_id = ${merchant_id} and r.id < ${before_id} limit ${BATCH})`.execute(tx.sql),
  );

/** The newest callback of each cause stays: it is an exception until a person handles it. */
export const deleteUnmatchedCallbacks = async (tx: PlatformTx, before: Date): Promise<number> =>
  toCount(
    await sql`delete from app.unmatched_callback where id in (
      select c.id from app.unmatched_callback c where c.at < ${before}
        and exists (select 1 from app.unmatched_callback n
          where n.id > c.id and n.partner is not distinct from c.partner and n.endpoint = c.endpoint
            and n.response_code = c.response_code and md5(n.reason) = md5(c.reason))
      limit ${BATCH})`.execute(tx.sql),
  );

/** Removes the address and browser of payers of payments before an id. An index holds only the payments that have them. */
export const clearPayerAddresses = async (tx: MerchantTx, before_id: string): Promise<number> =>
  toCount(
    await sql`update app.transaction set ip = null, user_agent = null where merchant_id = ${tx.merchant_id} and id in (
      select t.id from app.transaction t
      where t.merchant_id = ${tx.merchant_id} and t.id < ${before_id}
        and (t.ip is not null or t.user_agent is not null) limit ${BATCH})`.execute(tx.sql),
  );

/** Removes expired keys of users without a merchant. */
export const deleteUserIdempotencyKeys = async (tx: LoginTx, now: Date): Promise<number> =>
  toCount(
    await sql`delete from app.user_idempotency_key where (user_id, route, key) in (
      select k.user_id, k.route, k.key from app.user_idempotency_key k
      where k.expires_at < ${now} limit ${BATCH})`.execute(tx.sql),
  );

/** Removes ended sessions with their tokens. */
export async function deleteSessions(tx: LoginTx, before: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from app.session
    where last_seen_at < ${before} and (revoked_at is not null or expires_at < ${before}) limit ${BATCH}`.execute(
    tx.sql,
  );
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  await tx.sql.deleteFrom('refresh_token').where('session_id', 'in', ids).execute();
  await tx.sql.deleteFrom('session').where('id', 'in', ids).execute();
  return ids.length;
}

/** Removes webhook events that were recorded before an id, with their deliveries and attempts. */
export async function deleteWebhookEvents(tx: PlatformTx, merchant_id: string, before_id: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from app.webhook_event
    where merchant_id = ${merchant_id} and id < ${before_id} limit ${BATCH}`.execute(tx.sql);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  await sql`delete from app.webhook_attempt where merchant_id = ${merchant_id} and event_id = any (${ids})`.execute(
    tx.sql,
  );
  await sql`delete from app.webhook_delivery where merchant_id = ${merchant_id} and event_id = any (${ids})`.execute(
    tx.sql,
  );
  await sql`delete from app.webhook_event where merchant_id = ${merchant_id} and id = any (${ids})`.execute(tx.sql);
  return ids.length;
}
