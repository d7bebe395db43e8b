/** SQL of the event log. */
import type { Output, Query } from '@dasbor/contract/route';
import type { WebhookEvent } from '@dasbor/contract/webhook-fields';
import type { listWebhookAttempts, listWebhookEvents } from '@dasbor/contract/webhook';
import type { WebhookEventType } from '@dasbor/contract/webhook-events';
import type { MerchantTx, QueryScope } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { METHOD } from './delivery-queries.ts';
import { buildWebhookBody } from './payload.ts';

const COLUMNS = ['id', 'type', 'object_id', 'sequence', 'api_version', 'is_test', 'created_at'] as const;
const ATTEMPTS_MAX = 100;

export type EventFilter = Pick<
  Query<typeof listWebhookEvents>,
  'type' | 'status' | 'endpoint_id' | 'object_id' | 'created_from' | 'created_to'
>;

/** The events of a filter. */
export function buildFilteredEvents({ merchant_id, sql: kysely }: QueryScope, filter: EventFilter) {
  let query = kysely.selectFrom('webhook_event').where('webhook_event.merchant_id', '=', merchant_id);
  if (filter.type !== undefined && filter.type.length > 0) query = query.where('webhook_event.type', 'in', filter.type);
  if (filter.object_id !== undefined) query = query.where('webhook_event.object_id', '=', filter.object_id);
  if (filter.created_from !== undefined) query = query.where('webhook_event.created_at', '>=', filter.created_from);
  if (filter.created_to !== undefined) query = query.where('webhook_event.created_at', '<', filter.created_to);
  const { status = [], endpoint_id } = filter;
  if (status.length > 0 || endpoint_id !== undefined) {
    query = query.where((eb) => {
      let deliveries = eb
        .selectFrom('webhook_delivery as d')
        .select('d.event_id')
        .where('d.merchant_id', '=', merchant_id)
        .whereRef('d.event_id', '=', 'webhook_event.id');
      if (endpoint_id !== undefined) deliveries = deliveries.where('d.endpoint_id', '=', endpoint_id);
      const sent = status.filter((each) => each !== 'url_not_set');
      const found = eb.exists(sent.length === 0 ? deliveries : deliveries.where('d.status', 'in', sent));
      if (sent.length === status.length) return found;
      const unsent = eb.and([eb.not(eb.exists(deliveries)), eb('webhook_event.dispatched_at', 'is not', null)]);
      return sent.length === 0 ? unsent : eb.or([found, unsent]);
    });
  }
  return query;
}

/** Events with their deliveries, newest first. */
export async function listEvents(
  tx: MerchantTx,
  filter: EventFilter,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<WebhookEvent[]> {
  let query = buildFilteredEvents(tx, filter)
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after !== null) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.at, after.id)));
  }
  return addDeliveries(tx, await query.execute());
}

type EventRow = Omit<WebhookEvent, 'status' | 'deliveries'>;

async function addDeliveries(tx: MerchantTx, events: EventRow[]): Promise<WebhookEvent[]> {
  if (events.length === 0) return [];
  const ids = events.map((event) => event.id);
  const rows = await tx.sql
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', (join) =>
      join.onRef('e.merchant_id', '=', 'd.merchant_id').onRef('e.id', '=', 'd.endpoint_id'),
    )
    .select(['d.event_id', 'd.endpoint_id', 'e.url', 'd.status', 'd.attempts', 'd.last_http_status', 'd.last_error'])
    .select(['d.last_latency_ms', 'd.last_attempt_at', 'd.next_attempt_at', 'd.delivered_at'])
    .where('d.merchant_id', '=', tx.merchant_id)
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('d.event_id', 'in', ids)
    .orderBy('d.endpoint_id')
    .execute();
  return events.map((event) => {
    const deliveries = rows.filter((row) => row.event_id === event.id);
    return { ...event, status: combineStatus(deliveries), deliveries };
  });
}

/** The most urgent status first. */
export const STATUSES_BY_URGENCY = ['exhausted', 'failed', 'retrying', 'pending', 'delivered'] as const;

const combineStatus = (deliveries: WebhookEvent['deliveries']): WebhookEvent['status'] =>
  STATUSES_BY_URGENCY.find((status) => deliveries.some((delivery) => delivery.status === status)) ?? 'url_not_set';

/** An event with the body of its requests. */
export async function findEvent(tx: MerchantTx, id: string): Promise<(WebhookEvent & { payload: string }) | undefined> {
  const row = await tx.sql
    .selectFrom('webhook_event')
    .select([...COLUMNS, 'data'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { data: _, ...event } = row;
  const [found] = await addDeliveries(tx, [event]);
  return found && { ...found, payload: buildWebhookBody(row) };
}

/** The latest event of each object that has one. */
export async function listLatestEventIds(tx: MerchantTx, object_ids: readonly string[]): Promise<string[]> {
  if (object_ids.length === 0) return [];
  const rows = await tx.sql
    .selectFrom('webhook_event')
    .select('id')
    .distinctOn('object_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('object_id', 'in', object_ids)
    .where('is_test', '=', false)
    .orderBy('object_id')
    .orderBy('sequence', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** Types of events by id; unknown ids are left out. */
export async function listEventTypes(
  tx: MerchantTx,
  ids: string[],
): Promise<{ id: string; type: WebhookEventType; method: string | null }[]> {
  if (ids.length === 0) return [];
  return tx.sql
    .selectFrom('webhook_event')
    .select(['id', 'type', METHOD])
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', 'in', ids)
    .where('is_test', '=', false)
    .execute();
}

/** The attempts to deliver an event, newest first. */
export async function listAttempts(
  tx: MerchantTx,
  event_id: string,
  body: string,
): Promise<Output<typeof listWebhookAttempts>['data']> {
  const rows = await tx.sql
    .selectFrom('webhook_attempt')
    .select(['id', 'endpoint_id', 'event_id', 'kind', 'url', 'is_delivered', 'error', 'http_status', 'latency_ms'])
    .select(['request_headers', 'response_headers', 'response_body', 'at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('event_id', '=', event_id)
    .orderBy('id', 'desc')
    .limit(ATTEMPTS_MAX)
    .execute();
  const own = await listOwnBodies(tx, event_id);
  return rows.map((row) => ({ ...row, request_body: own.get(row.endpoint_id) ?? body }));
}

/** Bodies of an event that are not those of webhooks, by endpoint. */
async function listOwnBodies(tx: MerchantTx, event_id: string): Promise<Map<string, string | null>> {
  const rows = await tx.sql
    .selectFrom('webhook_delivery')
    .select(['endpoint_id', 'body'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('event_id', '=', event_id)
    .where('body', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.endpoint_id, row.body]));
}

/** A test event, which only the endpoint that is tested receives. */
export const insertTestEvent = (
  tx: MerchantTx,
  event: { id: string; type: WebhookEventType; api_version: string; data: object; created_at: Date },
) =>
  tx.sql
    .insertInto('webhook_event')
    .values({
      merchant_id: tx.merchant_id,
      ...event,
      event_key: event.id,
      object_id: null,
      sequence: 1,
      data: JSON.stringify(event.data),
      is_test: true,
      dispatched_at: event.created_at,
    })
    .execute();
