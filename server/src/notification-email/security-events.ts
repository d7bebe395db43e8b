/**
 * Publishes security events of people (auth/security-event-queries.ts): an entry in the audit log of each of their
 * merchants, and one email in their language. The provider's staff belong to no merchant: they are emailed directly, and
 * their events were recorded with the change. Idempotent and safe to run concurrently; a repeated email keeps its Message-ID.
 */
import type { SecurityEventKind } from '@dasbor/contract/account';
import { ACCOUNT_ACTIONS, type AccountEventKind } from '@dasbor/contract/account-actions';
import { formatBrowser } from '@dasbor/contract/browser';
import { roleLabel } from '@dasbor/contract/labels';
import { recordAudit } from '../audit/record.ts';
import { splitStates } from '../auth/security-event-rules.ts';
import {
  type UnpublishedEvent,
  listMerchantIdsOfUser,
  listUnpublishedEvents,
  markEventPublished,
} from '../auth/security-event-queries.ts';
import type { TemplateData } from '../db/column-types.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { MailError } from '../mail/mailer.ts';
import { renderEmail } from '../mail/template.ts';
import { buildSingleEmail } from './compose.ts';
import { enqueueNotification } from './outbox-queries.ts';

type PublishDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'log' | 'mailer'>;

const BATCH = 200;

/** Email of an event; `outcome` null: none. */
interface Publication {
  action: 1001 | 1002;
  outcome: string | null;
}
const publication = (outcome: string | null, action: 1001 | 1002 = 1002): Publication => ({ action, outcome });

/** Changes of the provider's staff concern no merchant: they are events of the provider, and only emailed. */
const STAFF_CHANGED = 'staff_changed';

const PUBLICATIONS: Record<AccountEventKind, Publication> = {
  new_device: publication('new_device', 1001),
  sign_in_locked: publication('locked'),
  session_reuse: publication('session_reuse'),
  sessions_revoked: publication('sessions_revoked'),
  password_changed: publication('password'),
  password_reset: publication('password_reset'),
  email_verified: publication(null),
  second_factor_enabled: publication('two_factor'),
  second_factor_disabled: publication('two_factor'),
  second_factor_reset: publication('two_factor'),
  recovery_codes_regenerated: publication('two_factor'),
  recovery_code_used: publication('two_factor'),
  passkey_added: publication('two_factor'),
  passkey_removed: publication('two_factor'),
  passkey_renamed: publication(null),
  device_remembered: publication(null),
  device_forgotten: publication(null),
  group_selected: publication(null),
  phone_verified: publication(null),
  profile_changed: publication(null),
};

/** Publishes what was recorded so far. An event that fails does not keep the others. */
export async function publishSecurityEvents(deps: PublishDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const event of await asLogin(deps.db, (tx) => listUnpublishedEvents(tx, BATCH))) {
    await publish(deps, event).catch((error: unknown) => {
      deps.log.error({ err: error, event_id: event.id }, 'a security event could not be published');
      failures.push(error);
    });
  }
  // The job is retried with backoff.
  if (failures.length > 0) throw failures[0];
}

async function publish(deps: PublishDeps, event: UnpublishedEvent): Promise<void> {
  const merchant_ids = await asLogin(deps.db, (tx) => listMerchantIdsOfUser(tx, event.user_id));
  for (const [index, merchant_id] of merchant_ids.entries()) {
    await publishToMerchant(deps, event, merchant_id, { is_emailed: index === 0 });
  }
  if (merchant_ids.length === 0 && event.status === 'active') await emailStaff(deps, event);
  await asLogin(deps.db, (tx) => markEventPublished(tx, event.id, deps.clock.now()));
}

/** The outbox row makes it idempotent. A person with several merchants receives one email, through the first. */
async function publishToMerchant(
  { db, clock }: PublishDeps,
  event: UnpublishedEvent,
  merchant_id: string,
  { is_emailed }: { is_emailed: boolean },
): Promise<void> {
  if (event.kind === STAFF_CHANGED) return;
  const { action, outcome } = PUBLICATIONS[event.kind];
  const audit_action = ACCOUNT_ACTIONS[event.kind];
  await asMerchant(db, merchant_id, async (tx) => {
    const is_new = await enqueueNotification(tx, {
      event_id: `security.${event.id}`,
      action,
      object_type: toObjectType(event.kind),
      object_id: event.user_id,
      template_data: buildTemplateData(event),
      at: new Date(event.at),
      user_id: event.user_id,
      ...(is_emailed && outcome !== null ? {} : { dispatched_at: clock.now() }),
    });
    if (!is_new) return;
    const actor = { type: event.actor_type, id: event.actor_id, name: event.actor_name ?? toActorName(event) };
    await recordAudit({ now: new Date(event.at), ip: event.ip, actor }, tx, {
      action: audit_action,
      object_type: 'user',
      object_id: event.user_id,
      ...splitStates(event.email, event.details),
    });
  });
}

const toActorName = ({ actor_type, name }: UnpublishedEvent): string | null => (actor_type === 'system' ? null : name);

/** The object that the email links to: a credential or a session, both on the profile screen. */
const toObjectType = (kind: SecurityEventKind): string => (OF_SESSIONS.includes(kind) ? 'session' : 'credential');
const OF_SESSIONS: readonly SecurityEventKind[] = ['new_device', 'session_reuse', 'sessions_revoked', 'group_selected'];

function buildTemplateData({ kind, at, ip, user_agent, actor_name, details, locale }: UnpublishedEvent): TemplateData {
  if (kind === STAFF_CHANGED) return { ...details, role: roleLabel(String(details['role']), locale), occurred_at: at };
  const { outcome } = PUBLICATIONS[kind];
  return {
    outcome,
    ...(outcome === 'two_factor' ? { second_factor_change: kind } : {}),
    ...(kind === 'new_device' ? { signed_in_at: at } : { occurred_at: at }),
    browser: formatBrowser(user_agent),
    ip,
    ...(actor_name === null ? {} : { by: actor_name }),
  };
}

async function emailStaff({ env, mailer, log }: PublishDeps, event: UnpublishedEvent): Promise<void> {
  const { action, outcome } =
    event.kind === STAFF_CHANGED ? { action: 1011, outcome: event.kind } : PUBLICATIONS[event.kind];
  if (outcome === null) return;
  const content = buildSingleEmail(
    {
      action,
      object_type: event.kind === STAFF_CHANGED ? 'user' : toObjectType(event.kind),
      object_id: event.user_id,
      template_data: buildTemplateData(event),
      at: event.at,
    },
    {
      language: event.locale,
      public_url: env.PUBLIC_URL,
      brand_name: 'Dasbor',
      preference: { group_name: null, label: '', is_security: true },
      is_named_recipient: false,
      file: null,
    },
  );
  const message_id = `<${event.id}@${new URL(env.PUBLIC_URL).hostname}>`;
  try {
    await mailer.send({ to: event.email, message_id, ...renderEmail(content) });
  } catch (error) {
    // A recipient that the mail server rejects, or an installation without one, is not retried.
    if (!(error instanceof MailError) || error.code === 'temporary') throw error;
    log.error({ event_id: event.id, code: error.code }, 'the email about a security event was given up');
  }
}
