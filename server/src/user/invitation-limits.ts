/** Limits of the emails with invitations (decision 0154). */
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { EMAILS_PER_MERCHANT_HOURLY, assertWithinEmailLimits, getLimitWindows } from '../mail/email-limits.ts';
import { countInvitationEmails } from './invitation-queries.ts';
import { calculateInvitationExpiry } from './invitation-rules.ts';

const TOO_MANY = localized(
  `You can send at most ${EMAILS_PER_MERCHANT_HOURLY} invitations per hour. Try again later.`,
  `Anda dapat mengirim maksimal ${EMAILS_PER_MERCHANT_HOURLY} undangan per jam. Coba lagi nanti.`,
);

/** Throws 429 `email_limit_reached`. The caller holds the lock of the members, so that concurrent invitations are counted. */
export async function assertInvitationWithinLimits(tx: MerchantTx, email: string, now: Date): Promise<void> {
  const { hour_ago, day_ago } = getLimitWindows(now);
  // The expiry of an invitation shows when its last email was requested.
  const sent = await countInvitationEmails(tx, {
    email,
    hourly_expiry: calculateInvitationExpiry(hour_ago),
    daily_expiry: calculateInvitationExpiry(day_ago),
  });
  assertWithinEmailLimits(sent, TOO_MANY);
}
