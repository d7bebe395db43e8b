/** Parses bank responses about a sent refund. Only a definite success or failure is final; anything else is polled. */
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import type { TransferStatusResponse } from '@dasbor/contract/snap-transfer';
import { type Rupiah, toSnap } from '@dasbor/contract/money';
import type { BankOutcome } from '../rails/snap-client.ts';

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
  message: 'The receiving bank returned the transfer.',
};

const DUPLICATE_REFERENCE = /^409\d\d01$/;
const NOT_FOUND = /^404\d\d01$/;

const toFailureCode = (http_and_case: string): string => FAILURE_CODES[http_and_case] ?? 'bank_refused';

/** Parses the response to a transfer order or to a refund to the original payment method. */
export function parseOrderStatus(
  outcome: BankOutcome<{ referenceNo?: string; refundNo?: string; amount?: { value: string } }>,
): BankStatus {
  switch (outcome.kind) {
    case 'ok':
      return {
        status: 'succeeded',
        provider_reference: outcome.response.refundNo ?? outcome.response.referenceNo ?? null,
      };
    case 'unreachable':
      return { status: 'unknown' };
    case 'refused':
      // The bank already has this reference, so an earlier attempt was accepted: its status decides.
      if (DUPLICATE_REFERENCE.test(outcome.response_code)) return { status: 'unknown' };
      return {
        status: 'failed',
        code: toFailureCode(outcome.response_code.slice(0, 3) + outcome.response_code.slice(5)),
        message: outcome.detail,
      };
  }
}

/** How long after the first attempt a transfer unknown to the bank can be resent; well within the two months of domain 4.4. */
export const RESEND_WITHIN_MS = 24 * 3_600_000;

/** Parses the response to a status inquiry (36) about a transfer of `amount` that was first sent at `sent_at`. */
export function parseTransferStatus(
  outcome: BankOutcome<TransferStatusResponse>,
  sent: { amount: Rupiah; sent_at: Date },
  now: Date,
): BankStatus {
  const unknown: BankStatus =
    now.getTime() - sent.sent_at.getTime() < RESEND_WITHIN_MS ? { status: 'not_found' } : { status: 'unknown' };
  if (outcome.kind === 'refused') return NOT_FOUND.test(outcome.response_code) ? unknown : { status: 'unknown' };
  if (outcome.kind === 'unreachable') return { status: 'unknown' };
  const { latestTransactionStatus, originalReferenceNo, transactionStatusDesc, amount } = outcome.response;
  // Another amount means another transfer: never finalise it automatically.
  if (amount.value !== toSnap(sent.amount)) return { status: 'unknown' };
  switch (latestTransactionStatus) {
    case SNAP_STATUSES.success:
      return { status: 'succeeded', provider_reference: originalReferenceNo };
    case SNAP_STATUSES.refunded:
      return { status: 'failed', ...RETURNED_TRANSFER };
    case SNAP_STATUSES.cancelled:
    case SNAP_STATUSES.failed:
      return { status: 'failed', code: 'transfer_failed', message: transactionStatusDesc };
    case SNAP_STATUSES.not_found:
      return unknown;
    case SNAP_STATUSES.initiated:
    case SNAP_STATUSES.paying:
    case SNAP_STATUSES.pending:
      return { status: 'unknown' };
  }
}

const POLL_MIN_MS = 2_000;
const POLL_MAX_MS = 600_000;

/** Backoff: half the time since it was sent, between two seconds and ten minutes. */
export const nextPollAt = (sent_at: Date, now: Date): Date =>
  new Date(now.getTime() + Math.min(Math.max((now.getTime() - sent_at.getTime()) / 2, POLL_MIN_MS), POLL_MAX_MS));
