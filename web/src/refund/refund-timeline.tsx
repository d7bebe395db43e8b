import { IconArrowBackUp, IconReceiptRefund, IconSend, IconThumbDown, IconThumbUp, IconX } from '@tabler/icons-react';
import type { Tone } from '../ui/status-chip.tsx';
import { EventTimeline, type TimelineIcon } from '../ui/timeline.tsx';
import { type Messages, messages } from './messages.ts';
import type { RefundDetail } from './refund-detail.ts';

interface RefundEvent {
  event: keyof Messages['sheet']['events'];
  at: string | null;
  actor: string | null;
}

const EVENT_STYLES: Record<RefundEvent['event'], { icon: TimelineIcon; tone: Tone }> = {
  requested: { icon: IconReceiptRefund, tone: 'pending' },
  approved: { icon: IconThumbUp, tone: 'pending' },
  rejected: { icon: IconThumbDown, tone: 'danger' },
  sent: { icon: IconSend, tone: 'pending' },
  completed: { icon: IconArrowBackUp, tone: 'info' },
  failed: { icon: IconX, tone: 'danger' },
};

/** Timeline of a refund, oldest first. */
const listEvents = (refund: RefundDetail): RefundEvent[] => [
  { event: 'requested', at: refund.created_at, actor: refund.requested_by },
  {
    event: refund.status === 'rejected' ? 'rejected' : 'approved',
    at: refund.decided_at,
    actor: refund.decided_by,
  },
  { event: 'sent', at: refund.sent_at, actor: null },
  { event: refund.status === 'failed' ? 'failed' : 'completed', at: refund.completed_at, actor: null },
];

/** Timeline of a refund, newest first. */
export const RefundTimeline = ({ refund }: { refund: RefundDetail }) => (
  <EventTimeline
    events={listEvents(refund)
      .flatMap(({ at, ...event }) => (at === null ? [] : [{ at, ...event }]))
      .toReversed()
      .map(({ event, at, actor }) => ({
        key: event,
        at,
        icon: EVENT_STYLES[event].icon,
        chip: { status: event, tone: EVENT_STYLES[event].tone, label: messages().sheet.events[event] },
        actor: actor ?? messages().sheet.bank,
      }))}
  />
);
