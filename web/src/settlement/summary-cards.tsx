import { listUpcomingSettlements, summariseSettlements } from '@dasbor/contract/settlement';
import { toBusinessDay } from '@dasbor/contract/time';
import { Button, Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { formatRupiah, formatCount } from '../ui/amount.tsx';
import { formatBusinessDay } from './columns.tsx';
import classes from './settlement.module.css';

const sum = (rows: readonly { net_amount: number }[]): number => rows.reduce((total, row) => total + row.net_amount, 0);

/** What comes, what came this month, and what needs a person. Each fails by itself: the list stands without them. */
export const SummaryCards = () => (
  <section className={classes.figures} aria-label="At a glance">
    <Upcoming />
    <OfStatuses />
  </section>
);

function Upcoming() {
  const upcoming = useQuery({ ...buildQuery(listUpcomingSettlements), meta: { quiet: true } });
  if (upcoming.isPending) return <Skeleton h={84} radius={10} />;
  if (upcoming.data === undefined) {
    return <Failed title="Upcoming" detail={upcoming.error.message} onRetry={() => void upcoming.refetch()} />;
  }
  const { data } = upcoming.data;
  const [next] = data;
  return (
    <SummaryCard
      title="Upcoming"
      value={formatRupiah(sum(data))}
      detail={next ? `${formatRupiah(next.net_amount)} on ${formatBusinessDay(next.settlement_date)}` : 'Nothing waits'}
    />
  );
}

const firstOfMonth = (): string => `${toBusinessDay(new Date()).slice(0, 7)}-01`;

function OfStatuses() {
  const [this_month] = useState(firstOfMonth);
  const all = useQuery({ ...buildQuery(summariseSettlements, { query: {} }), meta: { quiet: true } });
  const month = useQuery({
    ...buildQuery(summariseSettlements, { query: { from: this_month, status: ['paid'] } }),
    meta: { quiet: true },
  });
  const failed = [all, month].find(({ isError }) => isError);
  if (failed?.error) {
    return <Failed title="Figures" detail={failed.error.message} onRetry={() => void failed.refetch()} />;
  }
  if (!all.data || !month.data) {
    return ['month', 'failed', 'held'].map((name) => <Skeleton key={name} h={84} radius={10} />);
  }
  const of = (...statuses: string[]) => {
    const rows = all.data.data.filter(({ status }) => statuses.includes(status));
    return {
      count: rows.reduce((total, row) => total + row.count, 0),
      amount: rows.reduce((total, row) => total + row.amount, 0),
    };
  };
  const [paid, troubled, held] = [month.data.data[0], of('failed', 'returned'), of('on_hold', 'closed')];
  return (
    <>
      <SummaryCard
        title="Credited this month"
        value={formatRupiah(paid?.amount ?? 0)}
        detail={batches(paid?.count ?? 0)}
      />
      <SummaryCard title="Failed or returned" value={formatRupiah(troubled.amount)} detail={batches(troubled.count)} />
      <SummaryCard title="On hold or to approve" value={formatRupiah(held.amount)} detail={batches(held.count)} />
    </>
  );
}

const batches = (count: number): string => `${formatCount(count)} ${count === 1 ? 'batch' : 'batches'}`;

const SummaryCard = (props: { title: string; value: string; detail: string; children?: React.ReactNode }) => (
  <Paper withBorder className={classes.figure}>
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
  <SummaryCard title={title} value="Not loaded" detail={detail}>
    <Button size="compact-xs" variant="default" onClick={onRetry}>
      Retry
    </Button>
  </SummaryCard>
);
