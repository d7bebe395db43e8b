import { type BatchStatus, batchStatusLabel } from '@dasbor/contract/disbursement-batch-fields';
import { currentLanguage } from '../ui/define-messages.ts';
import { type Tone, StatusChip } from '../ui/status-chip.tsx';

export const BATCH_TONES: Record<BatchStatus, Tone> = {
  uploaded: 'pending',
  validating: 'pending',
  ready: 'pending',
  needs_fix: 'warning',
  pending_approval: 'pending',
  approved: 'pending',
  processing: 'pending',
  completed: 'success',
  partially_completed: 'warning',
  failed: 'danger',
  rejected: 'danger',
  cancelled: 'neutral',
};

export const formatBatchStatus = (status: string): string => batchStatusLabel(status as BatchStatus, currentLanguage());

/** Status of a batch as a chip. */
export const BatchStatusChip = ({ status }: { status: BatchStatus }) => (
  <StatusChip status={status} tone={BATCH_TONES[status]} label={formatBatchStatus(status)} />
);
