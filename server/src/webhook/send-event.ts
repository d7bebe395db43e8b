/** Signs and sends an event, and describes the attempt. */
import { newId } from '../db/new-id.ts';
import type { Deps } from '../deps.ts';
import type { Endpoint } from './endpoint-queries.ts';
import { buildWebhookBody } from './payload.ts';
import { parseWebhookUrl } from './rules.ts';
import { openEndpoint, signWebhook } from './secret.ts';
import { type WebhookOutcome, sendWebhook } from './send.ts';

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

const MASK = '••••••';

/** Signs and sends an event. The stored headers contain no values of the merchant's own headers. */
export async function sendEvent(
  { egress, vault, clock, env }: SendDeps,
  endpoint: Endpoint,
  event: Parameters<typeof buildWebhookBody>[0],
): Promise<{ at: Date; outcome: WebhookOutcome; request_headers: Record<string, string> }> {
  const at = clock.now();
  const { secrets, headers } = openEndpoint(vault, endpoint, at);
  const body = buildWebhookBody(event);
  const own = {
    'content-type': 'application/json',
    'user-agent': 'Dasbor-Webhooks/1.0',
    ...signWebhook(secrets, { id: event.id, at, body }),
  };
  const masked = Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));
  const target = parseWebhookUrl(endpoint.url, { is_sandbox: env.SANDBOX });
  const outcome: WebhookOutcome =
    target === null ? NOT_ALLOWED : await sendWebhook(egress, { target, headers: { ...headers, ...own }, body });
  return { at, outcome, request_headers: { ...own, ...masked } };
}

const NOT_ALLOWED: WebhookOutcome = {
  is_delivered: false,
  error: 'host_not_allowed',
  http_status: null,
  latency_ms: 0,
  response_headers: null,
  response_body: null,
};
