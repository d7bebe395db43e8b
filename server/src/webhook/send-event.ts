/** Signs and sends an event, and describes the attempt. */
import { newId } from '../db/new-id.ts';
import type { Deps } from '../deps.ts';
import type { Endpoint } from './endpoint-queries.ts';
import { type StoredEvent, buildWebhookBody } from './payload.ts';
import { type WebhookTarget, parseWebhookUrl } from './rules.ts';
import { MASK, type SigningKeys, openEndpoint, signWebhook } from './secret.ts';
import { type WebhookOutcome, sendWebhook } from './send.ts';
import type { NotifyingCredential } from './snap-queries.ts';
import { sendNotification } from './snap-send.ts';

export type SendDeps = Pick<Deps, 'clock' | 'egress' | 'vault' | 'env'>;

interface AttemptInput {
  kind: 'automatic' | 'probe' | 'manual' | 'test';
  endpoint_id: string;
  event_id: string;
  url: string;
  at: Date;
  request_headers: Record<string, string>;
}

export const buildAttempt = ({ request_headers, ...input }: AttemptInput, outcome: WebhookOutcome) => ({
  id: newId('webhook_attempt', input.at),
  ...input,
  ...outcome,
  request_headers: JSON.stringify(request_headers),
  response_headers: outcome.response_headers === null ? null : JSON.stringify(outcome.response_headers),
});

/** Credential and body of an event sent over SNAP BI. */
export interface SnapDelivery {
  credential: NotifyingCredential;
  body: string;
  /** Attempts before this one. */
  attempts: number;
}

interface SentEvent {
  at: Date;
  outcome: WebhookOutcome;
  request_headers: Record<string, string>;
}

/** Signs and sends an event, as a webhook or over SNAP BI. The stored headers contain no secret values. */
export async function sendEvent(
  deps: SendDeps,
  endpoint: Endpoint,
  event: StoredEvent & { snap: SnapDelivery | null },
): Promise<SentEvent> {
  const at = deps.clock.now();
  const target = parseWebhookUrl(endpoint.url, { is_sandbox: deps.env.SANDBOX });
  if (target === null) return { at, outcome: NOT_ALLOWED, request_headers: {} };
  const { id: endpoint_id, snap_service: service } = endpoint;
  if (service === null) return { at, ...(await sendSigned(deps, { endpoint, event, target }, at)) };
  const { snap } = event;
  if (snap === null) throw new Error(`${event.id} has no body for ${endpoint_id}`);
  return { at, ...(await sendNotification(deps, { endpoint_id, service, target, ...snap }, at)) };
}

async function sendSigned(
  { egress, vault }: SendDeps,
  { endpoint, event, target }: { endpoint: Endpoint; event: StoredEvent; target: WebhookTarget },
  at: Date,
): Promise<Omit<SentEvent, 'at'>> {
  const { secrets, headers } = getSigningKeys(vault, endpoint, at);
  const body = buildWebhookBody(event);
  const own = {
    'content-type': 'application/json',
    'user-agent': 'Dasbor-Webhooks/1.0',
    ...signWebhook(secrets, { id: event.id, at, body }),
  };
  const masked = Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));
  const outcome = await sendWebhook(egress, { target, headers: { ...headers, ...own }, body });
  return { outcome, request_headers: { ...own, ...masked } };
}

const NOT_ALLOWED: WebhookOutcome = {
  is_delivered: false,
  error: 'host_not_allowed',
  http_status: null,
  latency_ms: 0,
  response_headers: null,
  response_body: null,
};

/** Keys of endpoints as they were read for a run, whose deliveries share them. */
const opened = new WeakMap<Endpoint, SigningKeys>();

function getSigningKeys(vault: SendDeps['vault'], endpoint: Endpoint, at: Date): SigningKeys {
  const known = opened.get(endpoint);
  if (known !== undefined) return known;
  const keys = openEndpoint(vault, endpoint, at);
  opened.set(endpoint, keys);
  return keys;
}
