/** Limits of the emails with invitations (decision 0154). */
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import {
  ADDRESS_LIMIT_REACHED,
  EMAILS_PER_MERCHANT_HOURLY,
  RETRY_AFTER_S,
  findCustomerLimit,
  getLimitWindows,
} from '../mail/customer-limits.ts';
import { countInvitationEmails } from './invitation-queries.ts';
import { calculateInvitationExpiry } from './invitation-rules.ts';

const DETAILS = {
  address: ADDRESS_LIMIT_REACHED,
  merchant: localized(
    `You can send at most ${EMAILS_PER_MERCHANT_HOURLY} invitations per hour. Try again later.`,
    `Anda dapat mengirim paling banyak ${EMAILS_PER_MERCHANT_HOURLY} undangan per jam. Coba lagi nanti.`,
  ),
};

/** Throws 429 `email_limit_reached`. Under the lock of the members, so that concurrent invitations are counted. */
export async function assertInvitationWithinLimits(tx: MerchantTx, email: string, now: Date): Promise<void> {
  const { hour_ago, day_ago } = getLimitWindows(now);
  // The end of an invitation shows when its last email was requested.
  const sent = await countInvitationEmails(tx, {
    email,
    hour_end: calculateInvitationExpiry(hour_ago),
    day_end: calculateInvitationExpiry(day_ago),
  });
  const limit = findCustomerLimit(sent);
  if (limit === null) return;
  throw new Problem(429, 'email_limit_reached', DETAILS[limit], { retry_after_s: RETRY_AFTER_S[limit] });
}
