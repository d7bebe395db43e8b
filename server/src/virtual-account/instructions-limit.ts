/**
 * Limits of the emails with instructions, which go to any address in the name of the provider. Concurrent requests may exceed a
 * limit by their number.
 */
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { countInstructionEmails } from './instructions-queries.ts';

export const INSTRUCTIONS_PER_MERCHANT_HOURLY = 500;
export const INSTRUCTIONS_PER_ADDRESS_DAILY = 20;

/** Throws 429 `email_limit_reached`. */
export async function assertInstructionsWithinLimits(tx: MerchantTx, email: string, now: Date): Promise<void> {
  const hour_ago = new Date(now.getTime() - duration.hours(1));
  const day_ago = new Date(now.getTime() - duration.hours(24));
  const { by_merchant, to_address } = await countInstructionEmails(tx, { email, hour_ago, day_ago });
  if (to_address >= INSTRUCTIONS_PER_ADDRESS_DAILY) {
    const detail = localized(
      `You have sent ${INSTRUCTIONS_PER_ADDRESS_DAILY} emails to this address in the last 24 hours. Try again tomorrow.`,
      `Anda sudah mengirim ${INSTRUCTIONS_PER_ADDRESS_DAILY} email ke alamat ini dalam 24 jam terakhir. Coba lagi besok.`,
    );
    throw new Problem(429, 'email_limit_reached', detail, { retry_after_s: duration.hours(24) / 1_000 });
  }
  if (by_merchant >= INSTRUCTIONS_PER_MERCHANT_HOURLY) {
    const detail = localized(
      `You can email instructions at most ${INSTRUCTIONS_PER_MERCHANT_HOURLY} times per hour. Try again later.`,
      `Anda dapat mengirim petunjuk melalui email maksimal ${INSTRUCTIONS_PER_MERCHANT_HOURLY} kali per jam. Coba lagi nanti.`,
    );
    throw new Problem(429, 'email_limit_reached', detail, { retry_after_s: duration.hours(1) / 1_000 });
  }
}
