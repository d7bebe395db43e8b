import type { SettlementBatch } from '@dasbor/contract/settlement-fields';
import { StatusChip } from '../ui/status-chip.tsx';
import { SETTLEMENT_BATCH_MEANINGS } from '../ui/status-meanings.ts';
import { formatBatchStatus } from './settlement-labels.ts';

export const BatchStatus = ({ status }: Pick<SettlementBatch, 'status'>) => (
  <StatusChip status={status} meaning={SETTLEMENT_BATCH_MEANINGS[status]} label={formatBatchStatus(status)} />
);
