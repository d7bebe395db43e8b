/** Limits of the emails with links: shares, emails at the creation and reminders count together (decision 0154). */
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import {
  ADDRESS_LIMIT_REACHED,
  type EmailLimit,
  EMAILS_PER_MERCHANT_HOURLY,
  RETRY_AFTER_S,
  findEmailLimit,
  getLimitWindows,
} from '../mail/email-limits.ts';
import { countLinkEmails } from './email-queries.ts';

/** Of one link to one address, without reminders, whose number has a limit of its own. */
const EMAILS_PER_LINK_AND_ADDRESS_DAILY = 3;

/** The limit that one more email would exceed. */
export type LinkEmailLimit = EmailLimit | 'link_address';

/** Null while the email may be sent. `kind`: of the event that causes it. */
export async function findReachedLimit(
  tx: MerchantTx,
  { payment_link_id, recipient, kind }: { payment_link_id: string; recipient: string; kind: 'shared' | 'reminded' },
  now: Date,
): Promise<LinkEmailLimit | null> {
  const sent = await countLinkEmails(tx, { payment_link_id, recipient, ...getLimitWindows(now) });
  if (kind === 'shared' && sent.of_link_to_address >= EMAILS_PER_LINK_AND_ADDRESS_DAILY) return 'link_address';
  return findEmailLimit(sent);
}

const DETAILS: Record<LinkEmailLimit, ReturnType<typeof localized>> = {
  link_address: localized(
    `This link has been sent to this address ${EMAILS_PER_LINK_AND_ADDRESS_DAILY} times in the last 24 hours. Try again tomorrow.`,
    `Tautan ini sudah dikirim ke alamat ini ${EMAILS_PER_LINK_AND_ADDRESS_DAILY} kali dalam 24 jam terakhir. Coba lagi besok.`,
  ),
  address: ADDRESS_LIMIT_REACHED,
  merchant: localized(
    `You can send at most ${EMAILS_PER_MERCHANT_HOURLY} links by email per hour. Try again later.`,
    `Anda dapat mengirim maksimal ${EMAILS_PER_MERCHANT_HOURLY} tautan melalui email per jam. Coba lagi nanti.`,
  ),
};

/** 429 `share_limit_reached`. */
export const shareLimitReached = (limit: LinkEmailLimit): Problem =>
  new Problem(429, 'share_limit_reached', DETAILS[limit], {
    retry_after_s: limit === 'link_address' ? RETRY_AFTER_S.address : RETRY_AFTER_S[limit],
  });
