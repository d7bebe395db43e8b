/** Status of a refund to the original payment method, from a bank response. Only a definite success or failure is final; anything else is polled. */
import * as duration from '@dasbor/contract/duration';
import { type Rupiah, toSnapValue } from '@dasbor/contract/money';
import { toTransferFailure } from '../rails/transfer-rules.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { isDuplicateReference } from '../rails/transfer-status.ts';

export type RefundBankStatus =
  | { status: 'succeeded'; provider_reference: string | null }
  | { status: 'failed'; code: string; message: string }
  /** Not known yet: poll again later. */
  | { status: 'unknown' };

/**
 * Parses the response to a refund to the original payment method. A refusal is final only for the first attempt: an
 * earlier one may have been executed although its response was lost.
 */
export function parseRefundResponse(
  outcome: BankOutcome<{ refundNo?: string; refundAmount?: { value: string } }>,
  sent: { amount: Rupiah; is_first: boolean },
): RefundBankStatus {
  switch (outcome.kind) {
    case 'ok': {
      const { refundNo, refundAmount } = outcome.response;
      // Another amount means another transfer: never finalise it automatically.
      if (refundAmount !== undefined && refundAmount.value !== toSnapValue(sent.amount)) return { status: 'unknown' };
      return { status: 'succeeded', provider_reference: refundNo ?? null };
    }
    case 'unreachable':
      return { status: 'unknown' };
    case 'refused':
      if (!sent.is_first || isDuplicateReference(outcome.response_code)) return { status: 'unknown' };
      return { status: 'failed', code: toTransferFailure(outcome.response_code), message: outcome.detail };
  }
}

const POLL_MIN_MS = duration.seconds(2);
const POLL_MAX_MS = duration.minutes(10);

/** Backoff: half the time since it was sent, between two seconds and ten minutes. */
export const calculateNextPoll = (sent_at: Date, now: Date): Date =>
  new Date(now.getTime() + Math.min(Math.max((now.getTime() - sent_at.getTime()) / 2, POLL_MIN_MS), POLL_MAX_MS));
