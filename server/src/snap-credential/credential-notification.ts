/** The security email about a SNAP credential (domain 1.21): to the user concerned and to the owners of the merchant. */
import type { TemplateData } from '../db/column-types.ts';
import { type Principal, getPersonId } from '../http/principal.ts';
import type { NotificationInput } from '../notification-email/outbox-queries.ts';

interface CredentialEvent {
  outcome: 'snap_created' | 'snap_revoked' | 'snap_key_replaced' | 'snap_secret_rotated';
  principal: Principal;
  now: Date;
  template_data?: TemplateData;
}

/** One email per change. */
export const buildCredentialNotification = (
  { id, name, client_key }: { id: string; name: string; client_key: string },
  { outcome, principal, now, template_data = {} }: CredentialEvent,
): NotificationInput => ({
  event_id: `${id}.${outcome}.${now.getTime()}`,
  action: 1003,
  object_type: 'snap_credential',
  object_id: id,
  template_data: { outcome, name, client_key, by: principal.name, ...template_data },
  at: now,
  user_id: getPersonId(principal),
});
