/**
 * Delivers due events to one endpoint. One worker at a time holds the lease of the endpoint; no transaction is open while
 * a request is under way. Delivery is at least once: after a crash, the lease ends and what was in flight is sent again.
 */
import * as duration from '@dasbor/contract/duration';
import { forEachConcurrently } from '../jobs/for-each.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import {
  type AttemptOutcome,
  type DueDelivery,
  exhaustOldDeliveries,
  findNextDue,
  listDueDeliveries,
  markAllDue,
  recordAttempts,
} from './delivery-queries.ts';
import { collectOutcomes } from './collect-outcomes.ts';
import { enqueueDelivery, publishEventChange } from './dispatch.ts';
import { type Endpoint, lockEndpoint, updateEndpoint } from './endpoint-queries.ts';
import { notifyAlerts } from './alerts.ts';
import {
  DELIVERY_MAX_AGE_MS,
  addOutcome,
  calculateDueAlerts,
  calculateNextAttempt,
  calculateNextProbe,
  isBreakerTripped,
  isDown,
  parseRetryAfter,
} from './rules.ts';
import { addNotificationBodies, getNotifyingCredential } from './snap-delivery.ts';
import type { NotifyingCredential } from './snap-queries.ts';
import { type SendDeps, buildAttempt, sendEvent } from './send-event.ts';

/** Longer than the slowest batch: three rounds of 15 seconds. */
const LEASE_MS = duration.seconds(60);
/** Deliveries of a run; while an endpoint recovers, a run starts every second. */
const BATCH = 20;
const CONCURRENCY = 8;
const DRAIN_INTERVAL_MS = duration.seconds(1);

export type DeliverDeps = SendDeps & Pick<Deps, 'db' | 'log'>;

interface Target {
  merchant_id: string;
  endpoint_id: string;
}

/** A result of this run, for the state of the endpoint. */
interface Result {
  is_delivered: boolean;
  is_gone: boolean;
}

/** Runs one batch and schedules the next one. Returns how many events were attempted. */
export async function deliverWebhooks(deps: DeliverDeps, { merchant_id, endpoint_id }: Target): Promise<number> {
  const { db, clock } = deps;
  const claimed = await asMerchant(db, merchant_id, (tx) => claim(tx, endpoint_id, clock.now()));
  if (claimed === null) return 0;
  const { endpoint, due, credential } = claimed;
  const results: Result[] = [];
  const outcomes = collectOutcomes<AttemptOutcome>((some) =>
    asMerchant(db, merchant_id, async (tx) => {
      await recordAttempts(tx, some);
      await publishEventChange(tx);
    }),
  );
  await forEachConcurrently(due, CONCURRENCY, async (delivery) => {
    const outcome = await attempt(deps, { endpoint, credential }, delivery);
    outcomes.add(outcome);
    const { is_delivered, http_status } = outcome.attempt;
    results.push({ is_delivered, is_gone: http_status === 410 });
  });
  const rest = await outcomes.drainOutcomes();
  await asMerchant(db, merchant_id, async (tx) => {
    await recordAttempts(tx, rest);
    await finish(tx, endpoint_id, results, clock.now());
    await publishEventChange(tx);
  });
  return results.length;
}

/** Target of deliveries, with the credential of notifications over SNAP BI. */
interface Destination {
  endpoint: Endpoint;
  credential: NotifyingCredential | null;
}

/** Takes the lease and reads what is due; null when there is nothing to do or another worker delivers. */
async function claim(tx: MerchantTx, id: string, now: Date): Promise<(Destination & { due: DueDelivery[] }) | null> {
  const endpoint = await lockEndpoint(tx, id);
  if (endpoint === undefined || endpoint.status === 'disabled') return null;
  if (endpoint.lease_until !== null && Date.parse(endpoint.lease_until) > now.getTime()) {
    await enqueueDelivery(tx, id, new Date(endpoint.lease_until));
    return null;
  }
  const probe_at = endpoint.is_open && endpoint.probe_at !== null ? new Date(endpoint.probe_at) : null;
  if (probe_at !== null && probe_at > now) {
    await enqueueDelivery(tx, id, probe_at);
    return null;
  }
  const due = await listDueDeliveries(tx, id, now, probe_at === null ? BATCH : 1);
  const oldest = new Date(now.getTime() - DELIVERY_MAX_AGE_MS);
  if (due.some(({ queued_at }) => new Date(queued_at) < oldest)) {
    await exhaustOldDeliveries(tx, id, oldest);
    await enqueueDelivery(tx, id);
    return null;
  }
  if (due.length === 0) {
    await scheduleNext(tx, id, { earliest: now });
    return null;
  }
  await updateEndpoint(tx, id, { lease_until: new Date(now.getTime() + LEASE_MS) });
  if (endpoint.snap_credential_id === null) return { endpoint, due, credential: null };
  const credential = await getNotifyingCredential(tx, endpoint.snap_credential_id);
  return { endpoint, due: await addNotificationBodies(tx, endpoint, due), credential };
}

async function scheduleNext(tx: MerchantTx, id: string, { earliest }: { earliest: Date }): Promise<boolean> {
  const next = await findNextDue(tx, id);
  if (next !== null) await enqueueDelivery(tx, id, next > earliest ? next : earliest);
  return next !== null;
}

async function attempt(
  deps: DeliverDeps,
  { endpoint, credential }: Destination,
  delivery: DueDelivery,
): Promise<AttemptOutcome> {
  const kind = delivery.is_manual ? 'manual' : endpoint.is_open ? 'probe' : 'automatic';
  const { body, attempts } = delivery;
  const snap = credential === null || body === null ? null : { credential, body, attempts };
  const { at, outcome, request_headers } = await sendEvent(deps, endpoint, { ...delivery, snap });
  const now = deps.clock.now();
  const tries = kind === 'probe' ? delivery.tries : delivery.tries + 1;
  const retry_after_ms = parseRetryAfter(outcome.response_headers?.['retry-after'], now);
  // A probe repeats with the breaker; the delivery itself stays due.
  const next = kind === 'probe' ? now : calculateNextAttempt(tries, now, { random: Math.random(), retry_after_ms });
  const retried = { status: next === null ? ('exhausted' as const) : ('retrying' as const), delivered_at: null };
  const ended = outcome.is_delivered ? { status: 'delivered' as const, delivered_at: now } : retried;
  return {
    attempt: buildAttempt(
      { kind, endpoint_id: endpoint.id, event_id: delivery.event_id, url: endpoint.url, at, request_headers },
      outcome,
    ),
    attempts,
    change: {
      ...ended,
      next_attempt_at: outcome.is_delivered ? null : next,
      tries,
      last_attempt_at: at,
      last_http_status: outcome.http_status,
      last_error: outcome.error,
      last_latency_ms: outcome.latency_ms,
    },
  };
}

/** Applies the results to the endpoint: breaker, alerts, disabling, and the next run. Releases the lease. */
async function finish(tx: MerchantTx, id: string, results: Result[], now: Date): Promise<void> {
  const endpoint = await lockEndpoint(tx, id);
  if (endpoint === undefined) return;
  const is_recovered = results.some((result) => result.is_delivered);
  const recent_outcomes = results.reduce(
    (recent, { is_delivered }) => addOutcome(recent, is_delivered),
    endpoint.recent_outcomes,
  );
  if (results.some((result) => result.is_gone)) return disableGone(tx, endpoint, now);
  if (endpoint.status === 'disabled') return void (await updateEndpoint(tx, id, { lease_until: null }));
  if (is_recovered) return recover(tx, endpoint, recent_outcomes, now);
  const failing_since = endpoint.failing_since === null ? now : new Date(endpoint.failing_since);
  const is_open = endpoint.is_open || isBreakerTripped(recent_outcomes) || isDown(failing_since, now);
  const probe_count = endpoint.is_open ? endpoint.probe_count + 1 : 0;
  const probe_at = is_open ? calculateNextProbe(probe_count, now) : null;
  const alerts = calculateDueAlerts(failing_since, now);
  await updateEndpoint(tx, id, {
    lease_until: null,
    recent_outcomes,
    is_open,
    probe_count,
    probe_at,
    failing_since,
    is_draining: false,
    alerts_sent: Math.max(endpoint.alerts_sent, alerts.count),
    ...(alerts.is_disabled ? { status: 'disabled', disabled_reason: 'failing' } : { status: 'failing' }),
    updated_at: now,
  });
  await notifyAlerts(tx, endpoint, { ...alerts, failing_since }, now);
  if (!alerts.is_disabled) await scheduleNext(tx, id, { earliest: probe_at ?? now });
}

/** The endpoint works: what waits is sent, at most 20 a second. */
async function recover(tx: MerchantTx, endpoint: Endpoint, recent_outcomes: string, now: Date): Promise<void> {
  const { id } = endpoint;
  const { failing_since } = endpoint;
  const was_failing = endpoint.is_open || (failing_since !== null && isDown(new Date(failing_since), now));
  if (was_failing) await markAllDue(tx, id, now);
  const is_draining = was_failing || endpoint.is_draining;
  const earliest = is_draining ? new Date(now.getTime() + DRAIN_INTERVAL_MS) : now;
  const has_more = await scheduleNext(tx, id, { earliest });
  await updateEndpoint(tx, id, {
    lease_until: null,
    recent_outcomes: was_failing ? '1' : recent_outcomes,
    is_open: false,
    probe_at: null,
    probe_count: 0,
    failing_since: null,
    alerts_sent: 0,
    is_draining: is_draining && has_more,
    status: 'active',
    last_delivery_at: now,
    updated_at: now,
  });
}

/** 410 Gone: the receiver wants nothing more. */
async function disableGone(tx: MerchantTx, endpoint: Endpoint, now: Date): Promise<void> {
  const change = { status: 'disabled', disabled_reason: 'gone', lease_until: null, updated_at: now } as const;
  await updateEndpoint(tx, endpoint.id, change);
  await notifyAlerts(tx, endpoint, { count: endpoint.alerts_sent + 1, is_disabled: true, failing_since: now }, now);
}
