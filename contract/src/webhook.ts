/** Webhooks: endpoints, events, deliveries and their attempts. Deliveries follow the Standard Webhooks specification. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { rangeEnd, rangeStart } from './time.ts';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_SUBSCRIPTIONS } from './webhook-events.ts';
import {
  WEBHOOK_EVENT_STATUSES,
  WEBHOOK_HEADERS_MAX,
  WEBHOOK_RESENDS_MAX,
  webhookAttempt,
  webhookEndpoint,
  webhookEvent,
} from './webhook-fields.ts';

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;
const header = z.strictObject({
  name: z
    .string()
    .regex(
      HEADER_NAME,
      validationMessage('Use letters, digits and hyphens.', 'Gunakan huruf, angka, dan tanda hubung.'),
    )
    .describe('Name of the header, such as `Authorization`'),
  value: z
    .string()
    .min(1)
    .max(1_000)
    .regex(/^[\x20-\x7e]+$/, validationMessage('Use printable ASCII characters.', 'Gunakan karakter ASCII.'))
    .describe('Value of the header; never returned'),
});

const fields = {
  url: z.string().trim().min(1).max(2_000).describe('HTTPS address on port 443 or 8443, without credentials'),
  events: z
    .array(z.enum(WEBHOOK_SUBSCRIPTIONS))
    .min(1, validationMessage('Choose at least one event.', 'Pilih setidaknya satu event.'))
    .max(100)
    .describe('Event types, groups such as `payment.*`, or `*` for all'),
  description: z.string().trim().max(256).nullish().describe('Your description'),
  notify_email: z.email().max(254).nullish().describe('Receives an email when deliveries keep failing'),
  headers: z.array(header).max(WEBHOOK_HEADERS_MAX).optional().describe('Custom headers of every request'),
};

const byId = z.object({ id: idSchema('webhook_endpoint') });
const eventById = z.object({ id: idSchema('webhook_event') });
const VIEW_ACCESS = needs('API', 'view');
const MANAGE_ACCESS = needs('API', 'manage', { users_only: true });
const SEND_ACCESS = needs('API', 'manage');
const URL_ERRORS = { webhook_url_not_allowed: 422, header_not_allowed: 422 } as const;
/** Endpoints of a SNAP credential are changed with it. */
const CREDENTIAL_ERRORS = { webhook_of_snap_credential: 409 } as const;
const secret = z.string().describe('Signing secret `whsec_…`; shown once');

export const listWebhooks = route({
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook endpoints, newest first',
  access: VIEW_ACCESS,
  output: z.object({ data: z.array(webhookEndpoint) }),
  files: true,
});

export const createWebhook = route({
  name: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook endpoint. The response contains its signing secret, which is shown once',
  returns_secret: true,
  access: MANAGE_ACCESS,
  step_up: true,
  body: z.strictObject(fields),
  status: 201,
  output: z.object({ data: webhookEndpoint.extend({ secret }) }),
  errors: { ...URL_ERRORS, too_many_webhooks: 422 },
});

export const getWebhook = route({
  name: 'getWebhook',
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'Retrieve a webhook endpoint',
  access: VIEW_ACCESS,
  params: byId,
  output: z.object({ data: webhookEndpoint }),
});

export const updateWebhook = route({
  name: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary:
    'Update a webhook endpoint. Omitted fields keep their value; `headers` replaces all custom headers and is required when the URL changes to another server and there are custom headers',
  access: MANAGE_ACCESS,
  step_up: true,
  params: byId,
  body: z.strictObject({ ...fields, url: fields.url.optional(), events: fields.events.optional() }),
  output: z.object({ data: webhookEndpoint }),
  errors: { ...URL_ERRORS, headers_required: 422, ...CREDENTIAL_ERRORS },
});

export const deleteWebhook = route({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook endpoint. Nothing is sent to it any more; its attempts remain visible',
  access: MANAGE_ACCESS,
  step_up: true,
  params: byId,
  status: 204,
  errors: CREDENTIAL_ERRORS,
});

export const disableWebhook = route({
  name: 'disableWebhook',
  method: 'POST',
  path: '/webhooks/{id}/disable',
  summary: 'Disable a webhook endpoint. Its events are kept for when it is enabled again',
  access: MANAGE_ACCESS,
  step_up: true,
  params: byId,
  output: z.object({ data: webhookEndpoint }),
});

export const enableWebhook = route({
  name: 'enableWebhook',
  method: 'POST',
  path: '/webhooks/{id}/enable',
  summary: 'Enable a webhook endpoint and send its pending events, at most 20 per second',
  access: MANAGE_ACCESS,
  step_up: true,
  params: byId,
  output: z.object({ data: webhookEndpoint }),
});

export const rotateWebhookSecret = route({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  summary: 'Rotate the signing secret. The previous one also signs for 24 hours; the new one is shown once',
  returns_secret: true,
  access: MANAGE_ACCESS,
  step_up: true,
  params: byId,
  output: z.object({ data: webhookEndpoint.extend({ secret }) }),
  errors: CREDENTIAL_ERRORS,
});

export const testWebhook = route({
  name: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event to an endpoint and return the attempt. Test events are not retried',
  idempotency_key: 'optional',
  access: SEND_ACCESS,
  params: byId,
  body: z.strictObject({
    type: z.enum(WEBHOOK_EVENT_TYPES).default('payment.success').describe('Type of the test event'),
  }),
  output: z.object({ data: webhookAttempt }),
  errors: { webhook_disabled: 409 },
});

export const recoverWebhook = route({
  name: 'recoverWebhook',
  method: 'POST',
  path: '/webhooks/{id}/recover',
  summary: 'Send every event between two times again that the endpoint subscribes to and did not receive',
  idempotency_key: 'optional',
  access: SEND_ACCESS,
  params: byId,
  body: z
    .strictObject({ from: rangeStart.describe('From this time'), to: rangeEnd.describe('Before this time') })
    .refine(({ from, to }) => Date.parse(to) > Date.parse(from), {
      path: ['to'],
      message: validationMessage('The end must be after the start.', 'Waktu selesai harus setelah waktu mulai.'),
    }),
  output: z.object({ data: z.object({ count: z.number().int().describe('Events that are sent again') }) }),
  errors: { webhook_disabled: 409 },
});

export const listWebhookEvents = route({
  name: 'listWebhookEvents',
  method: 'GET',
  path: '/webhook-events',
  summary:
    'List webhook events of the last 90 days with their deliveries, newest first. A file has one row for each delivery',
  access: VIEW_ACCESS,
  query: z.object({
    ...pageQuery,
    type: oneOrMany(WEBHOOK_EVENT_TYPES).optional().describe('Only these event types'),
    status: oneOrMany(WEBHOOK_EVENT_STATUSES).optional().describe('Only events with a delivery of these statuses'),
    endpoint_id: idSchema('webhook_endpoint').optional().describe('Only events of this endpoint'),
    object_id: z.string().trim().max(64).optional().describe('Only events of this object'),
    created_from: rangeStart.optional().describe('Created at or after'),
    created_to: rangeEnd.optional().describe('Created before'),
  }),
  output: page(webhookEvent),
  files: true,
});

export const getWebhookEvent = route({
  name: 'getWebhookEvent',
  method: 'GET',
  path: '/webhook-events/{id}',
  summary: 'Retrieve a webhook event with its payload',
  access: VIEW_ACCESS,
  params: eventById,
  output: z.object({ data: webhookEvent.extend({ payload: z.string().describe('The body of its requests') }) }),
});

export const listWebhookAttempts = route({
  name: 'listWebhookAttempts',
  method: 'GET',
  path: '/webhook-events/{id}/attempts',
  summary: 'List the attempts to deliver an event, newest first, at most 100',
  access: VIEW_ACCESS,
  params: eventById,
  output: z.object({ data: z.array(webhookAttempt) }),
});

const resendResult = z.object({
  data: z.object({ count: z.number().int().describe('Deliveries that are attempted again') }),
});

export const resendWebhookEvent = route({
  name: 'resendWebhookEvent',
  method: 'POST',
  path: '/webhook-events/{id}/resend',
  summary: 'Send an event again to every enabled endpoint that subscribes to it, or to one endpoint',
  idempotency_key: 'optional',
  access: SEND_ACCESS,
  params: eventById,
  body: z.strictObject({ endpoint_id: idSchema('webhook_endpoint').optional().describe('Only to this endpoint') }),
  output: resendResult,
});

export const resendWebhookEvents = route({
  name: 'resendWebhookEvents',
  method: 'POST',
  path: '/webhook-events/resend',
  summary:
    'Send a selection of events, or the latest event of each of some objects, again to every enabled endpoint that subscribes to them, or to one endpoint',
  idempotency_key: 'optional',
  access: SEND_ACCESS,
  body: z.strictObject({
    ids: z.array(idSchema('webhook_event')).max(WEBHOOK_RESENDS_MAX).default([]).describe('Events to send again'),
    object_ids: z
      .array(z.string().trim().min(1).max(64))
      .max(WEBHOOK_RESENDS_MAX)
      .default([])
      .describe('Objects, such as payments, whose latest event is sent again'),
    endpoint_id: idSchema('webhook_endpoint').optional().describe('Only to this endpoint'),
  }),
  output: resendResult,
});
