/** The states of batches (domain 1.12). Pure. */
import type { BatchStatus } from '@dasbor/contract/disbursement-batch-fields';

const TRANSITIONS: Record<BatchStatus, readonly BatchStatus[]> = {
  uploaded: ['validating', 'cancelled'],
  validating: ['ready', 'needs_fix', 'cancelled'],
  ready: ['validating', 'pending_approval', 'cancelled'],
  needs_fix: ['validating', 'pending_approval', 'cancelled'],
  pending_approval: ['approved', 'rejected', 'cancelled'],
  approved: ['processing'],
  processing: ['completed', 'partially_completed', 'failed'],
  // A transfer that was returned, or executed after all, changes how a batch has ended.
  completed: ['partially_completed', 'failed'],
  partially_completed: ['completed', 'failed'],
  failed: ['completed', 'partially_completed'],
  rejected: [],
  cancelled: [],
};

export const canTransitionBatch = (from: BatchStatus, to: BatchStatus): boolean => TRANSITIONS[from].includes(to);

/** Whether values of rows can be changed. */
export const isEditable = (status: BatchStatus): boolean =>
  status === 'validating' || status === 'ready' || status === 'needs_fix';

/** Whether rows are still to be read or validated. */
export const isUnvalidated = (status: BatchStatus): boolean => status === 'uploaded' || status === 'validating';

/** Final status of a batch, from the number of paid rows and of unpaid rows that were not excluded. */
export function chooseFinalStatus(counts: { paid: number; failed: number }): BatchStatus {
  if (counts.failed === 0) return 'completed';
  return counts.paid === 0 ? 'failed' : 'partially_completed';
}

/** Whether every disbursement of the batch has ended, so that its result is known. */
export const hasEnded = (status: BatchStatus): boolean =>
  status === 'completed' || status === 'partially_completed' || status === 'failed';
