/**
 * Limits of emails to addresses that a merchant enters, which are sent in the name of the provider (decision 0154). Each kind
 * of email is counted separately. Concurrent requests may exceed a limit by their number.
 */
import * as duration from '@dasbor/contract/duration';
import { type Localized, localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';

/** By one merchant to all addresses. */
export const EMAILS_PER_MERCHANT_HOURLY = 500;
/** By one merchant to one address. */
const EMAILS_PER_ADDRESS_DAILY = 20;

export type EmailLimit = 'address' | 'merchant';

export interface SentEmails {
  /** By the merchant, since `hour_ago`. */
  by_merchant: number;
  /** By the merchant to the address, since `day_ago`. */
  to_address: number;
}

/** From when on emails count. */
export const getLimitWindows = (now: Date) => ({
  hour_ago: new Date(now.getTime() - duration.hours(1)),
  day_ago: new Date(now.getTime() - duration.hours(24)),
});

/** The limit that one more email would exceed; null while it may be sent. */
export function findEmailLimit({ by_merchant, to_address }: SentEmails): EmailLimit | null {
  if (to_address >= EMAILS_PER_ADDRESS_DAILY) return 'address';
  return by_merchant >= EMAILS_PER_MERCHANT_HOURLY ? 'merchant' : null;
}

/** For `Retry-After`. */
export const RETRY_AFTER_S: Record<EmailLimit, number> = { address: 86_400, merchant: 3_600 };

/** Throws 429 `email_limit_reached`. `too_many`: what the merchant can send per hour. */
export function assertWithinEmailLimits(sent: SentEmails, too_many: Localized): void {
  const limit = findEmailLimit(sent);
  if (limit === null) return;
  const detail = { address: ADDRESS_LIMIT_REACHED, merchant: too_many }[limit];
  throw new Problem(429, 'email_limit_reached', detail, { retry_after_s: RETRY_AFTER_S[limit] });
}

export const ADDRESS_LIMIT_REACHED = localized(
  `You have sent ${EMAILS_PER_ADDRESS_DAILY} emails to this address in the last 24 hours. Try again tomorrow.`,
  `Anda sudah mengirim ${EMAILS_PER_ADDRESS_DAILY} email ke alamat ini dalam 24 jam terakhir. Coba lagi besok.`,
);
