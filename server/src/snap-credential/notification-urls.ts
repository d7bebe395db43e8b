/** Payment notifications over SNAP BI: validation of the URLs, and our keys. */
import { localized } from '@dasbor/contract/language';
import {
  SNAP_NOTIFICATIONS,
  SNAP_NOTIFICATION_SCOPES,
  type SnapNotification,
  type SnapScope,
} from '@dasbor/contract/snap-credential';
import type { NotifyUrls } from '../db/column-types.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import { generateNotifyKeys, sealSecret } from '../rails/merchant-credential.ts';
import { parseNotifyUrl } from '../webhook/snap-endpoint.ts';

/** URLs as requested: null ends the notifications of a service, undefined leaves them as they are. */
export type NotifyUrlsInput = { [service in SnapNotification]?: string | null | undefined };

/** The base URLs of a request. Throws 422 for an address that may not be saved; names are resolved again at every delivery. */
export async function parseNotifyUrls(
  deps: Pick<Deps, 'egress' | 'env'>,
  input: NotifyUrlsInput = {},
): Promise<NotifyUrlsInput> {
  const parsed: NotifyUrlsInput = {};
  for (const service of SNAP_NOTIFICATIONS) {
    const url = input[service];
    if (url === undefined) continue;
    parsed[service] = url === null ? null : await parseNotifyUrl(deps, service, url);
  }
  return parsed;
}

/**
 * The URLs after a change. Those of a service that the credential no longer has end with it. Throws 422 when the change
 * itself names a service that the credential does not have.
 */
export function mergeNotifyUrls(
  before: NotifyUrls,
  input: NotifyUrlsInput,
  services: readonly SnapScope[],
): NotifyUrls {
  const merged: NotifyUrls = {};
  for (const service of SNAP_NOTIFICATIONS) {
    const has_scope = services.includes(SNAP_NOTIFICATION_SCOPES[service]);
    if (typeof input[service] === 'string' && !has_scope) throw refuseService(service);
    const url = input[service] === undefined ? before[service] : input[service];
    if (typeof url === 'string' && has_scope) merged[service] = url;
  }
  return merged;
}

function refuseService(service: SnapNotification): Problem {
  const detail = localized(
    'The credential does not have the service of this URL. Add the service or remove the URL.',
    'Kredensial tidak memiliki layanan untuk URL ini. Tambahkan layanannya atau hapus URL-nya.',
  );
  return new Problem(422, 'snap_service_missing', detail, { errors: [{ field: `notify_urls.${service}`, detail }] });
}

/** Whether a change needs our keys, which a credential gets with its first URL. */
export const needsNotifyKeys = (input: NotifyUrlsInput): boolean =>
  SNAP_NOTIFICATIONS.some((service) => typeof input[service] === 'string');

export async function createNotifyKeys({ vault }: Pick<Deps, 'vault'>, owner: { merchant_id: string; id: string }) {
  const { publicKey, privateKey } = await generateNotifyKeys();
  return {
    notify_private_key_sealed: sealSecret(vault, owner, 'notify_private_key_sealed', privateKey),
    notify_public_key: publicKey,
  };
}
