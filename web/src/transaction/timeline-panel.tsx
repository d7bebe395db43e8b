import { getTransaction } from '@dasbor/contract/transaction';
import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { messages as sharedMessages } from '../ui/messages.ts';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import type { StatusChipProps } from '../ui/status-chip.tsx';
import { type TimelineEvent, TimelinePanel as Timeline, formatActor } from '../ui/timeline.tsx';
import { TONES, type TransactionEvent, getEventIcon } from './event-icons.ts';
import { messages } from './messages.ts';
import type { TransactionDetail } from './transaction-detail.ts';

/** Timeline of the payment, newest first, with actor and reason. */
export const TimelinePanel = ({ id, events }: Pick<TransactionDetail, 'id' | 'events'>) => (
  <Timeline events={events.toReversed().map((event) => toTimelineEvent(id, event))} />
);

/** The timeline of a payment on the page of another object, such as its QR code. */
export function PaymentTimelinePanel({ transaction_id: id }: { transaction_id: string }) {
  const client = useQueryClient();
  const payment = useQuery({ ...buildQuery(getTransaction, { params: { id } }), meta: { quiet: true } });
  useLiveBatch('transaction', ({ ids, is_resync }) => {
    if (is_resync || ids.has(id))
      void client.invalidateQueries({ queryKey: buildQueryKey(getTransaction, { params: { id } }) });
  });
  if (payment.data !== undefined) return <TimelinePanel id={id} events={payment.data.data.events} />;
  return (
    <Panel title={sharedMessages().timeline.title}>
      {payment.isError ? (
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

function toTimelineEvent(id: string, event: TransactionEvent): TimelineEvent {
  const { seq, at, code, refund_id, refund_amount, note, reason } = event;
  return {
    key: seq,
    at,
    icon: getEventIcon(event),
    chip: buildChip(event),
    actor: formatActor(event),
    amount: refund_amount === null ? undefined : formatRupiah(refund_amount),
    note: code === null ? reason : note,
    extra: refund_id !== null && <RefundLink transaction_id={id} refund_id={refund_id} />,
  };
}

/** Named by what happened; the status of the payment only where it changed. */
function buildChip({ code, from_status, to_status }: TransactionEvent): StatusChipProps {
  const t = messages().timeline;
  if (code !== null) return { status: code, tone: TONES[code], label: t.events[code] };
  return from_status === to_status ? { status: 'note', label: t.note } : { status: to_status };
}

const RefundLink = ({ transaction_id: id, refund_id }: { transaction_id: string; refund_id: string }) => (
  <Text fz="xs" component="div">
    <CopyableId value={refund_id}>
      <Link to="/transaction/$id" params={{ id }} search={{ refund: refund_id }} title={refund_id} resetScroll={false}>
        {shortenId(refund_id)}
      </Link>
    </CopyableId>
  </Text>
);
