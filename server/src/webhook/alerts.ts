/** Notification emails about failing endpoints (action 1009, domain 1.21). */
import type { MerchantTx } from '../db/tx.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import type { Endpoint } from './endpoint-queries.ts';

const WEBHOOK_ACTION = 1009;

/** Sends the email of the latest alert that is due and was not sent. Idempotent by the series of failures and its alert. */
export async function notifyAlerts(
  tx: MerchantTx,
  { id, url, alerts_sent, notify_email }: Pick<Endpoint, 'id' | 'url' | 'alerts_sent' | 'notify_email'>,
  { count, is_disabled, failing_since }: { count: number; is_disabled: boolean; failing_since: Date },
  at: Date,
): Promise<void> {
  if (count <= alerts_sent) return;
  const event = {
    action: WEBHOOK_ACTION,
    object_type: 'webhook_endpoint',
    object_id: id,
    template_data: { outcome: is_disabled ? 'disabled' : 'failing', url, failing_since: failing_since.toISOString() },
    at,
  };
  const event_id = `${id}.${failing_since.getTime().toString(36)}.${count}`;
  await enqueueNotification(tx, { ...event, event_id });
  if (notify_email === null) return;
  await enqueueNotification(tx, { ...event, event_id: `${event_id}.copy`, addresses: [notify_email] });
}
