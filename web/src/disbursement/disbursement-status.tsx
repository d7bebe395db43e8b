import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import { StatusChip } from '../ui/status-chip.tsx';
import { DISBURSEMENT_TONES } from '../ui/status-tones.ts';
import { formatStatus } from './labels.ts';

/** Status of a disbursement as a chip. */
export const DisbursementStatusChip = ({ status }: { status: DisbursementStatus }) => (
  <StatusChip status={status} tone={DISBURSEMENT_TONES[status]} label={formatStatus(status)} />
);
