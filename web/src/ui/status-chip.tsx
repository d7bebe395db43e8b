import { statusLabel } from '@dasbor/contract/labels';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
} from '@tabler/icons-react';
import { currentLanguage } from './define-messages.ts';
import classes from './status-chip.module.css';

/** Colour and icon of a chip: green done, amber waiting or attention, red failed, grey neutral (ended or not started), blue returned. */
export type Tone = 'done' | 'waiting' | 'attention' | 'failed' | 'neutral' | 'returned';

const STATUS_TONES: Record<string, Tone> = {
  success: 'done',
  paid: 'done',
  settled: 'done',
  early_settled: 'done',
  delivered: 'done',
  succeeded: 'done',
  completed: 'done',
  pending: 'waiting',
  created: 'waiting',
  issuing: 'waiting',
  active: 'done',
  waiting: 'waiting',
  scheduled: 'waiting',
  unsettled: 'waiting',
  generating: 'waiting',
  delivering: 'waiting',
  credited: 'done',
  posted: 'done',
  received: 'waiting',
  under_review: 'attention',
  returned: 'returned',
  retrying: 'attention',
  on_hold: 'attention',
  partially_delivered: 'attention',
  failed: 'failed',
  rejected: 'failed',
  expired: 'neutral',
  cancelled: 'neutral',
  draft: 'neutral',
  off: 'neutral',
  revoked: 'neutral',
  refunded: 'returned',
  partially_refunded: 'returned',
  reversed: 'returned',
};

const ICON = {
  done: IconCircleCheck,
  waiting: IconClock,
  attention: IconAlertTriangle,
  failed: IconCircleX,
  neutral: IconCircleDashed,
  returned: IconArrowBackUp,
} as const;

/** `partially_refunded` → `Partially refunded`, in the current language. */
export const formatStatus = (status: string): string => statusLabel(status, currentLanguage());

export interface StatusChipProps {
  /** Status as the API names it. */
  status: string;
  /** Where a status of this name has another tone or label than elsewhere. */
  tone?: Tone;
  label?: string;
}

/** A status as icon, label and colour: never colour alone. */
export function StatusChip({
  status,
  tone = STATUS_TONES[status] ?? 'neutral',
  label = formatStatus(status),
}: StatusChipProps) {
  const Icon = ICON[tone];
  return (
    <span className={classes.chip} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {label}
    </span>
  );
}
