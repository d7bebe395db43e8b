import * as duration from '@dasbor/contract/duration';
import { getVirtualAccountMetrics } from '@dasbor/contract/virtual-account';
import { Button, Paper, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { formatRupiah, formatCount } from '../ui/amount.tsx';
import { messages } from './messages.ts';
import classes from './virtual-account.module.css';

/** Key metrics with links into the list. The list renders without them when they fail. */
export function Metrics() {
  const t = messages().metrics;
  const metrics = useQuery({ ...buildQuery(getVirtualAccountMetrics), meta: { quiet: true } });
  if (metrics.isPending) {
    return (
      <div className={classes.metrics}>
        {['active', 'paid', 'expiring', 'mismatched'].map((name) => (
          <Skeleton key={name} h={84} radius={10} />
        ))}
      </div>
    );
  }
  if (metrics.data === undefined) {
    return (
      <div className={classes.metrics}>
        <Metric title={t.failed} value={t.failed_value} detail={metrics.error.message}>
          <Button size="compact-xs" variant="default" onClick={() => void metrics.refetch()}>
            {t.retry}
          </Button>
        </Metric>
      </div>
    );
  }
  const { active_count, paid_today_count, paid_today_amount, expiring_count, mismatches_count, as_of } =
    metrics.data.data;
  const soon = { expires_from: as_of, expires_to: new Date(Date.parse(as_of) + duration.days(1)).toISOString() };
  return (
    <section className={classes.metrics} aria-label={t.label}>
      <Metric title={t.active} value={formatCount(active_count)} detail={t.active_line}>
        <Show search={{ status: 'active' }} label={t.show_active} />
      </Metric>
      <Metric
        title={t.paid_today}
        value={formatRupiah(paid_today_amount)}
        detail={t.payments(paid_today_count, formatCount(paid_today_count))}
      />
      <Metric title={t.expiring} value={formatCount(expiring_count)} detail={t.expiring_line}>
        {expiring_count > 0 && <Show search={{ status: 'active', ...soon }} label={t.show_expiring} />}
      </Metric>
      <Metric title={t.mismatches} value={formatCount(mismatches_count)} detail={t.mismatches_line}>
        {mismatches_count > 0 && <Show search={{ mismatch: 'yes' }} label={t.show_mismatches} />}
      </Metric>
    </section>
  );
}

const Metric = (props: { title: string; value: string; detail: string; children?: ReactNode }) => (
  <Paper withBorder className={classes.metric}>
    <Text fz="xs" c="dimmed">
      {props.title}
    </Text>
    <Text fz={20} fw={650} lh={1.3} className={classes.value}>
      {props.value}
    </Text>
    <Text fz="xs" c="dimmed" component="div" className={classes.under}>
      {props.detail}
      {props.children}
    </Text>
  </Paper>
);

const Show = ({ search, label }: { search: Record<string, string>; label: string }) => (
  <Link to="/virtual-account" search={search} className={classes.show} aria-label={label}>
    {messages().metrics.show}
  </Link>
);
