import type { QrisSticker } from '@dasbor/contract/sticker';
import { StatusChip } from '../ui/status-chip.tsx';

export const StickerStatus = ({ status }: Pick<QrisSticker, 'status'>) => <StatusChip status={status} />;
