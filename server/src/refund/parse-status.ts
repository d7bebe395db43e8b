/** What a bank response means for a sent refund. Only a definite success or failure is final; anything else is polled. */
import * as duration from '@dasbor/contract/duration';
import type { TransferStatusResponse } from '@dasbor/contract/snap-transfer';
import { type Rupiah, toSnap } from '@dasbor/contract/money';
import { REFUND_EVENTS } from '@dasbor/contract/refund-reasons';
import type { BankOutcome } from '../rails/snap-client.ts';
import { isDuplicateReference, parseTransferStatus } from '../rails/transfer-status.ts';

export type BankStatus =
  | { status: 'succeeded'; provider_reference: string | null }
  | { status: 'failed'; code: string; message: string }
  /** Not known yet: poll again later. */
  | { status: 'unknown' }
  /** The bank has no such refund: it can be sent. */
  | { status: 'not_found' };

/** Response codes (HTTP status and case) that name a problem of the account. */
const FAILURE_CODES: Record<string, string> = {
  '40309': 'account_dormant',
  '40318': 'account_closed',
  '40411': 'account_not_found',
};
/** A transfer that the receiving bank returned, before or after it was reported as successful. */
export const RETURNED_TRANSFER = {
  code: 'transfer_returned',
  message: REFUND_EVENTS.returned,
};

const toFailureCode = (http_and_case: string): string => FAILURE_CODES[http_and_case] ?? 'bank_refused';

interface OrderResponse {
  referenceNo?: string;
  refundNo?: string;
  amount?: { value: string };
  refundAmount?: { value: string };
}

/**
 * Parses the response to a transfer order or to a refund to the original payment method. A refusal is final only for the
 * first attempt: an earlier one may have been executed although its response was lost.
 */
export function parseOrderStatus(
  outcome: BankOutcome<OrderResponse>,
  sent: { amount: Rupiah; is_first: boolean },
): BankStatus {
  switch (outcome.kind) {
    case 'ok': {
      const { refundNo, referenceNo, amount, refundAmount } = outcome.response;
      const value = (refundAmount ?? amount)?.value;
      // Another amount means another order: never finalise it automatically.
      if (value !== undefined && value !== toSnap(sent.amount)) return { status: 'unknown' };
      return { status: 'succeeded', provider_reference: refundNo ?? referenceNo ?? null };
    }
    case 'unreachable':
      return { status: 'unknown' };
    case 'refused':
      if (!sent.is_first || isDuplicateReference(outcome.response_code)) return { status: 'unknown' };
      return {
        status: 'failed',
        code: toFailureCode(outcome.response_code.slice(0, 3) + outcome.response_code.slice(5)),
        message: outcome.detail,
      };
  }
}

/** How long after the first attempt a transfer unknown to the bank can be resent; well within the two months of domain 4.4. */
export const RESEND_WITHIN_MS = duration.hours(24);

/** Parses the response to a status inquiry (36) about a transfer of `amount` that was first sent at `sent_at`. */
export function parseRefundTransferStatus(
  outcome: BankOutcome<TransferStatusResponse>,
  sent: { amount: Rupiah; sent_at: Date },
  now: Date,
): BankStatus {
  const found = parseTransferStatus(outcome, sent.amount);
  switch (found.status) {
    case 'succeeded':
      return { status: 'succeeded', provider_reference: found.reference_no };
    case 'returned':
      return { status: 'failed', ...RETURNED_TRANSFER };
    case 'failed':
      return { status: 'failed', code: 'transfer_failed', message: found.message };
    case 'not_found':
      return now.getTime() - sent.sent_at.getTime() < RESEND_WITHIN_MS ? found : { status: 'unknown' };
    case 'unknown':
      return found;
  }
}

const POLL_MIN_MS = duration.seconds(2);
const POLL_MAX_MS = duration.minutes(10);

/** Backoff: half the time since it was sent, between two seconds and ten minutes. */
export const nextPollAt = (sent_at: Date, now: Date): Date =>
  new Date(now.getTime() + Math.min(Math.max((now.getTime() - sent_at.getTime()) / 2, POLL_MIN_MS), POLL_MAX_MS));
