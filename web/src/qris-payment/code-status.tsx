import type { QrisStatus } from '@dasbor/contract/qris-payment';
import { StatusChip } from '../ui/status-chip.tsx';

/** A sticker waits for nothing: in use is green, out of use grey. */
export const CodeStatus = ({ status }: { status: QrisStatus }) =>
  status === 'active' ? (
    <StatusChip status={status} meaning="done" />
  ) : (
    <StatusChip status={status} {...(status === 'inactive' ? { meaning: 'over' as const } : {})} />
  );
