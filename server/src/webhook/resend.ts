/** Sends events again on request: single ones, selections, and everything that an endpoint missed between two times. */
import type { WebhookEventType } from '@dasbor/contract/webhook-events';
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { insertDeliveries, listMissedEvents, recordAttempts, restartDeliveries } from './delivery-queries.ts';
import type { DeliverDeps } from './deliver.ts';
import { isReceiver } from './rules.ts';
import { type SnapDelivery, buildAttempt, sendEvent } from './send-event.ts';
import { buildNotificationBody, buildSamplePayment } from './snap-body.ts';
import { getNotifyingCredential } from './snap-delivery.ts';
import { enqueueDelivery } from './dispatch.ts';
import { type Endpoint, listSubscribers, updateEndpoint } from './endpoint-queries.ts';
import { insertTestEvent, listEventTypes } from './event-queries.ts';
import { buildSampleData } from './sample.ts';

const PAGE = 1_000;

/** Restarts the deliveries of events to the enabled endpoints that subscribe to them. Returns the number of deliveries. */
export async function resendEvents(
  tx: MerchantTx,
  { ids, endpoint_id }: { ids: string[]; endpoint_id?: string },
  now: Date,
): Promise<number> {
  const events = await listEventTypes(tx, ids);
  const endpoints = (await listSubscribers(tx)).filter(
    ({ id, status }) => status !== 'disabled' && (endpoint_id === undefined || id === endpoint_id),
  );
  let count = 0;
  for (const endpoint of endpoints) {
    // Naming one webhook also sends it events that it does not subscribe to.
    const is_any = endpoint_id !== undefined && endpoint.snap_service === null;
    const chosen = events.filter((event) => is_any || isReceiver(endpoint, event));
    if (chosen.length === 0) continue;
    count += await restartDeliveries(
      tx,
      endpoint.id,
      chosen.map(({ id }) => id),
      now,
    );
    await enqueueDelivery(tx, endpoint.id);
  }
  return count;
}

/** Restarts everything of a period that the endpoint subscribes to and did not receive. Returns the number of events. */
export async function recoverEndpoint(
  tx: MerchantTx,
  endpoint: Pick<Endpoint, 'id' | 'events' | 'snap_service'>,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<number> {
  let count = 0;
  for (let after_id: string | undefined = ''; after_id !== undefined;) {
    const page: Awaited<ReturnType<typeof listMissedEvents>> = await listMissedEvents(tx, endpoint.id, {
      from,
      to,
      after_id,
      limit: PAGE,
    });
    const chosen = page.missed.filter((event) => isReceiver(endpoint, event)).map(({ id }) => id);
    count += await restartDeliveries(tx, endpoint.id, chosen, now);
    after_id = page.last_id;
  }
  if (count > 0) await enqueueDelivery(tx, endpoint.id);
  return count;
}

export function assertEnabled({ status }: Pick<Endpoint, 'status'>): void {
  if (status !== 'disabled') return;
  const detail = localized(
    'This endpoint is disabled. Enable it first.',
    'Endpoint ini dinonaktifkan. Aktifkan terlebih dahulu.',
  );
  throw new Problem(409, 'webhook_disabled', detail);
}

/** Sends a test event now and returns the id of the event. It is not retried and does not count as a failure. */
export async function sendTestEvent(deps: DeliverDeps, endpoint: Endpoint, type: WebhookEventType): Promise<string> {
  const { db, clock } = deps;
  const { merchant_id, api_version, url } = endpoint;
  const created_at = clock.now();
  const id = newId('webhook_event', created_at);
  const data = buildSampleData(type, created_at);
  await asMerchant(db, merchant_id, (tx) => insertTestEvent(tx, { id, type, api_version, data, created_at }));
  const snap = await buildSampleNotification(deps, endpoint, created_at);
  const event = { id, type, api_version, sequence: 1, is_test: true, data, created_at: created_at.toISOString(), snap };
  const { at, outcome, request_headers } = await sendEvent(deps, endpoint, event);
  const target = { endpoint_id: endpoint.id, event_id: id };
  await asMerchant(db, merchant_id, async (tx) => {
    await insertDeliveries(tx, [{ ...target, body: snap?.body ?? null }], created_at);
    const attempt = buildAttempt({ kind: 'test', ...target, url, at, request_headers }, outcome);
    const change = {
      status: outcome.is_delivered ? ('delivered' as const) : ('failed' as const),
      next_attempt_at: null,
      tries: 1,
      last_attempt_at: at,
      last_http_status: outcome.http_status,
      last_error: outcome.error,
      last_latency_ms: outcome.latency_ms,
      delivered_at: outcome.is_delivered ? at : null,
    };
    await recordAttempts(tx, [{ attempt, attempts: 0, change }]);
    if (outcome.is_delivered) await updateEndpoint(tx, endpoint.id, { last_delivery_at: at, updated_at: at });
  });
  return id;
}

/** The test notification of an endpoint of a SNAP credential; null for a webhook. */
async function buildSampleNotification(
  { db }: DeliverDeps,
  { merchant_id, snap_credential_id, snap_service }: Endpoint,
  at: Date,
): Promise<SnapDelivery | null> {
  if (snap_credential_id === null || snap_service === null) return null;
  const credential = await asMerchant(db, merchant_id, (tx) => getNotifyingCredential(tx, snap_credential_id));
  const body = buildNotificationBody(snap_service, buildSamplePayment(snap_service, at));
  return { credential, body, attempts: 0 };
}
