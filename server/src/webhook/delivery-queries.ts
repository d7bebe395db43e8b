/** SQL of deliveries and attempts. */
import { type Insertable, sql } from 'kysely';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

/** The method of an event about a payment. */
export const METHOD = sql<string | null>`data->>'method'`.as('method');

/** New events in order, locked for the dispatch; events that another worker dispatches are left out. */
export const lockUndispatched = (tx: MerchantTx, limit: number) =>
  tx.sql
    .selectFrom('webhook_event')
    .select(['id', 'type', 'created_at', METHOD])
    .where('merchant_id', '=', tx.merchant_id)
    .where('dispatched_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();

/**
 * Marks events as dispatched and creates their deliveries, which are due now; known ones stay unchanged. One statement, whose
 * text does not depend on the number of rows, so that it is planned once.
 */
export async function insertDispatched(
  tx: MerchantTx,
  { event_ids, deliveries }: { event_ids: string[]; deliveries: { endpoint_id: string; event_id: string }[] },
  now: Date,
): Promise<void> {
  await sql`
    with marked as (
      update app.webhook_event set dispatched_at = ${now}
      where merchant_id = ${tx.merchant_id} and id = any (${event_ids}::text[])
      returning id)
    insert into app.webhook_delivery as d (merchant_id, endpoint_id, event_id, status, next_attempt_at, created_at)
    select ${tx.merchant_id}, r.endpoint_id, r.event_id, 'pending', ${now}, ${now}
    from json_to_recordset(${JSON.stringify(deliveries)}::json) as r (endpoint_id text, event_id text)
    on conflict (merchant_id, endpoint_id, event_id) do nothing
    returning d.event_id`.execute(tx.sql);
}

/** Creates deliveries that are due now; known ones stay unchanged. */
export async function insertDeliveries(
  tx: MerchantTx,
  deliveries: { endpoint_id: string; event_id: string; body?: string | null }[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  await tx.sql
    .insertInto('webhook_delivery')
    .values(
      deliveries.map((delivery) => ({
        merchant_id: tx.merchant_id,
        ...delivery,
        status: 'pending' as const,
        next_attempt_at: now,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['merchant_id', 'endpoint_id', 'event_id']).doNothing())
    .execute();
}

/** Due deliveries of an endpoint with their events, those that a person requested first. */
export const listDueDeliveries = (tx: MerchantTx, endpoint_id: string, now: Date, limit: number) =>
  tx.sql
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_event as e', (join) =>
      join.onRef('e.merchant_id', '=', 'd.merchant_id').onRef('e.id', '=', 'd.event_id'),
    )
    .select(['d.event_id', 'd.attempts', 'd.tries', 'd.is_manual', 'd.body', 'd.created_at as queued_at'])
    .select(['e.id', 'e.type', 'e.api_version', 'e.sequence', 'e.is_test', 'e.data', 'e.created_at'])
    .where('d.merchant_id', '=', tx.merchant_id)
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('d.endpoint_id', '=', endpoint_id)
    .where('d.next_attempt_at', '<=', now.toISOString())
    .orderBy('d.is_manual', 'desc')
    .orderBy('d.next_attempt_at')
    .orderBy('d.event_id')
    .limit(limit)
    .execute();
export type DueDelivery = Awaited<ReturnType<typeof listDueDeliveries>>[number];

/** When the next delivery of an endpoint is due; null when none waits. */
export async function findNextDue(tx: MerchantTx, endpoint_id: string): Promise<Date | null> {
  const row = await tx.sql
    .selectFrom('webhook_delivery')
    .select('next_attempt_at')
    .where('merchant_id', '=', tx.merchant_id)
    .where('endpoint_id', '=', endpoint_id)
    .where('next_attempt_at', 'is not', null)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  const at = row?.next_attempt_at ?? null;
  return at === null ? null : new Date(at);
}

/** Changes of a delivery by an attempt. `delivered_at` null: unchanged. */
export interface DeliveryChange {
  status: 'delivered' | 'retrying' | 'exhausted' | 'failed';
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  tries: number;
  last_attempt_at: Date;
  last_http_status: number | null;
  last_error: string | null;
  last_latency_ms: number;
}

export interface AttemptOutcome {
  attempt: Omit<Insertable<DB['webhook_attempt']>, 'merchant_id'>;
  /** Attempts of the delivery before this one. */
  attempts: number;
  change: DeliveryChange;
}

/**
 * Records attempts and their results, of different events. Attempts are insert-only; a result counts only if nothing else
 * was recorded for its delivery meanwhile.
 */
export async function recordAttempts(tx: MerchantTx, outcomes: readonly AttemptOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const { merchant_id } = tx;
  const attempts = outcomes.map(({ attempt }) => attempt);
  const rows = outcomes.map(({ attempt: { endpoint_id, event_id }, attempts, change }) => ({
    endpoint_id,
    event_id,
    attempts,
    ...change,
  }));
  await sql`
    with attempted as (
      insert into app.webhook_attempt as x (merchant_id, id, endpoint_id, event_id, kind, url, is_delivered, error,
        http_status, latency_ms, request_headers, response_headers, response_body, at)
      select ${merchant_id}, a.id, a.endpoint_id, a.event_id, a.kind, a.url, a.is_delivered, a.error, a.http_status,
        a.latency_ms, a.request_headers::jsonb, a.response_headers::jsonb, a.response_body, a.at
      from json_to_recordset(${JSON.stringify(attempts)}::json) as a (id text, endpoint_id text, event_id text, kind text,
        url text, is_delivered boolean, error text, http_status int, latency_ms int, request_headers text,
        response_headers text, response_body text, at timestamptz)
      returning x.id)
    update app.webhook_delivery d set attempts = r.attempts + 1, status = r.status, is_manual = false, tries = r.tries,
      next_attempt_at = r.next_attempt_at, delivered_at = coalesce(r.delivered_at, d.delivered_at),
      last_attempt_at = r.last_attempt_at, last_http_status = r.last_http_status, last_error = r.last_error,
      last_latency_ms = r.last_latency_ms
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (endpoint_id text, event_id text, attempts int, status text,
      tries int, next_attempt_at timestamptz, delivered_at timestamptz, last_attempt_at timestamptz,
      last_http_status int, last_error text, last_latency_ms int)
    where d.merchant_id = ${merchant_id} and d.endpoint_id = r.endpoint_id and d.event_id = r.event_id
      and d.attempts = r.attempts`.execute(tx.sql);
}

/** After a recovery: everything that waits is due now, by an attempt that does not count. */
export const markAllDue = (tx: MerchantTx, endpoint_id: string, now: Date) =>
  tx.sql
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: now, tries: sql<number>`greatest(tries - 1, 0)` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('endpoint_id', '=', endpoint_id)
    .where('next_attempt_at', '>', now.toISOString())
    .execute();

/** Deliveries that one statement gives up. */
const GIVE_UP_BATCH = 2_000;

/**
 * Gives up waiting deliveries that were queued before a time, some thousand of them, so that the statement ends whatever
 * waits. Returns whether there may be more.
 */
export async function exhaustOldDeliveries(tx: MerchantTx, endpoint_id: string, queued_before: Date): Promise<boolean> {
  const { merchant_id } = tx;
  const { rows } = await sql<{ event_id: string }>`
    update app.webhook_delivery d set status = 'exhausted', next_attempt_at = null
    where d.merchant_id = ${merchant_id} and d.endpoint_id = ${endpoint_id} and d.event_id = any (array(
      select w.event_id from app.webhook_delivery w
      where w.merchant_id = ${merchant_id} and w.endpoint_id = ${endpoint_id} and w.next_attempt_at is not null
        and w.created_at < ${queued_before}
      order by w.next_attempt_at
      limit ${GIVE_UP_BATCH}))
    returning d.event_id`.execute(tx.sql);
  return rows.length === GIVE_UP_BATCH;
}

/** Restarts deliveries now, as requested by a person. Returns how many. */
export async function restartDeliveries(
  tx: MerchantTx,
  endpoint_id: string,
  event_ids: readonly string[],
  now: Date,
): Promise<number> {
  if (event_ids.length === 0) return 0;
  const rows = event_ids.map((event_id) => ({
    merchant_id: tx.merchant_id,
    endpoint_id,
    event_id,
    status: 'retrying' as const,
    is_manual: true,
    next_attempt_at: now,
    created_at: now,
  }));
  await tx.sql
    .insertInto('webhook_delivery')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'endpoint_id', 'event_id'])
        .doUpdateSet({ status: 'retrying', is_manual: true, tries: 0, next_attempt_at: now, created_at: now }),
    )
    .execute();
  return rows.length;
}

/** Events of a time range that an endpoint did not receive, oldest first; the last id of the page leads to the next one. */
export async function listMissedEvents(
  tx: MerchantTx,
  endpoint_id: string,
  { from, to, after_id, limit }: { from: string; to: string; after_id: string; limit: number },
) {
  const events = await tx.sql
    .selectFrom('webhook_event')
    .select(['id', 'type', METHOD])
    .where('merchant_id', '=', tx.merchant_id)
    .where('is_test', '=', false)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('id', '>', after_id)
    .orderBy('id')
    .limit(limit)
    .execute();
  const last_id = events.length === limit ? events.at(-1)?.id : undefined;
  if (events.length === 0) return { missed: [], last_id };
  const delivered = await tx.sql
    .selectFrom('webhook_delivery')
    .select('event_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('endpoint_id', '=', endpoint_id)
    .where('status', '=', 'delivered')
    .where(
      'event_id',
      'in',
      events.map((event) => event.id),
    )
    .execute();
  const received = new Set(delivered.map((row) => row.event_id));
  return { missed: events.filter(({ id }) => !received.has(id)), last_id };
}

/** Merchants with events that no job dispatched. */
export const listUndispatchedMerchants = async (tx: PlatformTx): Promise<string[]> => {
  const { rows } = await sql<{ merchant_id: string }>`
    select distinct merchant_id from app.webhook_event where dispatched_at is null`.execute(tx.sql);
  return rows.map((row) => row.merchant_id);
};

/** Endpoints with due deliveries that no worker holds. */
export const listDueEndpoints = async (tx: PlatformTx, now: Date): Promise<{ merchant_id: string; id: string }[]> => {
  const { rows } = await sql<{ merchant_id: string; id: string }>`
    select e.merchant_id, e.id from app.webhook_endpoint e
    where e.status <> 'disabled' and e.deleted_at is null
      and (e.lease_until is null or e.lease_until <= ${now})
      and (not e.is_open or e.probe_at <= ${now})
      and exists (select from app.webhook_delivery d
        where d.merchant_id = e.merchant_id and d.endpoint_id = e.id and d.next_attempt_at <= ${now})`.execute(tx.sql);
  return rows;
};

/**
 * Disabled endpoints with deliveries that nobody will attempt: all of a deleted one, otherwise those that were due by
 * `oldest`.
 */
export async function listAbandonedEndpoints(
  tx: PlatformTx,
  oldest: Date,
  limit: number,
): Promise<{ merchant_id: string; id: string; is_deleted: boolean }[]> {
  const { rows } = await sql<{ merchant_id: string; id: string; is_deleted: boolean }>`
    select e.merchant_id, e.id, e.deleted_at is not null as is_deleted from app.webhook_endpoint e
    where e.status = 'disabled' and exists (select from app.webhook_delivery d
      where d.merchant_id = e.merchant_id and d.endpoint_id = e.id
        and d.next_attempt_at <= case when e.deleted_at is null then ${oldest}::timestamptz else 'infinity' end)
    limit ${limit}`.execute(tx.sql);
  return rows;
}
