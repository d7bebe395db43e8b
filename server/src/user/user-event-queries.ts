/** The email about a change of users, to those who may view users (domain 1.21, action 1011). */
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';

export interface UserEvent {
  outcome: 'invited' | 'joined' | 'role_changed';
  user_id: string | null;
  name: string | null;
  email: string;
  /** Name of the user who acted. */
  by: string;
}

export async function notifyUserChange(
  tx: MerchantTx,
  { user_id, ...template_data }: UserEvent,
  now: Date,
): Promise<void> {
  const about = { object_type: 'user', object_id: user_id };
  await enqueueNotification(tx, {
    ...about,
    event_id: newId('audit', now),
    action: 1011,
    template_data: { ...template_data },
    at: now,
  });
}
