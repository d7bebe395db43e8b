/** Limits of the emails with instructions of virtual accounts (decision 0154). */
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { EMAILS_PER_MERCHANT_HOURLY, assertWithinEmailLimits, getLimitWindows } from '../mail/email-limits.ts';
import { countInstructionEmails } from './instructions-queries.ts';

const TOO_MANY = localized(
  `You can email instructions at most ${EMAILS_PER_MERCHANT_HOURLY} times per hour. Try again later.`,
  `Anda dapat mengirim petunjuk melalui email maksimal ${EMAILS_PER_MERCHANT_HOURLY} kali per jam. Coba lagi nanti.`,
);

/** Throws 429 `email_limit_reached`. */
export async function assertInstructionsWithinLimits(tx: MerchantTx, email: string, now: Date): Promise<void> {
  assertWithinEmailLimits(await countInstructionEmails(tx, { email, ...getLimitWindows(now) }), TOO_MANY);
}
