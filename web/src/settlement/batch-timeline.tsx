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
import { SETTLEMENT_BATCH_TONES } from '../ui/status-tones.ts';
import type { BatchDetail } from './batch-detail.ts';
import { messages } from './messages.ts';
import { formatBatchStatus } from './settlement-labels.ts';

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

type Destination = BatchDetail['destination'];
type BatchEvent = BatchDetail['events'][number];

/** A note, such as one about a dispute, does not change the status. */
const isNote = ({ from_status, to_status }: BatchEvent): boolean => from_status === to_status;

function buildChip(event: BatchEvent, destination: Destination): StatusChipProps {
  const { to_status: status } = event;
  if (isNote(event)) return { status: 'note', label: messages().note };
  const is_credit = destination === 'balance' && status === 'paid';
  const label = is_credit ? messages().credited_to_balance : formatBatchStatus(status);
  return { status, tone: SETTLEMENT_BATCH_TONES[status], label };
}

/** A batch that is credited to the balance is never sent to a bank. */
const isListed = (event: BatchEvent, destination: Destination): boolean =>
  destination === 'bank' || isNote(event) || event.to_status !== 'processing';

/** Timeline of the batch, newest first, with actor and reason. */
export const BatchTimeline = ({ events, destination }: Pick<BatchDetail, 'events' | 'destination'>) => (
  <TimelinePanel
    events={events
      .toReversed()
      .filter((event) => isListed(event, destination))
      .map((event) => ({
        key: event.seq,
        at: event.at,
        icon: isNote(event) ? IconNote : ICONS[event.to_status],
        chip: buildChip(event, destination),
        actor: formatActor(event),
        note: event.reason,
      }))}
  />
);
