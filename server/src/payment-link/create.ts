/** Creates a link in one transaction; the slug is published for visitors after the commit. */
import * as duration from '@dasbor/contract/duration';
import type { Body } from '@dasbor/contract/route';
import {
  LINK_EMAIL_LIMIT_REACHED,
  LINK_EXPIRY_DEFAULT_HOURS,
  type LinkNotifyStatus,
  type StoredLink,
} from '@dasbor/contract/payment-link-terms';
import { type createPaymentLink } from '@dasbor/contract/payment-link';
import { type ActionContext, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { assertMerchantCan } from '../http/active-merchant.ts';
import type { Principal } from '../http/principal.ts';
import { assertValidLink } from './validate.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { findReachedLimit } from './email-limits.ts';
import { recordLinkEvent } from './queries.ts';
import { buildLinkNotification, calculateNextReminder } from './rules.ts';
import { enqueueLinkEmail } from './send-email.ts';
import { generateSlug } from './slug.ts';
import { insertLink } from './write-queries.ts';

/** Delay of the job that publishes the slug in case the process crashes after the commit. */
const SAFETY_NET_MS = duration.seconds(15);

/**
 * Inserts the link with its first event and returns its id. Returns 422 for validation errors and `merchant_not_active`
 * (active links only), and 409 `duplicate_reference`.
 */
export async function createLink(
  tx: MerchantTx,
  deps: Pick<Deps, 'env'>,
  input: Body<typeof createPaymentLink>,
  context: ActionContext,
): Promise<string> {
  const { principal, now } = context;
  if (input.status === 'active') await assertMerchantCan(tx, 'payments');
  const link = buildLink(input, principal, now);
  await assertValidLink(tx, link, now);
  await insertLink(tx, link, link.status === 'active' ? calculateNextReminder(link, now) : null);
  const { id } = link;
  const actor = { actor_type: principal.type, actor_name: principal.name };
  await recordLinkEvent(tx, id, {
    at: now,
    kind: 'created',
    detail: link.status === 'draft' ? 'draft' : null,
    ...actor,
  });
  await recordAudit(context, tx, {
    action: 'payment_link.created',
    object_type: 'payment_link',
    object_id: id,
    after: link,
  });
  const { merchant_id } = tx;
  const run_at = new Date(now.getTime() + SAFETY_NET_MS);
  await enqueue(tx, 'publish_payment_link', { merchant_id, id }, { run_at, job_key: `publish_payment_link:${id}` });
  if (link.status === 'active') await notifyCustomer(tx, deps, link, context);
  await enqueueNotification(tx, buildLinkNotification('created', link, now));
  await publishLiveEvents(tx, { topic: 'payment-link', id, change: 'created' });
  return id;
}

/**
 * Emails a newly active link to its customer if the merchant requested it. Above a limit the link is active without the email,
 * and its share log says so.
 */
export async function notifyCustomer(
  tx: MerchantTx,
  deps: Pick<Deps, 'env'>,
  link: StoredLink,
  { principal, now }: ActionContext,
): Promise<LinkNotifyStatus | null> {
  const recipient = link.customer?.email ?? null;
  if (!link.notify.email || recipient === null) return null;
  const actor = { actor_type: principal.type, actor_name: principal.name };
  const event = { at: now, kind: 'shared', channel: 'email', ...actor } as const;
  const mail = { payment_link_id: link.id, recipient };
  if ((await findReachedLimit(tx, { ...mail, kind: 'shared' }, now)) !== null) {
    await recordLinkEvent(tx, link.id, { ...event, detail: LINK_EMAIL_LIMIT_REACHED });
    return 'limit_reached';
  }
  await enqueueLinkEmail(tx, deps, { ...mail, event });
  return 'queued';
}

function buildLink(input: Body<typeof createPaymentLink>, principal: Principal, now: Date): StoredLink {
  const { custom_slug, expires_at, ...terms } = input;
  const begin_ms = Math.max(now.getTime(), input.starts_at === null ? 0 : Date.parse(input.starts_at));
  const default_end = new Date(begin_ms + duration.hours(LINK_EXPIRY_DEFAULT_HOURS)).toISOString();
  return {
    ...terms,
    id: newId('payment_link', now),
    slug: generateSlug(custom_slug),
    description: input.description || null,
    expires_at: expires_at === undefined ? default_end : expires_at,
    paid_count: 0,
    collected_amount: 0,
    created_by: principal.id,
    created_by_name: principal.name,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}
