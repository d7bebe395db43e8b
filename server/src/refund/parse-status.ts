/** What a bank's answer means for a refund that was sent. Only a clear yes or no ends it; anything else is asked again. */
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import type { TransferStatusResponse } from '@dasbor/contract/snap-transfer';
import { type Rupiah, toSnap } from '@dasbor/contract/money';
import type { BankOutcome } from '../rails/snap-client.ts';

export type BankStatus =
  | { do: 'succeed'; provider_reference: string | null }
  | { do: 'fail'; code: string; message: string }
  /** Nobody knows yet: ask again later. */
  | { do: 'wait' }
  /** The bank knows nothing of it: it may be sent. */
  | { do: 'send' };

/** Refusals whose case (last two digits) says what is wrong with the account. */
const FAILURE_CODES: Record<string, string> = {
  '40309': 'account_dormant',
  '40318': 'account_closed',
  '40411': 'account_not_found',
};
/** A transfer that the receiving bank sent back, whether anybody had heard of its arrival or not. */
export const RETURNED_TRANSFER = {
  code: 'transfer_returned',
  message: 'The transfer came back from the receiving bank.',
};

const DUPLICATE_REFERENCE = /^409\d\d01$/;
const NOT_FOUND = /^404\d\d01$/;

const toFailureCode = (http_and_case: string): string => FAILURE_CODES[http_and_case] ?? 'bank_refused';

/** What the answer to an order means: a transfer, or a refund on the original rail. */
export function parseOrderStatus(
  outcome: BankOutcome<{ referenceNo?: string; refundNo?: string; amount?: { value: string } }>,
): BankStatus {
  switch (outcome.kind) {
    case 'ok':
      return { do: 'succeed', provider_reference: outcome.response.refundNo ?? outcome.response.referenceNo ?? null };
    case 'unreachable':
      return { do: 'wait' };
    case 'refused':
      // The bank has this number already, so it took an earlier try: its state is what counts.
      if (DUPLICATE_REFERENCE.test(outcome.response_code)) return { do: 'wait' };
      return {
        do: 'fail',
        code: toFailureCode(outcome.response_code.slice(0, 3) + outcome.response_code.slice(5)),
        message: outcome.detail,
      };
  }
}

/** How long after the first try an unknown transfer may be sent again: well within the two months of domain 4.4. */
export const RESEND_WITHIN_MS = 24 * 3_600_000;

/** What the answer to a status inquiry (36) means for a transfer of `amount` that was first sent at `sent_at`. */
export function parseTransferStatus(
  outcome: BankOutcome<TransferStatusResponse>,
  sent: { amount: Rupiah; sent_at: Date },
  now: Date,
): BankStatus {
  const unknown: BankStatus =
    now.getTime() - sent.sent_at.getTime() < RESEND_WITHIN_MS ? { do: 'send' } : { do: 'wait' };
  if (outcome.kind === 'refused') return NOT_FOUND.test(outcome.response_code) ? unknown : { do: 'wait' };
  if (outcome.kind === 'unreachable') return { do: 'wait' };
  const { latestTransactionStatus, originalReferenceNo, transactionStatusDesc, amount } = outcome.response;
  // A transfer of another amount is none of ours: a person must look.
  if (amount.value !== toSnap(sent.amount)) return { do: 'wait' };
  switch (latestTransactionStatus) {
    case SNAP_STATUSES.success:
      return { do: 'succeed', provider_reference: originalReferenceNo };
    case SNAP_STATUSES.refunded:
      return { do: 'fail', ...RETURNED_TRANSFER };
    case SNAP_STATUSES.cancelled:
    case SNAP_STATUSES.failed:
      return { do: 'fail', code: 'transfer_failed', message: transactionStatusDesc };
    case SNAP_STATUSES.not_found:
      return unknown;
    case SNAP_STATUSES.initiated:
    case SNAP_STATUSES.paying:
    case SNAP_STATUSES.pending:
      return { do: 'wait' };
  }
}

const POLL_MIN_MS = 2_000;
const POLL_MAX_MS = 600_000;

/** When to ask again: after half the time that has gone by since it was sent, within two seconds and ten minutes. */
export const nextPollAt = (sent_at: Date, now: Date): Date =>
  new Date(now.getTime() + Math.min(Math.max((now.getTime() - sent_at.getTime()) / 2, POLL_MIN_MS), POLL_MAX_MS));
