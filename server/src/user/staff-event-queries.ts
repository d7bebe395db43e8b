/** The emails about changes of staff: to the other administrators of the provider, and to the person whose role changed. */
import type { ProviderRole } from '@dasbor/contract/access';
import { recordSecurityEvent } from '../auth/security-event-queries.ts';
import type { LoginTx } from '../db/tx.ts';
import { lockStaff } from './staff-queries.ts';

export interface StaffEvent {
  outcome: 'invited' | 'joined' | 'role_changed';
  /** null for a person who has not joined yet. */
  user_id: string | null;
  name: string | null;
  email: string;
  role: ProviderRole;
  /** Name of the person who caused it; the person who acts by default. */
  by?: string;
}

interface Actor {
  now: Date;
  principal: { id: string; name: string };
  request: { ip: string | null };
}

/** Records the emails in the transaction of the change. The person who acted is not notified. */
export async function notifyStaffChange(
  tx: LoginTx,
  { now, principal, request }: Actor,
  { user_id, by = principal.name, ...event }: StaffEvent,
): Promise<void> {
  const details = { ...event, by };
  const admins = (await lockStaff(tx)).filter(({ role, status }) => role === 'platform_admin' && status === 'active');
  const readers = new Set(admins.map((admin) => admin.user_id));
  if (details.outcome === 'role_changed' && user_id !== null) readers.add(user_id);
  readers.delete(principal.id);
  const actor = { type: 'provider', id: principal.id, name: principal.name } as const;
  for (const reader of readers) {
    const { ip } = request;
    await recordSecurityEvent(tx, { user_id: reader, kind: 'staff_changed', at: now, ip, actor, details });
  }
}
