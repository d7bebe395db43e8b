/** Limits of the emails with instructions of virtual accounts (decision 0154). */
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
import { countInstructionEmails } from './instructions-queries.ts';

const DETAILS = {
  address: ADDRESS_LIMIT_REACHED,
  merchant: localized(
    `You can email instructions at most ${EMAILS_PER_MERCHANT_HOURLY} times per hour. Try again later.`,
    `Anda dapat mengirim petunjuk melalui email maksimal ${EMAILS_PER_MERCHANT_HOURLY} kali per jam. Coba lagi nanti.`,
  ),
};

/** Throws 429 `email_limit_reached`. */
export async function assertInstructionsWithinLimits(tx: MerchantTx, email: string, now: Date): Promise<void> {
  const limit = findCustomerLimit(await countInstructionEmails(tx, { email, ...getLimitWindows(now) }));
  if (limit === null) return;
  throw new Problem(429, 'email_limit_reached', DETAILS[limit], { retry_after_s: RETRY_AFTER_S[limit] });
}
