/**
 * Interprets bank responses about transfers. Only a definite success or failure is final: anything else, an answer about
 * another amount included, keeps the state and is inquired again.
 */
import { type Rupiah, toSnap } from '@dasbor/contract/money';
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import type { TransferStatusResponse } from '@dasbor/contract/snap-transfer';
import type { BankOutcome } from './snap-client.ts';

export type TransferStatus =
  | { status: 'succeeded'; reference_no: string }
  | { status: 'failed'; code: string; message: string }
  /** The receiving bank returned it, before or after it was reported as successful. */
  | { status: 'returned'; message: string }
  /** The bank has no such transfer. */
  | { status: 'not_found' }
  | { status: 'unknown' };

/** Case 01 of HTTP 404 names a missing transaction; the other cases of 404 are about the request or the account. */
const NOT_FOUND = /^404\d\d01$/;
const DUPLICATE_REFERENCE = /^409\d\d01$/;

/** Whether a refusal says that the bank already has an order under this reference, so that its status decides. */
export const isDuplicateReference = (response_code: string): boolean => DUPLICATE_REFERENCE.test(response_code);

/** Interprets the response to a transfer order of `amount` that was sent under a reference for the first time. */
export function parseTransferResponse(
  outcome: BankOutcome<{ referenceNo: string; amount: { value: string } }>,
  amount: Rupiah,
): TransferStatus {
  if (outcome.kind === 'unreachable') return { status: 'unknown' };
  if (outcome.kind === 'refused') {
    if (isDuplicateReference(outcome.response_code)) return { status: 'unknown' };
    return { status: 'failed', code: outcome.response_code, message: outcome.detail };
  }
  if (outcome.response.amount.value !== toSnap(amount)) return { status: 'unknown' };
  return { status: 'succeeded', reference_no: outcome.response.referenceNo };
}

/** Interprets the response to a status inquiry (36) about a transfer of `amount`. */
export function parseTransferStatus(outcome: BankOutcome<TransferStatusResponse>, amount: Rupiah): TransferStatus {
  if (outcome.kind === 'unreachable') return { status: 'unknown' };
  if (outcome.kind === 'refused') return { status: NOT_FOUND.test(outcome.response_code) ? 'not_found' : 'unknown' };
  const { response } = outcome;
  // Another amount means another transfer.
  if (response.amount.value !== toSnap(amount)) return { status: 'unknown' };
  switch (response.latestTransactionStatus) {
    case SNAP_STATUSES.success:
      return { status: 'succeeded', reference_no: response.originalReferenceNo };
    case SNAP_STATUSES.refunded:
      return { status: 'returned', message: response.transactionStatusDesc };
    case SNAP_STATUSES.cancelled:
    case SNAP_STATUSES.failed:
      return {
        status: 'failed',
        code: `status_${response.latestTransactionStatus}`,
        message: response.transactionStatusDesc,
      };
    case SNAP_STATUSES.not_found:
      return { status: 'not_found' };
    case SNAP_STATUSES.initiated:
    case SNAP_STATUSES.paying:
    case SNAP_STATUSES.pending:
      return { status: 'unknown' };
  }
}
