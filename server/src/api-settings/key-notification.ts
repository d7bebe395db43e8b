/** The security email about a key (domain 1.21): to the user concerned and to the owners of the merchant. */
import type { TemplateData } from '../db/column-types.ts';
import type { NotificationInput } from '../notification-email/outbox-queries.ts';

export interface NotifiedKey {
  id: string;
  name: string;
  prefix: string;
  last4: string;
}

interface KeyEvent {
  outcome: 'created' | 'revoked' | 'rolled' | 'expiring';
  /** The user who acted, or the owner of a key that expires. */
  user_id: string | null;
  at: Date;
  /** Of a reminder: days before the expiry. */
  days?: number;
  template_data?: TemplateData;
}

/** One email per key and outcome; reminders differ by their days. */
export const buildKeyNotification = (
  { id, name, prefix, last4 }: NotifiedKey,
  { outcome, user_id, at, days, template_data = {} }: KeyEvent,
): NotificationInput => ({
  event_id: days === undefined ? `${id}.${outcome}` : `${id}.${outcome}.${days}`,
  action: 1003,
  object_type: 'api_key',
  object_id: id,
  template_data: { outcome, key_name: name, key: `${prefix}…${last4}`, ...template_data },
  at,
  user_id,
});
