/**
 * Limits of the emails with links, which go to any address in the name of the provider. Shares, emails at the creation and
 * reminders count together. Concurrent requests may exceed a limit by their number.
 */
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { countMails } from './mail-queries.ts';

/** By one merchant to all addresses. */
export const EMAILS_PER_MERCHANT_HOURLY = 500;
/** By one merchant to one address, over all its links. */
export const EMAILS_PER_ADDRESS_DAILY = 20;
/** Of one link to one address, without reminders, whose number has a limit of its own. */
export const EMAILS_PER_LINK_AND_ADDRESS_DAILY = 3;

/** The limit that one more email would exceed. */
export type MailLimit = 'link_address' | 'address' | 'merchant';

/** Null while the email may be sent. `kind`: of the event that causes it. */
export async function findReachedLimit(
  tx: MerchantTx,
  { payment_link_id, recipient, kind }: { payment_link_id: string; recipient: string; kind: 'shared' | 'reminded' },
  now: Date,
): Promise<MailLimit | null> {
  const hour_ago = new Date(now.getTime() - duration.hours(1));
  const day_ago = new Date(now.getTime() - duration.hours(24));
  const sent = await countMails(tx, { payment_link_id, recipient, hour_ago, day_ago });
  if (kind === 'shared' && sent.of_link_to_address >= EMAILS_PER_LINK_AND_ADDRESS_DAILY) return 'link_address';
  if (sent.to_address >= EMAILS_PER_ADDRESS_DAILY) return 'address';
  return sent.by_merchant >= EMAILS_PER_MERCHANT_HOURLY ? 'merchant' : null;
}

const DETAILS = {
  link_address: localized(
    `This link has been sent to this address ${EMAILS_PER_LINK_AND_ADDRESS_DAILY} times in the last 24 hours. Try again tomorrow.`,
    `Tautan ini sudah dikirim ke alamat ini ${EMAILS_PER_LINK_AND_ADDRESS_DAILY} kali dalam 24 jam terakhir. Coba lagi besok.`,
  ),
  address: localized(
    `You have sent ${EMAILS_PER_ADDRESS_DAILY} emails to this address in the last 24 hours. Try again tomorrow.`,
    `Anda sudah mengirim ${EMAILS_PER_ADDRESS_DAILY} email ke alamat ini dalam 24 jam terakhir. Coba lagi besok.`,
  ),
  merchant: localized(
    `You can send at most ${EMAILS_PER_MERCHANT_HOURLY} links by email per hour. Try again later.`,
    `Anda dapat mengirim maksimal ${EMAILS_PER_MERCHANT_HOURLY} tautan melalui email per jam. Coba lagi nanti.`,
  ),
};

/** 429 `share_limit_reached`. */
export const shareLimitReached = (limit: MailLimit): Problem => {
  const wait_ms = limit === 'merchant' ? duration.hours(1) : duration.hours(24);
  return new Problem(429, 'share_limit_reached', DETAILS[limit], { retry_after_s: wait_ms / 1_000 });
};
