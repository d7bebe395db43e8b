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

/** Colour and icon of a chip: green, amber with a clock or a warning sign, red, blue, or grey for what has ended or not started. */
export type Tone = 'success' | 'pending' | 'warning' | 'danger' | 'info' | 'neutral';

const STATUS_TONES: Record<string, Tone> = {
  success: 'success',
  paid: 'success',
  settled: 'success',
  early_settled: 'success',
  delivered: 'success',
  succeeded: 'success',
  completed: 'success',
  pending: 'pending',
  created: 'pending',
  issuing: 'pending',
  active: 'success',
  waiting: 'pending',
  scheduled: 'pending',
  unsettled: 'pending',
  generating: 'pending',
  delivering: 'pending',
  credited: 'success',
  posted: 'success',
  received: 'pending',
  under_review: 'warning',
  returned: 'info',
  retrying: 'warning',
  on_hold: 'warning',
  partially_delivered: 'warning',
  failed: 'danger',
  rejected: 'danger',
  expired: 'neutral',
  cancelled: 'neutral',
  draft: 'neutral',
  off: 'neutral',
  revoked: 'neutral',
  refunded: 'info',
  partially_refunded: 'info',
  reversed: 'info',
};

const ICON = {
  success: IconCircleCheck,
  pending: IconClock,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  info: IconArrowBackUp,
  neutral: IconCircleDashed,
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
