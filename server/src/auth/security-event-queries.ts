/**
 * Security events of a person: recorded in the transaction of the change and published by a job, which writes the audit
 * logs of the person's merchants and the email to the person (notification-email/security-events.ts). Those of the
 * provider's staff are recorded among the provider's events at once.
 */
import type { NotNull } from 'kysely';
import { ACCOUNT_ACTIONS } from '@dasbor/contract/account-actions';
import { SYSTEM_PRINCIPAL, recordProviderEvent } from '../audit/provider-event-queries.ts';
import { listActiveMemberships } from './membership-queries.ts';
import type { SecurityEventKind } from '@dasbor/contract/account';
import type { SecurityEventDetails } from '../db/column-types.ts';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import type { LoginTx } from '../db/tx.ts';
import { splitStates } from './security-event-rules.ts';

/** The job that publishes recorded security events. */
export const PUBLISH_SECURITY_EVENTS_JOB = 'publish_security_events';

export interface SecurityEvent {
  /** Whom the event concerns. */
  user_id: string;
  kind: SecurityEventKind;
  at: Date;
  ip: string | null;
  user_agent?: string | null;
  /** Actor; the person by default. `null`: the system. */
  actor?: { type: 'user' | 'provider'; id: string; name: string } | null;
  /** More for the audit log, such as the name of a passkey; `former_…` is the state before. Never secrets. */
  details?: SecurityEventDetails;
}

const USER_AGENT_LENGTH_MAX = 300;

/**
 * Records a security event in the transaction of the change and enqueues its publication. An event of the
 * provider's staff is one of the provider's too, whose chain is locked until the end: to be called after other rows are locked.
 */
export async function recordSecurityEvent(tx: LoginTx, event: SecurityEvent): Promise<void> {
  const { user_id, kind, at, ip, user_agent = null, actor, details = {} } = event;
  await tx.sql
    .insertInto('security_event')
    .values({
      id: newId('security_event', at),
      user_id,
      kind,
      at,
      ip,
      user_agent: user_agent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
      ...toActorColumns(actor, user_id),
      details: JSON.stringify(details),
    })
    .execute();
  await recordStaffEvent(tx, event);
  await enqueue(tx, PUBLISH_SECURITY_EVENTS_JOB, {}, { job_key: PUBLISH_SECURITY_EVENTS_JOB });
}

/** Nothing for an action of another person, which is recorded where that person acts. */
async function recordStaffEvent(
  tx: LoginTx,
  { user_id, kind, at, ip, user_agent, actor, details = {} }: SecurityEvent,
): Promise<void> {
  if (kind === 'staff_changed' || (actor !== undefined && actor !== null)) return;
  const staff = await findStaffOfEvent(tx, user_id);
  if (staff === undefined) return;
  const { name, email, role } = staff;
  const principal = actor === null ? SYSTEM_PRINCIPAL : { id: user_id, name, email, role, user_agent };
  await recordProviderEvent(
    tx,
    { principal, request: { ip }, now: at },
    { action: ACCOUNT_ACTIONS[kind], object_type: 'user', object_id: user_id, ...splitStates(email, details) },
  );
}

/** The provider's staff have a role of their own; people of merchants have those of their memberships. */
const findStaffOfEvent = (tx: LoginTx, user_id: string) =>
  tx.sql
    .selectFrom('login')
    .select(['name', 'email', 'role'])
    .where('user_id', '=', user_id)
    .where('role', 'is not', null)
    .$narrowType<{ role: NotNull }>()
    .executeTakeFirst();

function toActorColumns(actor: SecurityEvent['actor'], user_id: string) {
  if (actor === undefined) return { actor_type: 'user' as const, actor_id: user_id, actor_name: null };
  if (actor === null) return { actor_type: 'system' as const, actor_id: null, actor_name: null };
  return { actor_type: actor.type, actor_id: actor.id, actor_name: actor.name };
}

/** Security events that were not published yet, with the person whom they concern, oldest first. */
export const listUnpublishedEvents = (tx: LoginTx, limit: number) =>
  tx.sql
    .selectFrom('security_event as e')
    .innerJoin('login as l', 'l.user_id', 'e.user_id')
    .select([
      'e.id',
      'e.user_id',
      'e.kind',
      'e.at',
      'e.ip',
      'e.user_agent',
      'e.actor_type',
      'e.actor_id',
      'e.actor_name',
    ])
    .select(['e.details', 'l.name', 'l.email', 'l.locale', 'l.status'])
    .where('e.published_at', 'is', null)
    .orderBy('e.at')
    .orderBy('e.id')
    .limit(limit)
    .execute();
export type UnpublishedEvent = Awaited<ReturnType<typeof listUnpublishedEvents>>[number];

export const markEventPublished = (tx: LoginTx, id: string, now: Date) =>
  tx.sql.updateTable('security_event').set({ published_at: now }).where('id', '=', id).execute();

/** The merchants of a person; none for the provider's staff. */
export async function listMerchantIdsOfUser(tx: LoginTx, user_id: string): Promise<string[]> {
  const memberships = await listActiveMemberships(tx, user_id);
  return memberships.map(({ merchant_id }) => merchant_id);
}
