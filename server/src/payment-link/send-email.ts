/** Emails of links to customers: queued in the transaction of their event, sent by a job. */
import { toEmailSender } from '../branding/rules.ts';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { retry } from '../db/retry.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { MailError } from '../mail/mailer.ts';
import { formatLinkEmail } from './link-email.ts';
import { findLinkEmail, insertLinkEmail, updateLinkEmail } from './email-queries.ts';
import { type NewLinkEvent, publishSlug, findLink, recordLinkEvent } from './queries.ts';
import { buildPayUrl } from './slug.ts';

/** About a day and a half of attempts with exponential backoff. */
const ATTEMPTS_MAX = 11;

/** Records the share and enqueues its email in the same transaction. Returns the id of the event. */
export async function enqueueLinkEmail(
  tx: MerchantTx,
  { env }: Pick<Deps, 'env'>,
  mail: { payment_link_id: string; recipient: string; event: NewLinkEvent },
): Promise<string> {
  const { payment_link_id, recipient, event } = mail;
  const event_id = await recordLinkEvent(tx, payment_link_id, event);
  const id = newId('payment_link_email', event.at);
  const message_id = `<${id}@${new URL(env.PUBLIC_URL).hostname}>`;
  await insertLinkEmail(tx, { id, payment_link_id, event_id, recipient, message_id, created_at: event.at });
  const { merchant_id } = tx;
  await enqueue(tx, 'send_payment_link_email', { merchant_id, id }, { max_attempts: ATTEMPTS_MAX, job_key: id });
  return event_id;
}

/**
 * Sends a queued email unless it was sent already or its link is no longer active. Throws MailError to be retried.
 * At least once: a crash after the mail server accepted it may send it twice, with the same Message-ID.
 */
export async function sendLinkEmail(deps: Deps, merchant_id: string, id: string): Promise<void> {
  const { mail, link } = await asMerchant(deps.db, merchant_id, async (tx) => {
    const found = await findLinkEmail(tx, id);
    return { mail: found, link: found && (await findLink(tx, found.payment_link_id)) };
  });
  if (mail === undefined || link === undefined) throw new Error(`Email ${id} not found`);
  if (mail.sent_at !== null) return;
  const record = (change: Parameters<typeof updateLinkEmail>[2]) =>
    asMerchant(deps.db, merchant_id, (tx) => updateLinkEmail(tx, id, change));
  if (link.status !== 'active') {
    await record({ error: 'Not sent: the link is no longer active.' });
    return;
  }
  // The page must exist before the email arrives, even if the process that created the link crashed.
  await publishLink(deps, merchant_id, link);
  const url = buildPayUrl(deps.env.PUBLIC_URL, link.slug);
  try {
    await deps.mailer.send({
      ...formatLinkEmail({ ...link, url }, { kind: mail.kind, sender: toEmailSender(mail, deps.env.PUBLIC_URL) }),
      to: mail.recipient,
      message_id: mail.message_id,
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    await record({ error: error.message });
    if (error.code === 'temporary') throw error;
    return;
  }
  const sent_at = deps.clock.now();
  await retry(() => record({ sent_at, error: null }));
}

/** Publishes the slug of a link, so that visitors find it. */
export const publishLink = (
  { db }: Pick<Deps, 'db'>,
  merchant_id: string,
  { slug, id }: { slug: string; id: string },
): Promise<void> => asPlatform(db, (tx) => publishSlug(tx, { slug, merchant_of: merchant_id, id }));
