/** Mails that carry a link to its customer: queued in the transaction that wants them, sent by a job. */
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { retry } from '../db/retry.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { MailError } from '../mail/mailer.ts';
import { formatLinkEmail } from './link-mail.ts';
import { findMail, insertMail, updateMail } from './mail-queries.ts';
import { type NewLinkEvent, publishSlug, findLink, recordLinkEvent } from './queries.ts';
import { buildPayUrl } from './slug.ts';

/** A day and a half of tries, further and further apart. */
const ATTEMPTS_MAX = 11;

/** Notes that a link is sent to an address, and has the mail sent after the commit. Answers the id of the event. */
export async function queueLinkMail(
  tx: MerchantTx,
  { env }: Pick<Deps, 'env'>,
  mail: { payment_link_id: string; recipient: string; event: NewLinkEvent },
): Promise<string> {
  const { payment_link_id, recipient, event } = mail;
  const event_id = await recordLinkEvent(tx, payment_link_id, event);
  const id = newId('payment_link_mail', event.at);
  const message_id = `<${id}@${new URL(env.PUBLIC_URL).hostname}>`;
  await insertMail(tx, { id, payment_link_id, event_id, recipient, message_id, created_at: event.at });
  const { merchant_id } = tx;
  await enqueue(tx, 'send_payment_link_mail', { merchant_id, id }, { max_attempts: ATTEMPTS_MAX, job_key: id });
  return event_id;
}

/**
 * Sends a queued mail unless it was sent, or its link can no longer be paid. Throws MailError to be tried again. A
 * crash between the server's "taken" and our note may send it twice, under the same Message-ID.
 */
export async function sendLinkMail(deps: Deps, merchant_id: string, id: string): Promise<void> {
  const { mail, link } = await asMerchant(deps.db, merchant_id, async (tx) => {
    const found = await findMail(tx, id);
    return { mail: found, link: found && (await findLink(tx, found.payment_link_id)) };
  });
  if (mail === undefined || link === undefined) throw new Error(`There is no mail ${id}`);
  if (mail.sent_at !== null) return;
  const note = (change: Parameters<typeof updateMail>[2]) =>
    asMerchant(deps.db, merchant_id, (tx) => updateMail(tx, id, change));
  if (link.status !== 'active') {
    await note({ error: 'Not sent: the link can no longer be paid.' });
    return;
  }
  // Whoever reads the mail must find the page, even when the process that made the link died before it was entered.
  await publishLink(deps, merchant_id, link);
  const url = buildPayUrl(deps.env.PUBLIC_URL, link.slug);
  try {
    await deps.mailer.send({
      ...formatLinkEmail({ ...link, url }, mail),
      to: mail.recipient,
      message_id: mail.message_id,
    });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    await note({ error: error.message });
    if (error.code === 'temporary') throw error;
    return;
  }
  const sent_at = deps.clock.now();
  await retry(() => note({ sent_at, error: null }));
}

/** Enters a link's slug, so that visitors find it. */
export const publishLink = (
  { db }: Pick<Deps, 'db'>,
  merchant_id: string,
  { slug, id }: { slug: string; id: string },
): Promise<void> => asPlatform(db, (tx) => publishSlug(tx, { slug, merchant_of: merchant_id, id }));
