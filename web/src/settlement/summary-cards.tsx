import { listUpcomingSettlements, summariseSettlements } from '@dasbor/contract/settlement';
import { IN_TRANSIT_STATUSES } from '@dasbor/contract/settlement-fields';
import { startOfMonth, toBusinessDay } from '@dasbor/contract/time';
import { Button, Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { formatRupiah, formatCount } from '../ui/amount.tsx';
import { formatBusinessDay } from '../ui/instant.tsx';
import { messages } from './messages.ts';
import classes from './settlement.module.css';

const sum = (rows: readonly { net_amount: number }[]): number => rows.reduce((total, row) => total + row.net_amount, 0);

/** Upcoming and credited amounts, and settlements that need action. Each card loads independently of the list. */
export const SummaryCards = () => (
  <section className={classes.metrics} aria-label={messages().summary_cards.title}>
    <Upcoming />
    <StatusCards />
  </section>
);

function Upcoming() {
  const t = messages().summary_cards;
  const upcoming = useQuery({ ...buildQuery(listUpcomingSettlements), meta: { quiet: true } });
  if (upcoming.isPending) return <Skeleton h={84} radius={10} />;
  if (upcoming.data === undefined) {
    return <Failed title={t.upcoming} detail={upcoming.error.message} onRetry={() => void upcoming.refetch()} />;
  }
  const { data } = upcoming.data;
  const [next] = data;
  return (
    <SummaryCard
      title={t.upcoming}
      value={formatRupiah(sum(data))}
      detail={next ? t.next(formatRupiah(next.net_amount), formatBusinessDay(next.settlement_date)) : t.none_pending}
    />
  );
}

const getFirstOfMonth = (): string => startOfMonth(toBusinessDay(new Date()));

function StatusCards() {
  const t = messages().summary_cards;
  const [this_month] = useState(getFirstOfMonth);
  const all = useQuery({ ...buildQuery(summariseSettlements, { query: {} }), meta: { quiet: true } });
  const month = useQuery({
    ...buildQuery(summariseSettlements, { query: { paid_from: this_month, status: ['paid'] } }),
    meta: { quiet: true },
  });
  const failed = [all, month].find(({ isError }) => isError);
  if (failed?.error) {
    return <Failed title={t.totals} detail={failed.error.message} onRetry={() => void failed.refetch()} />;
  }
  if (!all.data || !month.data) {
    return ['transit', 'month', 'failed', 'held'].map((name) => <Skeleton key={name} h={84} radius={10} />);
  }
  const sumStatuses = (...statuses: string[]) => {
    const rows = all.data.data.filter(({ status }) => statuses.includes(status));
    return {
      count: rows.reduce((total, row) => total + row.count, 0),
      amount: rows.reduce((total, row) => total + row.amount, 0),
    };
  };
  const [paid, failed_sum, held] = [
    month.data.data[0],
    sumStatuses('failed', 'returned'),
    sumStatuses('on_hold', 'closed'),
  ];
  const in_transit = sumStatuses(...IN_TRANSIT_STATUSES);
  return (
    <>
      <SummaryCard
        title={t.in_transit}
        value={formatRupiah(in_transit.amount)}
        detail={formatBatches(in_transit.count)}
      />
      <SummaryCard
        title={t.credited}
        value={formatRupiah(paid?.amount ?? 0)}
        detail={formatBatches(paid?.count ?? 0)}
      />
      <SummaryCard
        title={t.failed}
        value={formatRupiah(failed_sum.amount)}
        detail={t.of_transit(formatBatches(failed_sum.count))}
      />
      <SummaryCard title={t.held} value={formatRupiah(held.amount)} detail={t.of_transit(formatBatches(held.count))} />
    </>
  );
}

const formatBatches = (count: number): string => messages().summary_cards.batches(count, formatCount(count));

const SummaryCard = (props: { title: string; value: string; detail: string; children?: React.ReactNode }) => (
  <Paper withBorder className={classes.metric}>
    <Text fz="sm" c="dimmed">
      {props.title}
    </Text>
    <strong>{props.value}</strong>
    <Text fz="xs" c="dimmed">
      {props.detail}
    </Text>
    {props.children}
  </Paper>
);

const Failed = ({ title, detail, onRetry }: { title: string; detail: string; onRetry: () => void }) => (
  <SummaryCard title={title} value={messages().summary_cards.not_loaded} detail={detail}>
    <Button size="compact-xs" variant="default" onClick={onRetry}>
      {messages().retry}
    </Button>
  </SummaryCard>
);
