/** The endpoints of SNAP credentials: one per service that is notified. They change with their credential. */
import { SNAP_NOTIFICATIONS, type SnapNotification } from '@dasbor/contract/snap-credential';
import { WEBHOOK_API_VERSION } from '@dasbor/contract/webhook-events';
import type { NotifyUrls } from '../db/column-types.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { exhaustOldDeliveries, markAllDue } from './delivery-queries.ts';
import { enqueueDelivery } from './dispatch.ts';
import { WITHOUT_FAILURES, assertUrl } from './endpoint-changes.ts';
import { type Endpoint, insertEndpoint, lockEndpointsOfCredential, updateEndpoint } from './endpoint-queries.ts';
import { SNAP_EVENTS } from './rules.ts';
import { splitNotifyUrl } from './snap-body.ts';

/** The base URL of a service. Throws 422 when its address may not be saved. */
export async function parseNotifyUrl(
  deps: Pick<Deps, 'egress' | 'env'>,
  service: SnapNotification,
  url: string,
): Promise<string> {
  const { base, address } = splitNotifyUrl(service, url);
  // The paths of the standard follow the base URL, which therefore has no query.
  await assertUrl(deps, base.includes('?') ? '' : address, `notify_urls.${service}`);
  return base;
}

interface Owner {
  credential_id: string;
  name: string;
  created_by: string;
  now: Date;
}

/** Creates, moves and ends the endpoints of a credential, so that they are those of its URLs. */
export async function saveSnapEndpoints(tx: MerchantTx, urls: NotifyUrls, owner: Owner): Promise<void> {
  const existing = await lockEndpointsOfCredential(tx, owner.credential_id);
  for (const service of SNAP_NOTIFICATIONS) {
    const endpoint = existing.find(({ snap_service }) => snap_service === service);
    const base = urls[service];
    if (base === undefined) {
      if (endpoint !== undefined) await endEndpoint(tx, endpoint, owner.now);
      continue;
    }
    const url = splitNotifyUrl(service, base).address;
    if (endpoint === undefined) await addEndpoint(tx, { service, url }, owner);
    else await updateSnapEndpoint(tx, endpoint, { url, description: owner.name }, owner.now);
  }
}

const addEndpoint = (
  tx: MerchantTx,
  { service, url }: { service: SnapNotification; url: string },
  { credential_id, name, created_by, now }: Owner,
) =>
  insertEndpoint(tx, {
    id: newId('webhook_endpoint', now),
    url,
    description: name,
    events: [...SNAP_EVENTS],
    api_version: WEBHOOK_API_VERSION,
    notify_email: null,
    header_names: [],
    headers_sealed: null,
    secret_sealed: null,
    snap_credential_id: credential_id,
    snap_service: service,
    created_by,
    created_at: now,
  });

/** Another address starts without the failures of the previous one. */
async function updateSnapEndpoint(
  tx: MerchantTx,
  endpoint: Endpoint,
  change: { url: string; description: string },
  now: Date,
): Promise<void> {
  const is_moved = change.url !== endpoint.url && endpoint.status !== 'disabled';
  if (!is_moved && change.url === endpoint.url && change.description === endpoint.description) return;
  await updateEndpoint(tx, endpoint.id, { ...change, ...(is_moved ? WITHOUT_FAILURES : {}), updated_at: now });
  if (!is_moved) return;
  await markAllDue(tx, endpoint.id, now);
  await enqueueDelivery(tx, endpoint.id);
}

async function endEndpoint(tx: MerchantTx, { id }: Endpoint, now: Date): Promise<void> {
  const ended = { status: 'disabled', disabled_reason: 'user', deleted_at: now, updated_at: now } as const;
  await updateEndpoint(tx, id, ended);
  await exhaustOldDeliveries(tx, id, now);
}
