import type { SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import {
  IconArrowBackUp,
  IconCheck,
  IconFolderOpen,
  IconLock,
  IconNote,
  IconPlayerPause,
  IconSend,
  IconThumbUp,
  IconX,
} from '@tabler/icons-react';
import type { StatusChipProps } from '../ui/status-chip.tsx';
import { type TimelineIcon, TimelinePanel, formatActor } from '../ui/timeline.tsx';
import type { BatchDetail } from './batch-detail.ts';
import { messages } from './messages.ts';
import { STATUS_MEANINGS, batchStatusLabel } from './settlement-labels.ts';

const ICONS: Record<SettlementBatchStatus, TimelineIcon> = {
  open: IconFolderOpen,
  closed: IconLock,
  on_hold: IconPlayerPause,
  approved: IconThumbUp,
  processing: IconSend,
  paid: IconCheck,
  failed: IconX,
  returned: IconArrowBackUp,
};

type BatchEvent = BatchDetail['events'][number];

/** A note, such as one about a dispute, does not change the status. */
const isNote = ({ from_status, to_status }: BatchEvent): boolean => from_status === to_status;

function buildChip(event: BatchEvent): StatusChipProps {
  const { to_status: status } = event;
  if (isNote(event)) return { status: 'note', label: messages().note };
  return { status, meaning: STATUS_MEANINGS[status], label: batchStatusLabel(status) };
}

/** What happened to the batch, newest first, with actor and reason. */
export const BatchTimeline = ({ events }: Pick<BatchDetail, 'events'>) => (
  <TimelinePanel
    events={events.toReversed().map((event) => ({
      key: event.seq,
      at: event.at,
      icon: isNote(event) ? IconNote : ICONS[event.to_status],
      chip: buildChip(event),
      actor: formatActor(event),
      note: event.reason,
    }))}
  />
);
