import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import { StatusChip } from '../ui/status-chip.tsx';
import { STATUS_MEANINGS, batchStatusLabel } from './settlement-labels.ts';

export const BatchStatus = ({ status }: Pick<SettlementBatch, 'status'>) => (
  <StatusChip status={status} meaning={STATUS_MEANINGS[status]} label={batchStatusLabel(status)} />
);
