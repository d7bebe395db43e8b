/** Fields of webhook endpoints, events, deliveries and attempts. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { SNAP_NOTIFICATIONS } from './snap-credential.ts';
import { instant } from './time.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_SUBSCRIPTIONS } from './webhook-events.ts';

export const WEBHOOK_ENDPOINTS_MAX = 20;
export const WEBHOOK_HEADERS_MAX = 10;
export const WEBHOOK_RESENDS_MAX = 100;
/** Waiting deliveries that are counted. */
export const WEBHOOK_WAITING_MAX = 10_000;
/** Days for which events can be found and sent again. */
export const WEBHOOK_RETENTION_DAYS = 90;

/** Whether the origin of a URL (scheme, host and port) differs from that of the stored one. False while it is no URL. */
export const isDifferentOrigin = (url: string, stored: string): boolean => {
  const origin = URL.parse(url)?.origin;
  return origin !== undefined && origin !== URL.parse(stored)?.origin;
};

export const WEBHOOK_ENDPOINT_STATUSES = ['active', 'failing', 'disabled'] as const;
export type WebhookEndpointStatus = (typeof WEBHOOK_ENDPOINT_STATUSES)[number];

export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'delivered', 'retrying', 'failed', 'exhausted'] as const;
/** Status of an event over all its endpoints; `url_not_set`: no endpoint subscribes to it. */
export const WEBHOOK_EVENT_STATUSES = [...WEBHOOK_DELIVERY_STATUSES, 'url_not_set'] as const;
export type WebhookEventStatus = (typeof WEBHOOK_EVENT_STATUSES)[number];

export const WEBHOOK_ERRORS = [
  'host_not_allowed',
  'dns_error',
  'refused',
  'timeout',
  'connection_closed',
  'tls_error',
  'http_status',
  'response_code',
  'no_access_token',
] as const;
export type WebhookError = (typeof WEBHOOK_ERRORS)[number];

export const webhookEndpoint = z.object({
  id: idSchema('webhook_endpoint'),
  url: z.string().describe('Where events are sent'),
  snap_credential_id: idSchema('snap_credential')
    .nullable()
    .describe('SNAP credential whose payments are notified here over SNAP BI; null: a webhook'),
  snap_service: z
    .enum(SNAP_NOTIFICATIONS)
    .nullable()
    .describe('Service of the notifications over SNAP BI; null: a webhook'),
  description: z.string().nullable().describe('Your description'),
  events: z.array(z.enum(WEBHOOK_SUBSCRIPTIONS)).describe('Event types, groups such as `payment.*`, or `*` for all'),
  api_version: z.string().describe('Version of the payloads'),
  notify_email: z.string().nullable().describe('Receives an email when deliveries keep failing, next to the users'),
  header_names: z.array(z.string()).describe('Names of the custom headers; their values are secret'),
  status: z
    .enum(WEBHOOK_ENDPOINT_STATUSES)
    .describe('`failing`: the last deliveries failed; `disabled`: nothing is sent'),
  disabled_reason: z
    .enum(['user', 'gone', 'failing'])
    .nullable()
    .describe('`gone`: it responded 410; `failing`: five days of failures only'),
  failing_since: instant.nullable().describe('Start of the current series of failures'),
  next_probe_at: instant.nullable().describe('Next attempt while deliveries are paused after many failures'),
  previous_secret_expires_at: instant.nullable().describe('Until when the secret before the rotation also signs'),
  success_rate_24h: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Share of successful attempts in 24 hours, of the last 1,000; null: none'),
  waiting_count: z.number().int().describe('Deliveries that wait for an attempt; at most 10,000 are counted'),
  last_delivery_at: instant.nullable().describe('Last successful delivery'),
  created_by: z.string().describe('Name of the creator'),
  created_at: instant.describe('When it was created'),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export const webhookAttempt = z.object({
  id: idSchema('webhook_attempt'),
  endpoint_id: idSchema('webhook_endpoint'),
  event_id: idSchema('webhook_event'),
  kind: z
    .enum(['automatic', 'probe', 'manual', 'test'])
    .describe('`probe`: the only attempt while an endpoint is paused; `manual`: requested by a person'),
  url: z.string().describe('Where it was sent'),
  is_delivered: z
    .boolean()
    .describe(
      'Whether the endpoint responded with a 2xx status, over SNAP BI also with the response code of a success',
    ),
  error: z
    .enum(WEBHOOK_ERRORS)
    .nullable()
    .describe('Why it failed; null when delivered. `response_code` and `no_access_token`: over SNAP BI'),
  http_status: z.number().int().nullable().describe('HTTP status of the response'),
  latency_ms: z.number().int().describe('Milliseconds from the request to the response'),
  request_headers: z.record(z.string(), z.string()).describe('Request headers; values of custom headers are masked'),
  request_body: z.string().describe('Request body'),
  response_headers: z.record(z.string(), z.string()).nullable().describe('Response headers'),
  response_body: z.string().nullable().describe('The first 16 KB of the response body'),
  at: instant.describe('When it was sent'),
});
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

export const webhookDelivery = z.object({
  endpoint_id: idSchema('webhook_endpoint'),
  url: z.string().describe('Where it is sent'),
  status: z.enum(WEBHOOK_DELIVERY_STATUSES).describe('`exhausted`: all attempts failed for 31 days'),
  attempts: z.number().int().describe('Attempts so far'),
  last_http_status: z.number().int().nullable().describe('HTTP status of the last attempt'),
  last_error: z.enum(WEBHOOK_ERRORS).nullable().describe('Why the last attempt failed'),
  last_latency_ms: z.number().int().nullable().describe('Duration of the last attempt'),
  last_attempt_at: instant.nullable().describe('When the last attempt was made'),
  next_attempt_at: instant.nullable().describe('When the next attempt is due'),
  delivered_at: instant.nullable().describe('When it was delivered'),
});

export const webhookEvent = z.object({
  id: idSchema('webhook_event'),
  type: z.enum(WEBHOOK_EVENT_TYPES).describe('What happened'),
  object_id: z.string().nullable().describe('Id of the object'),
  sequence: z.number().int().describe('Position among the events of the object, from 1'),
  api_version: z.string().describe('Version of the payload'),
  is_test: z.boolean().describe('Whether it is a test event'),
  status: z.enum(WEBHOOK_EVENT_STATUSES).describe('Status over all endpoints'),
  deliveries: z.array(webhookDelivery).describe('Delivery to each endpoint'),
  created_at: instant.describe('When it happened'),
});
export type WebhookEvent = z.infer<typeof webhookEvent>;
