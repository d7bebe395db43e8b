import type { QrisSticker } from '@dasbor/contract/sticker';
import { StatusChip } from '../ui/status-chip.tsx';

/** An active sticker is a normal state, not a pending one. */
export const StickerStatus = ({ status }: Pick<QrisSticker, 'status'>) =>
  status === 'active' ? <StatusChip status={status} meaning="done" /> : <StatusChip status={status} />;
