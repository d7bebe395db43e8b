import { Text, Timeline } from '@mantine/core';
import { IconArrowBackUp, IconReceiptRefund, IconSend, IconThumbDown, IconThumbUp, IconX } from '@tabler/icons-react';
import { Instant } from '../ui/instant.tsx';
import { type Meaning, StatusChip } from '../ui/status-chip.tsx';
import { type Messages, messages } from './messages.ts';
import type { RefundDetail } from './refund-sheet.tsx';

interface RefundEvent {
  event: keyof Messages['sheet']['events'];
  at: string | null;
  actor: string | null;
}

const LOOK: Record<RefundEvent['event'], { icon: typeof IconX; meaning: Meaning }> = {
  requested: { icon: IconReceiptRefund, meaning: 'waiting' },
  approved: { icon: IconThumbUp, meaning: 'waiting' },
  rejected: { icon: IconThumbDown, meaning: 'failed' },
  sent: { icon: IconSend, meaning: 'waiting' },
  completed: { icon: IconArrowBackUp, meaning: 'returned' },
  failed: { icon: IconX, meaning: 'failed' },
};

/** What happened to a refund, oldest first. */
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

/** The timeline of a refund, newest first. */
export const RefundTimeline = ({ refund }: { refund: RefundDetail }) => (
  <Timeline bulletSize={26} lineWidth={2} color="gray">
    {listEvents(refund)
      .flatMap(({ at, ...event }) => (at === null ? [] : [{ at, ...event }]))
      .toReversed()
      .map(({ event, at, actor }) => {
        const { icon: Icon, meaning } = LOOK[event];
        return (
          <Timeline.Item
            key={event}
            bullet={<Icon size={14} aria-hidden />}
            title={<StatusChip status={event} meaning={meaning} label={messages().sheet.events[event]} />}
          >
            <Text mt={2}>{actor ?? messages().sheet.bank}</Text>
            <Text c="dimmed" fz="xs">
              <Instant at={at} seconds />
            </Text>
          </Timeline.Item>
        );
      })}
  </Timeline>
);
