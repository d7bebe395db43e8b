import { type BatchStatus, batchStatusLabel } from '@dasbor/contract/disbursement-batch-fields';
import { currentLanguage } from '../ui/define-messages.ts';
import { type Meaning, StatusChip } from '../ui/status-chip.tsx';

export const BATCH_MEANINGS: Record<BatchStatus, Meaning> = {
  uploaded: 'waiting',
  validating: 'waiting',
  ready: 'waiting',
  needs_fix: 'attention',
  pending_approval: 'waiting',
  approved: 'waiting',
  processing: 'waiting',
  completed: 'done',
  partially_completed: 'attention',
  failed: 'failed',
  rejected: 'failed',
  cancelled: 'over',
};

export const formatBatchStatus = (status: string): string => batchStatusLabel(status as BatchStatus, currentLanguage());

/** Status of a batch as a chip. */
export const BatchStatusChip = ({ status }: { status: BatchStatus }) => (
  <StatusChip status={status} meaning={BATCH_MEANINGS[status]} label={formatBatchStatus(status)} />
);
