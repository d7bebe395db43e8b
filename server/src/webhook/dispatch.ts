/**
 * Creates the deliveries of new events. Idempotent and safe to run concurrently. The caller delivers; when it dies before,
 * the sweep of every minute does.
 */
import { publishLiveEvents } from '../db/live-events.ts';
import { enqueue } from '../db/enqueue.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import {
  exhaustOldDeliveries,
  insertDispatched,
  listAbandonedEndpoints,
  listDueEndpoints,
  listUndispatchedMerchants,
  lockUndispatched,
} from './delivery-queries.ts';
import { listSubscribers } from './endpoint-queries.ts';
import { DELIVERY_MAX_AGE_MS, isReceiver } from './rules.ts';

/** The job that delivers to one endpoint (jobs.ts). */
export const DELIVER_WEBHOOKS_JOB = 'deliver_webhooks';

const PAGE = 500;

/** Returns the endpoints that have new deliveries. */
export async function dispatchWebhooks(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  merchant_id: string,
): Promise<string[]> {
  const endpoint_ids = new Set<string>();
  let is_full = true;
  while (is_full) {
    const page = await asMerchant(db, merchant_id, (tx) => dispatchPage(tx, clock.now()));
    for (const id of page.endpoint_ids) endpoint_ids.add(id);
    is_full = page.is_full;
  }
  return [...endpoint_ids];
}

async function dispatchPage(tx: MerchantTx, now: Date): Promise<{ is_full: boolean; endpoint_ids: Set<string> }> {
  const events = await lockUndispatched(tx, PAGE);
  if (events.length === 0) return { is_full: false, endpoint_ids: new Set() };
  const endpoints = await listSubscribers(tx);
  const deliveries = endpoints.flatMap((endpoint) =>
    events
      .filter((event) => isReceiver(endpoint, event))
      .map((event) => ({ endpoint_id: endpoint.id, event_id: event.id })),
  );
  const event_ids = events.map((event) => event.id);
  await insertDispatched(tx, { event_ids, deliveries }, now);
  await publishEventChange(tx);
  const enabled = new Set(endpoints.filter(({ status }) => status !== 'disabled').map(({ id }) => id));
  const endpoint_ids = new Set(deliveries.map(({ endpoint_id }) => endpoint_id).filter((id) => enabled.has(id)));
  return { is_full: events.length === PAGE, endpoint_ids };
}

/** Makes open event logs read again: one message for all events of a transaction, which may be hundreds. */
export const publishEventChange = (tx: MerchantTx): Promise<void> =>
  publishLiveEvents(tx, { topic: 'webhook-event', id: null, change: 'updated' });

/** Schedules the delivery to an endpoint: at once, or at `run_at`. A later job is replaced by an earlier one only at once. */
export const enqueueDelivery = (tx: MerchantTx, endpoint_id: string, run_at?: Date): Promise<void> =>
  enqueue(
    tx,
    DELIVER_WEBHOOKS_JOB,
    { merchant_id: tx.merchant_id, endpoint_id },
    { job_key: `${DELIVER_WEBHOOKS_JOB}:${endpoint_id}`, ...(run_at === undefined ? {} : { run_at }) },
  );

/** Disabled endpoints of one sweep, and statements for each; the next sweep continues. */
const ABANDONED_MAX = 20;
const GIVE_UPS_MAX = 20;

/** Gives up what waits for endpoints that were deleted, or have been disabled for too long. */
async function giveUpAbandoned({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const oldest = new Date(now.getTime() - DELIVERY_MAX_AGE_MS);
  const abandoned = await asPlatform(db, (tx) => listAbandonedEndpoints(tx, oldest, ABANDONED_MAX));
  for (const { merchant_id, id, is_deleted } of abandoned) {
    let has_more = true;
    for (let time = 0; has_more && time < GIVE_UPS_MAX; time++) {
      has_more = await asMerchant(db, merchant_id, (tx) => exhaustOldDeliveries(tx, id, is_deleted ? now : oldest));
    }
  }
}

/** Reconciliation sweep: events without deliveries, due deliveries without a job, and deliveries of dead endpoints. */
export async function sweepWebhooks(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = deps;
  for (const merchant_id of await asPlatform(db, listUndispatchedMerchants)) await dispatchWebhooks(deps, merchant_id);
  for (const { merchant_id, id } of await asPlatform(db, (tx) => listDueEndpoints(tx, clock.now()))) {
    await asMerchant(db, merchant_id, (tx) => enqueueDelivery(tx, id));
  }
  await giveUpAbandoned(deps);
}
