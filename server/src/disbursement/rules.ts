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

/** A saved beneficiary, as far as it decides whether its account may be paid. */
interface SavedBeneficiary {
  status: 'active' | 'blocked';
  usable_from: string;
}

/** Why the account of these saved beneficiaries must not be paid now; null: it may be paid. */
export function findAccountRefusal(
  saved: readonly SavedBeneficiary[],
  { whitelist_only, now }: { whitelist_only: boolean; now: Date },
): 'beneficiary_blocked' | 'beneficiary_not_allowed' | null {
  if (saved.some(({ status }) => status === 'blocked')) return 'beneficiary_blocked';
  if (!whitelist_only) return null;
  const [found] = saved;
  return found !== undefined && Date.parse(found.usable_from) <= now.getTime() ? null : 'beneficiary_not_allowed';
}

/** Statuses in which the bank may report an outcome. */
export const isSentToBank = (status: DisbursementStatus): boolean =>
  status === 'processing' || status === 'unknown' || status === 'success' || status === 'failed';
