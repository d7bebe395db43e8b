/**
 * Interprets bank responses about transfers. Only a definite success or failure is final: anything else, a response about
 * another amount included, keeps the state and is inquired again.
 */
import { type Rupiah, toSnapValue } from '@dasbor/contract/money';
import { SNAP_SERVICES, SNAP_STATUSES, type SnapService, formatResponseCode } from '@dasbor/contract/snap';
import type { TransferService, TransferStatusResponse } from '@dasbor/contract/snap-transfer';
import type { RailMessage } from './rail-message.ts';
import type { BankOutcome } from './snap-client.ts';

export type TransferStatus =
  | { status: 'succeeded'; reference_no: string }
  | { status: 'failed'; code: string; message: string }
  /** The receiving bank returned it, before or after it was reported as successful. */
  | { status: 'returned'; message: string }
  /** The bank has no such transfer. */
  | { status: 'not_found' }
  | { status: 'unknown' };

/** The transfer that a response must be about. */
interface QueriedTransfer {
  amount: Rupiah;
  service: TransferService;
  partner_reference_no: string;
}

/** Case 01 of HTTP 404 of the status inquiry names a missing transaction; other cases are about the request or the account. */
const NOT_FOUND = formatResponseCode(404, SNAP_SERVICES.transfer_status, '01');
const DUPLICATE_REFERENCE = /^409\d\d01$/;

/** Whether a refusal reports that the bank already has a transfer under this reference, so that its status decides. */
export const isDuplicateReference = (response_code: string): boolean => DUPLICATE_REFERENCE.test(response_code);

/** Whether a response code is one of the service that was called, and agrees with the HTTP status, which precedes it. */
const isServiceCode = (
  { response_code, message }: { response_code: string; message: Pick<RailMessage, 'http_status'> },
  service: SnapService,
): boolean => response_code.slice(0, 5) === `${message.http_status}${service}`;

/** Interprets the response to a transfer request. A refusal that is not one of its own service decides nothing. */
export function parseTransferResponse(
  outcome: BankOutcome<{ referenceNo: string; partnerReferenceNo: string; amount: { value: string } }>,
  { amount, service, partner_reference_no }: QueriedTransfer,
): TransferStatus {
  if (outcome.kind === 'unreachable') return { status: 'unknown' };
  if (outcome.kind === 'refused') {
    if (isDuplicateReference(outcome.response_code) || !isServiceCode(outcome, service)) return { status: 'unknown' };
    return { status: 'failed', code: outcome.response_code, message: outcome.detail };
  }
  const { response } = outcome;
  // Another amount or reference means another transfer.
  if (response.amount.value !== toSnapValue(amount) || response.partnerReferenceNo !== partner_reference_no) {
    return { status: 'unknown' };
  }
  return { status: 'succeeded', reference_no: response.referenceNo };
}

/** Interprets the response to a status inquiry (36) about a transfer. */
export function parseTransferStatus(
  outcome: BankOutcome<TransferStatusResponse>,
  { amount, service, partner_reference_no }: QueriedTransfer,
): TransferStatus {
  if (outcome.kind === 'unreachable') return { status: 'unknown' };
  if (outcome.kind === 'refused') {
    const is_not_found = outcome.response_code === NOT_FOUND && isServiceCode(outcome, SNAP_SERVICES.transfer_status);
    return { status: is_not_found ? 'not_found' : 'unknown' };
  }
  const { response } = outcome;
  const is_queried = response.originalPartnerReferenceNo === partner_reference_no && response.serviceCode === service;
  // Another amount, reference or service means another transfer.
  if (!is_queried || response.amount.value !== toSnapValue(amount)) return { status: 'unknown' };
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
