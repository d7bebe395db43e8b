import { Text, Timeline } from '@mantine/core';
import { IconApi, IconBuildingBank, IconCpu, IconUser } from '@tabler/icons-react';
import { formatRupiah } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { type Meaning, StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import type { TransactionDetail } from './transaction-detail.ts';

type Event = TransactionDetail['events'][number];

const ICONS = { system: IconCpu, user: IconUser, provider: IconBuildingBank, api_key: IconApi } as const;
const MEANINGS: Record<NonNullable<Event['code']>, Meaning> = {
  refund_requested: 'waiting',
  refund_approved: 'waiting',
  refund_rejected: 'failed',
  refund_completed: 'returned',
  refund_failed: 'failed',
  refund_returned: 'failed',
  reversal_refused: 'attention',
};

/** What happened to the payment, newest first, with the actor and the reason. */
export const TimelinePanel = ({ events }: { events: readonly Event[] }) => (
  <Panel title={messages().timeline.title}>
    <Timeline bulletSize={26} lineWidth={2} color="gray">
      {events.toReversed().map((event) => {
        const Icon = ICONS[event.actor_type];
        return (
          <Timeline.Item key={event.seq} bullet={<Icon size={14} aria-hidden />} title={<EventTitle event={event} />}>
            <EventDescription event={event} />
            <Text c="dimmed" fz="xs">
              <Instant at={event.at} />
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  </Panel>
);

/** Named by what happened; the status of the payment only where it changed. */
function EventTitle({ event: { code, from_status, to_status } }: { event: Event }) {
  const t = messages().timeline;
  if (code !== null) return <StatusChip status={code} meaning={MEANINGS[code]} label={t.events[code]} />;
  if (from_status === to_status) return <StatusChip status="note" label={t.note} />;
  return <StatusChip status={to_status} />;
}

function EventDescription({ event }: { event: Event }) {
  const { actor_name, actor_type, refund_id, refund_amount, note, code, reason } = event;
  const actor = actor_name ?? messages().timeline.actors[actor_type];
  if (code === null) {
    return (
      <Text mt={2}>
        {actor}
        {reason !== null && `: ${reason}`}
      </Text>
    );
  }
  return (
    <>
      <Text mt={2}>
        {[actor, ...(refund_amount === null ? [] : [formatRupiah(refund_amount)])].join(' · ')}
        {note !== null && `: ${note}`}
      </Text>
      {refund_id !== null && (
        <Text fz="xs" component="div">
          <CopyableId value={refund_id}>
            <span title={refund_id}>{shortId(refund_id)}</span>
          </CopyableId>
        </Text>
      )}
    </>
  );
}
