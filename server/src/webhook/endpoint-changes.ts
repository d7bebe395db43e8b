/** Creates and changes webhook endpoints: validation, encryption, audit. */
import { WEBHOOK_ENDPOINTS_MAX, isDifferentOrigin } from '@dasbor/contract/webhook-fields';
import { type createWebhook, type updateWebhook } from '@dasbor/contract/webhook';
import { WEBHOOK_API_VERSION } from '@dasbor/contract/webhook-events';
import { localized } from '@dasbor/contract/language';
import type { Body } from '@dasbor/contract/route';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { EgressError } from '../egress/egress-client.ts';
import { Problem } from '../http/problem.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { exhaustOldDeliveries, markAllDue } from './delivery-queries.ts';
import { enqueueDelivery } from './dispatch.ts';
import {
  type Endpoint,
  type EndpointChange,
  countEndpointsLocked,
  insertEndpoint,
  updateEndpoint,
} from './endpoint-queries.ts';
import { isHeaderAllowed, parseWebhookUrl } from './rules.ts';
import { ROTATION_OVERLAP_MS, generateWebhookSecret, sealColumn, sealPrevious } from './secret.ts';

type Input = Body<typeof updateWebhook>;

const URL_NOT_ALLOWED = localized(
  'Enter a public HTTPS address on port 443 or 8443, without user name and password.',
  'Masukkan alamat HTTPS publik pada port 443 atau 8443, tanpa nama pengguna dan kata sandi.',
);
const SANDBOX_URL_NOT_ALLOWED = localized(
  'Enter a public HTTPS address on port 443 or 8443, or http://127.0.0.1:PORT in the sandbox.',
  'Masukkan alamat HTTPS publik pada port 443 atau 8443, atau http://127.0.0.1:PORT di sandbox.',
);

/** Throws 422 for an address or a header that may not be saved. Names are resolved again at every delivery. */
export async function assertValidEndpoint(
  { egress, env }: Pick<Deps, 'egress' | 'env'>,
  { url, headers }: Input,
): Promise<void> {
  if (url !== undefined) await assertUrl({ egress, env }, url);
  const refused = (headers ?? []).flatMap(({ name }, index) => (isHeaderAllowed(name) ? [] : [{ name, index }]));
  const [first] = refused;
  if (first !== undefined) {
    const detail = localized(
      `The header ${first.name} is set by us. Use another name.`,
      `Header ${first.name} diatur oleh kami. Gunakan nama lain.`,
    );
    throw new Problem(422, 'header_not_allowed', detail, {
      errors: [{ field: `headers.${first.index}.name`, detail }],
    });
  }
}

/** Throws 422 for an address that may not be saved. */
export async function assertUrl(
  { egress, env }: Pick<Deps, 'egress' | 'env'>,
  url: string,
  field = 'url',
): Promise<void> {
  const detail = env.SANDBOX ? SANDBOX_URL_NOT_ALLOWED : URL_NOT_ALLOWED;
  const refused = new Problem(422, 'webhook_url_not_allowed', detail, { errors: [{ field, detail }] });
  const target = parseWebhookUrl(url, { is_sandbox: env.SANDBOX });
  if (target === null) throw refused;
  try {
    await egress.check({ host: target.host, port: target.port, purpose: 'webhook' });
  } catch (error) {
    // A name that cannot be resolved now may be one that is set up later.
    if (!(error instanceof EgressError)) throw error;
    if (error.code !== 'dns_error') throw refused;
  }
}

type SealDeps = Pick<Deps, 'vault'>;

function buildHeaders(deps: SealDeps, owner: { merchant_id: string; id: string }, headers: Input['headers']) {
  if (headers === undefined) return {};
  const by_name = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const names = Object.keys(by_name);
  const headers_sealed =
    names.length === 0 ? null : sealColumn(deps.vault, owner, 'headers_sealed', JSON.stringify(by_name));
  return { header_names: names, headers_sealed };
}

/** Returns the id and the secret, which is never shown again. Throws 422 `too_many_webhooks`. */
export async function insertNewEndpoint(
  deps: SealDeps,
  tx: MerchantTx,
  input: Body<typeof createWebhook>,
  context: AuditContext & { created_by: string },
): Promise<{ id: string; secret: string }> {
  if ((await countEndpointsLocked(tx)) >= WEBHOOK_ENDPOINTS_MAX) {
    const detail = localized(
      `A merchant can have ${WEBHOOK_ENDPOINTS_MAX} webhook endpoints. Delete one first.`,
      `Satu merchant dapat memiliki ${WEBHOOK_ENDPOINTS_MAX} endpoint webhook. Hapus salah satu terlebih dahulu.`,
    );
    throw new Problem(422, 'too_many_webhooks', detail);
  }
  const { now } = context;
  const id = newId('webhook_endpoint', now);
  const owner = { merchant_id: tx.merchant_id, id };
  const secret = generateWebhookSecret();
  const { url, events } = input;
  const description = input.description || null;
  const notify_email = input.notify_email ?? null;
  const headers = buildHeaders(deps, owner, input.headers);
  await insertEndpoint(tx, {
    id,
    url,
    events,
    description,
    notify_email,
    api_version: WEBHOOK_API_VERSION,
    header_names: [],
    headers_sealed: null,
    ...headers,
    secret_sealed: sealColumn(deps.vault, owner, 'secret_sealed', secret),
    created_by: context.created_by,
    created_at: now,
  });
  const after = { url, events, description, notify_email, header_names: headers.header_names ?? [] };
  await recordAudit(context, tx, { action: 'webhook.created', object_type: 'webhook_endpoint', object_id: id, after });
  return { id, secret };
}

/** Throws 422 `headers_required` when the stored values of headers, which nobody can read, would go to another server. */
function assertHeadersStay({ url, header_names }: Endpoint, input: Input): void {
  const is_moved = input.url !== undefined && isDifferentOrigin(input.url, url);
  if (!is_moved || header_names.length === 0 || input.headers !== undefined) return;
  const detail = localized(
    'Enter the custom headers again, or remove them, because their values would be sent to another server.',
    'Masukkan lagi header khusus, atau hapus, karena nilainya akan dikirim ke server lain.',
  );
  throw new Problem(422, 'headers_required', detail, { errors: [{ field: 'headers', detail }] });
}

/** Throws 422 `headers_required`. */
export async function changeEndpoint(
  deps: SealDeps,
  tx: MerchantTx,
  { endpoint, input }: { endpoint: Endpoint; input: Input },
  context: AuditContext,
): Promise<void> {
  assertHeadersStay(endpoint, input);
  const { id, url, events, description, notify_email, header_names } = endpoint;
  const headers = buildHeaders(deps, endpoint, input.headers);
  const change: EndpointChange = {
    ...(input.url === undefined ? {} : { url: input.url }),
    ...(input.events === undefined ? {} : { events: input.events }),
    ...(input.description === undefined ? {} : { description: input.description || null }),
    ...(input.notify_email === undefined ? {} : { notify_email: input.notify_email }),
    ...headers,
  };
  // Another address starts without the failures of the previous one.
  const is_moved = input.url !== undefined && input.url !== url && endpoint.status !== 'disabled';
  await updateEndpoint(tx, id, { ...change, ...(is_moved ? WITHOUT_FAILURES : {}), updated_at: context.now });
  if (is_moved) {
    await markAllDue(tx, id, context.now);
    await enqueueDelivery(tx, id);
  }
  const { headers_sealed: _, ...after } = change;
  await recordAudit(context, tx, {
    action: 'webhook.updated',
    object_type: 'webhook_endpoint',
    object_id: id,
    before: { url, events, description, notify_email, header_names },
    after,
  });
}

/** The state of an endpoint without failures. */
export const WITHOUT_FAILURES = {
  status: 'active',
  disabled_reason: null,
  failing_since: null,
  alerts_sent: 0,
  recent_outcomes: '',
  is_open: false,
  probe_at: null,
  probe_count: 0,
  is_draining: true,
} as const;

type Step = 'enabled' | 'disabled' | 'deleted';

/** Idempotent: an endpoint that is already in the state stays as it is. */
export async function setEndpointStatus(
  tx: MerchantTx,
  endpoint: Endpoint,
  step: Step,
  context: AuditContext,
): Promise<void> {
  const { id, url, status } = endpoint;
  const { now } = context;
  if (step === 'enabled' && status !== 'disabled') return;
  if (step === 'disabled' && status === 'disabled') return;
  if (step === 'enabled') {
    await updateEndpoint(tx, id, { ...WITHOUT_FAILURES, updated_at: now });
    await markAllDue(tx, id, now);
    await enqueueDelivery(tx, id);
  } else {
    const deleted = step === 'deleted' ? { deleted_at: now } : {};
    await updateEndpoint(tx, id, { status: 'disabled', disabled_reason: 'user', ...deleted, updated_at: now });
    // The sweep gives up the rest.
    if (step === 'deleted') await exhaustOldDeliveries(tx, id, now);
  }
  await recordAudit(context, tx, {
    action: `webhook.${step}`,
    object_type: 'webhook_endpoint',
    object_id: id,
    before: { url, status },
  });
}

/** The notification of a changed key or secret (domain 1.21). */
const SECRET_ACTION = 1003;

/** The former secret signs alongside the new one for 24 hours, also when it is rotated again meanwhile. */
export async function rotateSecret(
  deps: SealDeps,
  tx: MerchantTx,
  endpoint: Endpoint,
  context: AuditContext,
): Promise<string> {
  const { now } = context;
  const secret = generateWebhookSecret();
  const expires_at = new Date(now.getTime() + ROTATION_OVERLAP_MS);
  await updateEndpoint(tx, endpoint.id, {
    ...sealPrevious(deps.vault, endpoint, { now, expires_at }),
    secret_sealed: sealColumn(deps.vault, endpoint, 'secret_sealed', secret),
    updated_at: now,
  });
  await enqueueNotification(tx, {
    event_id: `${endpoint.id}.${now.getTime().toString(36)}`,
    action: SECRET_ACTION,
    object_type: 'webhook_endpoint',
    object_id: endpoint.id,
    template_data: { outcome: 'secret_changed', url: endpoint.url },
    at: now,
  });
  await recordAudit(context, tx, {
    action: 'webhook.secret_rotated',
    object_type: 'webhook_endpoint',
    object_id: endpoint.id,
    after: { previous_secret_expires_at: expires_at },
  });
  return secret;
}
