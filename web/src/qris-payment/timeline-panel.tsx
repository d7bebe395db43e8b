import { translateReason } from '@dasbor/contract/payment-reasons';
import { getTransaction } from '@dasbor/contract/transaction';
import { Text, Timeline } from '@mantine/core';
import { IconPoint } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

/** The timeline of the payment of a dynamic code, newest first. */
export function TimelinePanel({ transaction_id: id }: { transaction_id: string }) {
  const t = messages().detail;
  const client = useQueryClient();
  const payment = useQuery({ ...buildQuery(getTransaction, { params: { id } }), meta: { quiet: true } });
  useLive((event) => {
    if (event.id !== id && event.topic !== 'resync') return;
    void client.invalidateQueries({ queryKey: buildQueryKey(getTransaction, { params: { id } }) });
  });
  return (
    <Panel title={t.timeline}>
      {payment.isPending && <CardSkeleton lines={3} />}
      {payment.isError && payment.data === undefined && <Text c="dimmed">{t.timeline_failed}</Text>}
      {payment.data !== undefined && (
        <Timeline bulletSize={22} lineWidth={2} color="gray">
          {payment.data.data.events.toReversed().map(({ seq, to_status, actor_name, reason, at }) => (
            <Timeline.Item
              key={seq}
              bullet={<IconPoint size={14} aria-hidden />}
              title={<StatusChip status={to_status} />}
            >
              <Text mt={2}>
                {[actor_name ?? 'Dasbor', reason && translateReason(reason, currentLanguage())]
                  .filter(Boolean)
                  .join(': ')}
              </Text>
              <Text c="dimmed" fz="xs">
                <Instant at={at} />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </Panel>
  );
}
