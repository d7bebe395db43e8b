import {
  type QrisSticker,
  type StickerEvent,
  type StickerPayment,
  listQrisStickerEvents,
} from '@dasbor/contract/sticker';
import { IconBan, IconCheck, IconClock, IconCoins, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLive } from '../api/live.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey } from '../api/query.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import links from '../ui/link.module.css';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { type TimelineEvent, type TimelineIcon, TimelinePanel, formatActor } from '../ui/timeline.tsx';
import { messages } from './messages.ts';

const ICONS: Record<QrisSticker['status'], TimelineIcon> = {
  issuing: IconClock,
  active: IconCheck,
  inactive: IconBan,
  failed: IconX,
};

/** Events of a static QR code, newest first, with its first and its latest payment. */
export function StickerTimeline({ id }: { id: string }) {
  const t = messages().timeline;
  const client = useQueryClient();
  const input = { params: { id } };
  const timeline = useQuery({ ...buildQuery(listQrisStickerEvents, input), meta: { quiet: true } });
  useLive((event) => {
    if (event.id === id || event.topic === 'resync') {
      void client.invalidateQueries({ queryKey: buildQueryKey(listQrisStickerEvents, input) });
    }
  });
  if (timeline.data === undefined) {
    return (
      <Panel title={t.title}>
        {timeline.isError ? (
          <FailedState detail={toProblem(timeline.error).detail} onRetry={() => void timeline.refetch()} />
        ) : (
          <CardSkeleton lines={4} />
        )}
      </Panel>
    );
  }
  const { data, first_payment, latest_payment } = timeline.data;
  const is_only = first_payment?.transaction_id === latest_payment?.transaction_id;
  const entries = [
    ...data.map(toStatusEntry),
    ...(first_payment === null ? [] : [toPaymentEntry('first_payment', first_payment)]),
    ...(latest_payment === null || is_only ? [] : [toPaymentEntry('latest_payment', latest_payment)]),
  ];
  return <TimelinePanel events={entries.toSorted((a, b) => b.at.localeCompare(a.at))} />;
}

const toStatusEntry = (event: StickerEvent): TimelineEvent => ({
  key: event.seq,
  at: event.at,
  icon: ICONS[event.to_status],
  chip: { status: event.to_status },
  actor: formatActor(event),
});

const toPaymentEntry = (
  kind: 'first_payment' | 'latest_payment',
  { transaction_id, at, amount }: StickerPayment,
): TimelineEvent => ({
  key: kind,
  at,
  icon: IconCoins,
  chip: { status: kind, tone: 'success', label: messages().timeline[kind] },
  actor: messages().timeline.customer,
  amount: formatRupiah(amount),
  extra: (
    <Link to="/transaction/$id" params={{ id: transaction_id }} className={links.link}>
      {messages().timeline.open}
    </Link>
  ),
});
