/** Creates the deliveries of new events. Idempotent and safe to run concurrently. */
import { isSubscribed } from '@dasbor/contract/webhook-events';
import { enqueue } from '../db/enqueue.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import {
  insertDeliveries,
  listDueEndpoints,
  listUndispatchedMerchants,
  lockUndispatched,
  markDispatched,
} from './delivery-queries.ts';
import { listSubscribers } from './endpoint-queries.ts';

/** The job that delivers to one endpoint (jobs.ts). */
export const DELIVER_WEBHOOKS_JOB = 'deliver_webhooks';

const PAGE = 500;

export async function dispatchWebhooks({ db, clock }: Pick<Deps, 'db' | 'clock'>, merchant_id: string): Promise<void> {
  let is_full = true;
  while (is_full) {
    is_full = await asMerchant(db, merchant_id, (tx) => dispatchPage(tx, clock.now()));
  }
}

async function dispatchPage(tx: MerchantTx, now: Date): Promise<boolean> {
  const events = await lockUndispatched(tx, PAGE);
  if (events.length === 0) return false;
  const endpoints = await listSubscribers(tx);
  const deliveries = endpoints.flatMap((endpoint) =>
    events
      .filter(({ type }) => isSubscribed(endpoint.events, type))
      .map((event) => ({ endpoint_id: endpoint.id, event_id: event.id })),
  );
  await insertDeliveries(tx, deliveries, now);
  await markDispatched(
    tx,
    events.map((event) => event.id),
    now,
  );
  const enabled = new Set(endpoints.filter(({ status }) => status !== 'disabled').map(({ id }) => id));
  for (const endpoint_id of new Set(deliveries.map((delivery) => delivery.endpoint_id))) {
    if (enabled.has(endpoint_id)) await enqueueDelivery(tx, endpoint_id);
  }
  return events.length === PAGE;
}

/** Schedules the delivery to an endpoint: at once, or at `run_at`. A later job is replaced by an earlier one only at once. */
export const enqueueDelivery = (tx: MerchantTx, endpoint_id: string, run_at?: Date): Promise<void> =>
  enqueue(
    tx,
    DELIVER_WEBHOOKS_JOB,
    { merchant_id: tx.merchant_id, endpoint_id },
    { job_key: `${DELIVER_WEBHOOKS_JOB}:${endpoint_id}`, ...(run_at === undefined ? {} : { run_at }) },
  );

/** Reconciliation sweep: events without deliveries, and due deliveries without a job. */
export async function sweepWebhooks(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = deps;
  for (const merchant_id of await asPlatform(db, listUndispatchedMerchants)) await dispatchWebhooks(deps, merchant_id);
  for (const { merchant_id, id } of await asPlatform(db, (tx) => listDueEndpoints(tx, clock.now()))) {
    await asMerchant(db, merchant_id, (tx) => enqueueDelivery(tx, id));
  }
}
