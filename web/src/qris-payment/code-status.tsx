import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { StatusChip } from '../ui/status-chip.tsx';

/** Status of a code. An active static code is a normal state, not a pending one. */
export const CodeStatus = ({ code: { type, status } }: { code: Pick<QrisPayment, 'type' | 'status'> }) =>
  type === 'static' && status === 'active' ? (
    <StatusChip status={status} meaning="done" />
  ) : (
    <StatusChip status={status} />
  );
