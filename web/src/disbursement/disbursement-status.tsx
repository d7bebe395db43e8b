import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import { StatusChip } from '../ui/status-chip.tsx';
import { STATUS_MEANINGS, formatStatus } from './labels.ts';

/** Status of a disbursement as a chip. */
export const DisbursementStatusChip = ({ status }: { status: DisbursementStatus }) => (
  <StatusChip status={status} meaning={STATUS_MEANINGS[status]} label={formatStatus(status)} />
);
