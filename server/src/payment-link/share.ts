/** Shares a link by email, or records a share through another channel. */
import * as duration from '@dasbor/contract/duration';
import type { Body } from '@dasbor/contract/route';
import { localized } from '@dasbor/contract/language';
import type { sharePaymentLink } from '@dasbor/contract/payment-link';
import type { ActionContext } from '../audit/record.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isEmailAddress } from '../mail/address.ts';
import { Problem, notFound } from '../http/problem.ts';
import { countMails } from './mail-queries.ts';
import { lockLink, recordLinkEvent } from './queries.ts';
import { queueLinkMail } from './send-mail.ts';

/** Rate limits that protect recipients and the mail server from abuse. */
export const EMAILS_PER_MERCHANT_HOURLY = 100;
export const EMAILS_PER_ADDRESS_DAILY = 3;

/**
 * Records the share and enqueues its email. Returns the id of the event. Returns 409 `link_not_active`, 422
 * `recipient_missing` or 429 `share_limit_reached`.
 */
export async function shareLink(
  tx: MerchantTx,
  deps: Pick<Deps, 'env'>,
  { id, channel, recipient: requested }: Body<typeof sharePaymentLink> & { id: string },
  { principal, now }: ActionContext,
): Promise<string> {
  const link = await lockLink(tx, id);
  if (link === undefined) throw notFound();
  if (link.status !== 'active')
    throw new Problem(
      409,
      'link_not_active',
      localized(
        'Only an active link can be shared. Activate it first.',
        'Hanya tautan aktif yang dapat dibagikan. Aktifkan terlebih dahulu.',
      ),
    );
  const event = { at: now, kind: 'shared', channel, actor_type: principal.type, actor_name: principal.name } as const;
  let event_id: string;
  if (channel === 'email') {
    const recipient = requested ?? link.customer?.email ?? null;
    if (recipient === null || !isEmailAddress(recipient)) {
      throw new Problem(
        422,
        'recipient_missing',
        localized('Enter an email address to send the link to.', 'Masukkan alamat email tujuan tautan.'),
      );
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
  const hour_ago = new Date(now.getTime() - duration.hours(1));
  const day_ago = new Date(now.getTime() - duration.hours(24));
  const { sent_by_merchant, sent_to_address } = await countMails(tx, { payment_link_id, recipient, hour_ago, day_ago });
  if (sent_to_address >= EMAILS_PER_ADDRESS_DAILY) {
    const detail = localized(
      `This link has been sent to this address ${EMAILS_PER_ADDRESS_DAILY} times in the last 24 hours. Try again tomorrow.`,
      `Tautan ini sudah dikirim ke alamat ini ${EMAILS_PER_ADDRESS_DAILY} kali dalam 24 jam terakhir. Coba lagi besok.`,
    );
    throw new Problem(429, 'share_limit_reached', detail, { retry_after_s: 24 * 3_600 });
  }
  if (sent_by_merchant >= EMAILS_PER_MERCHANT_HOURLY) {
    const detail = localized(
      `You can send at most ${EMAILS_PER_MERCHANT_HOURLY} links by email per hour. Try again later.`,
      `Anda dapat mengirim maksimal ${EMAILS_PER_MERCHANT_HOURLY} tautan melalui email per jam. Coba lagi nanti.`,
    );
    throw new Problem(429, 'share_limit_reached', detail, { retry_after_s: 3_600 });
  }
}
