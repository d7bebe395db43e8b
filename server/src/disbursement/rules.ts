/** Rules of disbursements: legal transitions, and what may be done in each status. Pure. */
import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';

/** A disbursement starts as a request, as a draft of a batch, or approved together with its batch. */
export const DISBURSEMENT_INITIAL_STATUSES = [
  'draft',
  'pending_approval',
  'approved',
] as const satisfies readonly DisbursementStatus[];

/**
 * Legal transitions (domain 1.12). `failed` leads to `success` only when the bank reports an execution after all; nothing
 * leads from `unknown` back to a sending status.
 */
export const DISBURSEMENT_TRANSITIONS: Record<DisbursementStatus, readonly DisbursementStatus[]> = {
  draft: ['pending_approval', 'cancelled'],
  pending_approval: ['approved', 'rejected', 'cancelled'],
  approved: ['queued', 'cancelled', 'failed'],
  queued: ['processing', 'cancelled', 'failed'],
  processing: ['unknown', 'success', 'failed'],
  unknown: ['success', 'failed'],
  success: ['reversed'],
  failed: ['success'],
  rejected: [],
  cancelled: [],
  reversed: [],
};

export const canTransitionDisbursement = (from: DisbursementStatus, to: DisbursementStatus): boolean =>
  DISBURSEMENT_TRANSITIONS[from].includes(to);

/** Not sent yet, so that it can still be stopped. */
export const isCancellable = (status: DisbursementStatus): boolean => canTransitionDisbursement(status, 'cancelled');

/** Ended without paying, so that it can be requested again as a new one. */
export const isRetryable = (status: DisbursementStatus): boolean =>
  status === 'failed' || status === 'reversed' || status === 'rejected' || status === 'cancelled';

/** Statuses in which the bank may answer about it. */
export const isWithBank = (status: DisbursementStatus): boolean =>
  status === 'processing' || status === 'unknown' || status === 'success' || status === 'failed';
