import { listDuplicatePayments, summariseRefunds } from '@dasbor/contract/refund';
import { Badge, Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import classes from './refund.module.css';
import { type Messages, messages } from './messages.ts';

/** Views next to the payments, by the `view` of the address. */
export const REFUND_VIEWS = ['refunds', 'awaiting-approval', 'duplicate-payments'] as const;
export type RefundView = (typeof REFUND_VIEWS)[number];

export const parseRefundView = (view: unknown): RefundView | null =>
  REFUND_VIEWS.find((known) => known === view) ?? null;

const getViewLabels = (t: Messages): Record<RefundView, string> => ({
  refunds: t.list.title,
  'awaiting-approval': t.list.approval,
  'duplicate-payments': t.duplicates.title,
});

/** Tabs of the transaction screen: payments and refunds. */
export function RefundTabs({ view }: { view: RefundView | null }) {
  const t = messages();
  const labels = getViewLabels(t);
  const navigate = useNavigate();
  const client = useQueryClient();
  const query = { status: ['pending' as const] };
  const waiting = useQuery({ ...buildQuery(summariseRefunds, { query: query as never }), meta: { quiet: true } });
  const duplicates = useQuery({
    ...buildQuery(listDuplicatePayments, { query: { limit: 100 } }),
    meta: { quiet: true },
  });
  useLiveBatch('refund', () => {
    void client.invalidateQueries({ queryKey: buildQueryKey(summariseRefunds) });
    void client.invalidateQueries({ queryKey: buildQueryKey(listDuplicatePayments) });
  });
  const counts: Partial<Record<RefundView, number>> = {
    'awaiting-approval': waiting.data?.data[0]?.count ?? 0,
    'duplicate-payments': duplicates.data?.data.length ?? 0,
  };
  return (
    <Tabs
      value={view ?? 'payments'}
      onChange={(next) =>
        void navigate({ to: '/transaction', search: next === null || next === 'payments' ? {} : { view: next } })
      }
      className={classes.views}
    >
      <Tabs.List aria-label={t.list.tabs}>
        <Tabs.Tab value="payments">{t.list.payments}</Tabs.Tab>
        {REFUND_VIEWS.map((one) => (
          <Tabs.Tab key={one} value={one} {...(counts[one] ? { rightSection: renderCount(counts[one]) } : {})}>
            {labels[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

const renderCount = (count: number) => (
  <Badge size="sm" circle={count < 10} color="gray" variant="light">
    {count >= 100 ? '99+' : count}
  </Badge>
);
