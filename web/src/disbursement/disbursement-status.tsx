import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import { StatusChip } from '../ui/status-chip.tsx';
import { DISBURSEMENT_MEANINGS } from '../ui/status-meanings.ts';
import { formatStatus } from './labels.ts';

/** Status of a disbursement as a chip. */
export const DisbursementStatusChip = ({ status }: { status: DisbursementStatus }) => (
  <StatusChip status={status} meaning={DISBURSEMENT_MEANINGS[status]} label={formatStatus(status)} />
);
