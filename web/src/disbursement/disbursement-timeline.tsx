import type { DisbursementEvent, DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClock,
  IconFilePlus,
  IconHelp,
  IconSend,
  IconThumbDown,
  IconThumbUp,
  IconUserQuestion,
  IconX,
} from '@tabler/icons-react';
import { type TimelineIcon, TimelinePanel, formatActor } from '../ui/timeline.tsx';
import { DISBURSEMENT_TONES } from '../ui/status-tones.ts';
import { formatStatus } from './labels.ts';

const ICONS: Record<DisbursementStatus, TimelineIcon> = {
  draft: IconFilePlus,
  pending_approval: IconUserQuestion,
  approved: IconThumbUp,
  queued: IconClock,
  processing: IconSend,
  unknown: IconHelp,
  success: IconCheck,
  failed: IconX,
  rejected: IconThumbDown,
  cancelled: IconBan,
  reversed: IconArrowBackUp,
};

/** Timeline of the disbursement, newest first, with actor and reason. */
export const DisbursementTimeline = ({ events }: { events: readonly DisbursementEvent[] }) => (
  <TimelinePanel
    events={events.toReversed().map((event) => ({
      key: event.seq,
      at: event.at,
      icon: ICONS[event.to_status],
      chip: {
        status: event.to_status,
        tone: DISBURSEMENT_TONES[event.to_status],
        label: formatStatus(event.to_status),
      },
      actor: formatActor(event),
      note: event.reason,
    }))}
  />
);
