/** Hands a link out: by e-mail, or noted when it went another way. */
import type { Body } from '@dasbor/contract/route';
import type { sharePaymentLink } from '@dasbor/contract/payment-link';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isEmailAddress } from '../mail/address.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { ActionContext } from './create.ts';
import { countMails } from './mail-queries.ts';
import { lockLink, recordLinkEvent } from './queries.ts';
import { queueLinkMail } from './send-mail.ts';

const HOUR_MS = 3_600_000;
/** So that nobody can use a merchant's links to flood somebody's mailbox, or the provider's mail server. */
export const EMAILS_PER_MERCHANT_HOURLY = 100;
export const EMAILS_PER_ADDRESS_DAILY = 3;

/**
 * Notes the share and has the mail sent after the commit. Answers the id of the event. Refuses with 409
 * `link_not_active`, 422 `recipient_missing` and 429 `share_limit_reached`.
 */
export async function shareLink(
  tx: MerchantTx,
  deps: Pick<Deps, 'env'>,
  id: string,
  { channel, recipient: wished }: Body<typeof sharePaymentLink>,
  { principal, now }: ActionContext,
): Promise<string> {
  const link = await lockLink(tx, id);
  if (link === undefined) throw notFound();
  if (link.status !== 'active') throw new Problem(409, 'link_not_active', 'Only an active link can be handed out.');
  const event = { at: now, kind: 'shared', channel, actor_type: principal.type, actor_name: principal.name } as const;
  let event_id: string;
  if (channel === 'email') {
    const recipient = wished ?? link.customer?.email ?? null;
    if (recipient === null || !isEmailAddress(recipient)) {
      throw new Problem(422, 'recipient_missing', 'Give one e-mail address to send the link to.');
    }
    await assertWithinLimits(tx, id, recipient, now);
    event_id = await queueLinkMail(tx, deps, { payment_link_id: id, recipient, event });
  } else {
    event_id = await recordLinkEvent(tx, id, event);
  }
  await publishLiveEvents(tx, { topic: 'payment-link', id, change: 'updated' });
  return event_id;
}

async function assertWithinLimits(
  tx: MerchantTx,
  payment_link_id: string,
  recipient: string,
  now: Date,
): Promise<void> {
  const hour_ago = new Date(now.getTime() - HOUR_MS);
  const day_ago = new Date(now.getTime() - 24 * HOUR_MS);
  const { of_merchant, to_address } = await countMails(tx, { payment_link_id, recipient, hour_ago, day_ago });
  if (to_address >= EMAILS_PER_ADDRESS_DAILY) {
    const detail = `This link was sent to this address ${EMAILS_PER_ADDRESS_DAILY} times in a day. Try again tomorrow.`;
    throw new Problem(429, 'share_limit_reached', detail, { retry_after_s: 24 * 3_600 });
  }
  if (of_merchant >= EMAILS_PER_MERCHANT_HOURLY) {
    const detail = `At most ${EMAILS_PER_MERCHANT_HOURLY} links are sent by e-mail in an hour. Try again later.`;
    throw new Problem(429, 'share_limit_reached', detail, { retry_after_s: 3_600 });
  }
}
