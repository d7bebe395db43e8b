import type { BatchEvent } from '@dasbor/contract/disbursement-batch-fields';
import type { BatchStatus } from '@dasbor/contract/disbursement-batch-fields';
import {
  IconBan,
  IconCheck,
  IconChecklist,
  IconFileUpload,
  IconSearch,
  IconSend,
  IconThumbDown,
  IconThumbUp,
  IconTool,
  IconUserQuestion,
  IconX,
} from '@tabler/icons-react';
import { type TimelineIcon, TimelinePanel, formatActor } from '../ui/timeline.tsx';
import { BATCH_TONES, formatBatchStatus } from './batch-status.tsx';

const ICONS: Record<BatchStatus, TimelineIcon> = {
  uploaded: IconFileUpload,
  validating: IconSearch,
  ready: IconChecklist,
  needs_fix: IconTool,
  pending_approval: IconUserQuestion,
  approved: IconThumbUp,
  processing: IconSend,
  completed: IconCheck,
  partially_completed: IconCheck,
  failed: IconX,
  rejected: IconThumbDown,
  cancelled: IconBan,
};

/** Timeline of the batch, newest first, with actor and reason. */
export const BatchTimeline = ({ events }: { events: readonly BatchEvent[] }) => (
  <TimelinePanel
    events={events.toReversed().map((event) => ({
      key: event.seq,
      at: event.at,
      icon: ICONS[event.to_status],
      chip: {
        status: event.to_status,
        tone: BATCH_TONES[event.to_status],
        label: formatBatchStatus(event.to_status),
      },
      actor: formatActor(event),
      note: event.reason,
    }))}
  />
);
