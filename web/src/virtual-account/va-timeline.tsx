import type { VaEventKind, VaStatus } from '@dasbor/contract/virtual-account-fields';
import {
  IconBan,
  IconCheck,
  IconClock,
  IconClockOff,
  IconCoins,
  IconLockOpen,
  IconNote,
  IconPencil,
  IconPlus,
  IconX,
} from '@tabler/icons-react';
import type { Tone, StatusChipProps } from '../ui/status-chip.tsx';
import { type TimelineIcon, TimelinePanel, formatActor } from '../ui/timeline.tsx';
import { messages } from './messages.ts';
import type { VaDetail } from './use-live-va.ts';

type VaEvent = VaDetail['events'][number];
/** Events that are not named by the status that they lead to. */
type NamedKind = Exclude<VaEventKind, 'status'>;

const ICON_BY_STATUS: Record<VaStatus, TimelineIcon> = {
  pending: IconClock,
  active: IconLockOpen,
  paid: IconCheck,
  expired: IconClockOff,
  inactive: IconBan,
  failed: IconX,
};
const EVENT_STYLES: Record<NamedKind, { icon: TimelineIcon; tone: Tone }> = {
  created: { icon: IconPlus, tone: 'pending' },
  opened: { icon: IconLockOpen, tone: 'success' },
  payment: { icon: IconCoins, tone: 'success' },
  payment_rejected: { icon: IconX, tone: 'danger' },
  changed: { icon: IconPencil, tone: 'neutral' },
  note: { icon: IconNote, tone: 'neutral' },
};

function describe({ kind, to_status }: VaEvent): { icon: TimelineIcon; chip: StatusChipProps } {
  if (kind === 'status') return { icon: ICON_BY_STATUS[to_status], chip: { status: to_status } };
  const { icon, tone } = EVENT_STYLES[kind];
  return { icon, chip: { status: kind, tone, label: messages().history.events[kind] } };
}

/** Timeline of the virtual account, newest first. */
export const VaTimeline = ({ events }: Pick<VaDetail, 'events'>) => (
  <TimelinePanel
    events={events.toReversed().map((event) => ({
      key: event.seq,
      at: event.at,
      actor: formatActor(event),
      note: event.reason,
      ...describe(event),
    }))}
  />
);
