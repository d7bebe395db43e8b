/** Icons of timeline events: what happened, not the status of the payment. */
import type { TransactionEventCode } from '@dasbor/contract/transaction';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBan,
  IconCheck,
  IconClock,
  IconClockOff,
  IconNote,
  IconPlus,
  IconReceiptRefund,
  IconThumbDown,
  IconThumbUp,
  IconX,
} from '@tabler/icons-react';
import type { Tone } from '../ui/status-chip.tsx';
import type { TransactionDetail } from './transaction-detail.ts';

export type TransactionEvent = TransactionDetail['events'][number];
type Icon = typeof IconCheck;

const ICON_BY_CODE: Record<TransactionEventCode, Icon> = {
  refund_requested: IconReceiptRefund,
  refund_approved: IconThumbUp,
  refund_rejected: IconThumbDown,
  refund_completed: IconArrowBackUp,
  refund_failed: IconX,
  refund_returned: IconArrowForwardUp,
  reversal_refused: IconAlertTriangle,
};
const ICON_BY_STATUS: Record<TransactionEvent['to_status'], Icon> = {
  created: IconPlus,
  pending: IconClock,
  success: IconCheck,
  failed: IconX,
  expired: IconClockOff,
  cancelled: IconBan,
  refunded: IconArrowBackUp,
  partially_refunded: IconArrowBackUp,
  reversed: IconArrowForwardUp,
};

/** Chip colours of the events that are not a status. */
export const TONES: Record<TransactionEventCode, Tone> = {
  refund_requested: 'pending',
  refund_approved: 'pending',
  refund_rejected: 'danger',
  refund_completed: 'info',
  refund_failed: 'danger',
  refund_returned: 'danger',
  reversal_refused: 'warning',
};

export function getEventIcon({ code, from_status, to_status }: TransactionEvent): Icon {
  if (code !== null) return ICON_BY_CODE[code];
  return from_status === to_status ? IconNote : ICON_BY_STATUS[to_status];
}
