import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import { StatusChip } from '../ui/status-chip.tsx';
import { SETTLEMENT_BATCH_TONES } from '../ui/status-tones.ts';
import { formatBatchStatus } from './settlement-labels.ts';

export const BatchStatus = ({ status }: Pick<SettlementBatch, 'status'>) => (
  <StatusChip status={status} tone={SETTLEMENT_BATCH_TONES[status]} label={formatBatchStatus(status)} />
);
