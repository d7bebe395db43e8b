import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { StatusChip } from '../ui/status-chip.tsx';

/** Status of a code. */
export const CodeStatus = ({ code: { status } }: { code: Pick<QrisPayment, 'status'> }) => (
  <StatusChip status={status} />
);
