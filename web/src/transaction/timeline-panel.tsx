import { getTransaction } from '@dasbor/contract/transaction';
import { Text, Timeline } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { MEANINGS, type TransactionEvent, getEventIcon } from './event-icons.ts';
import { messages } from './messages.ts';
import type { TransactionDetail } from './transaction-detail.ts';

/** What happened to the payment, newest first, with the actor and the reason. */
export const TimelinePanel = ({ id, events }: Pick<TransactionDetail, 'id' | 'events'>) => (
  <Panel title={messages().timeline.title}>
    <Events id={id} events={events} />
  </Panel>
);

/** The timeline of a payment on the page of another object, such as its QR code. */
export function PaymentTimelinePanel({ transaction_id: id }: { transaction_id: string }) {
  const client = useQueryClient();
  const payment = useQuery({ ...buildQuery(getTransaction, { params: { id } }), meta: { quiet: true } });
  useLiveBatch('transaction', ({ ids, is_resync }) => {
    if (is_resync || ids.has(id))
      void client.invalidateQueries({ queryKey: buildQueryKey(getTransaction, { params: { id } }) });
  });
  return (
    <Panel title={messages().timeline.title}>
      {payment.data !== undefined ? (
        <Events id={id} events={payment.data.data.events} />
      ) : payment.isError ? (
        <FailedState
          detail={payment.error.message}
          request_id={payment.error.request_id}
          onRetry={() => void payment.refetch()}
        />
      ) : (
        <CardSkeleton lines={3} />
      )}
    </Panel>
  );
}

const Events = ({ id, events }: Pick<TransactionDetail, 'id' | 'events'>) => (
  <Timeline bulletSize={26} lineWidth={2} color="gray">
    {events.toReversed().map((event) => {
      const Icon = getEventIcon(event);
      return (
        <Timeline.Item key={event.seq} bullet={<Icon size={14} aria-hidden />} title={<EventTitle event={event} />}>
          <EventDescription event={event} transaction_id={id} />
          <Text c="dimmed" fz="xs">
            <Instant at={event.at} seconds />
          </Text>
        </Timeline.Item>
      );
    })}
  </Timeline>
);

/** Named by what happened; the status of the payment only where it changed. */
function EventTitle({ event: { code, from_status, to_status } }: { event: TransactionEvent }) {
  const t = messages().timeline;
  if (code !== null) return <StatusChip status={code} meaning={MEANINGS[code]} label={t.events[code]} />;
  if (from_status === to_status) return <StatusChip status="note" label={t.note} />;
  return <StatusChip status={to_status} />;
}

function EventDescription({ event, transaction_id: id }: { event: TransactionEvent; transaction_id: string }) {
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
            <Link
              to="/transaction/$id"
              params={{ id }}
              search={{ refund: refund_id }}
              title={refund_id}
              resetScroll={false}
            >
              {shortId(refund_id)}
            </Link>
          </CopyableId>
        </Text>
      )}
    </>
  );
}
